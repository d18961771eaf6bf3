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

// What somebody has written stays: they are told of the change in place of seeing it.
function tellIfTyped(place) {
  const fields = [...document.querySelectorAll('main textarea, main input:not([type=hidden])')];
  if (!fields.some((field) => field.value.trim())) return false;
  say(place.dataset.changed, false, { href: location.href, text: place.dataset.look });
  return true;
}

async function changed(place) {
  if (!place.dataset.version) {
    document.dispatchEvent(new CustomEvent('changed'));
    return;
  }
  if (tellIfTyped(place)) return;
  const answer = await ask(location.href, { headers: byItself });
  if (!answer?.ok) return;
  const html = await answer.text();
  // The page's own change comes back as an event as well; and by now another page may stand here.
  if (!place.isConnected || html.includes(`data-version="${CSS.escape(place.dataset.version)}"`)) return;
  // Somebody may have begun to write meanwhile.
  if (tellIfTyped(place)) return;
  renew(html);
}

document.addEventListener('visibilitychange', watch);
document.addEventListener('page', watch);
window.addEventListener('pagehide', () => source?.close());
watch();
