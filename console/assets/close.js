// A close that runs in the background: the part that tells of it is read anew each second, and the page once it has ended.

import { ask, byItself, show } from './swap.js';

let timer;

async function look() {
  const place = document.querySelector('[data-job]');
  if (!place || place.dataset.ended !== undefined) return;
  if (document.hidden) {
    watch();
    return;
  }
  const answer = await ask(place.dataset.job, { headers: byItself });
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('[data-job]');
  if (!next || !place.isConnected) return;
  if (next.dataset.ended !== undefined) {
    const page = await ask(place.dataset.again, { headers: { 'x-console': 'page', ...byItself } });
    if (page?.ok) show(await page.text());
    return;
  }
  place.replaceWith(next);
  watch();
}

function watch() {
  clearTimeout(timer);
  if (document.querySelector('[data-job]:not([data-ended])')) timer = setTimeout(look, 1000);
}

document.addEventListener('page', watch);
watch();
