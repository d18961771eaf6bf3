// Tells the page when what it shows has changed. A page that nobody looks at asks nothing.

import { ask, byItself, renew, say } from './swap.js';

let source;

function watch() {
  source?.close();
  source = undefined;
  const place = document.querySelector('[data-live]');
  if (!place || document.hidden) return;
  source = new EventSource('/events?' + place.dataset.live);
  source.onmessage = () => changed(place);
}

async function changed(place) {
  if (!place.dataset.version) {
    document.dispatchEvent(new CustomEvent('changed'));
    return;
  }
  const typed = [...document.querySelectorAll('main textarea, main input:not([type=hidden])')].some((field) => field.value.trim());
  if (typed) {
    say(place.dataset.changed, false, { href: location.href, text: place.dataset.look });
    return;
  }
  const answer = await ask(location.href, { headers: byItself });
  if (!answer?.ok) return;
  const html = await answer.text();
  // The page's own change comes back as an event as well.
  if (html.includes(`data-version="${CSS.escape(place.dataset.version)}"`)) return;
  renew(html);
}

document.addEventListener('visibilitychange', watch);
document.addEventListener('page', watch);
window.addEventListener('pagehide', () => source?.close());
watch();
