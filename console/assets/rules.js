// Approval rules: another row of a condition without asking the server, and replays that show how far they are.

import { ask, byItself } from './swap.js';

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-more]');
  const rows = button?.closest('form')?.querySelector('[data-rows]');
  const last = rows?.querySelector('[data-row]:last-child');
  if (!last) return;
  event.preventDefault();
  const before = last.dataset.row;
  const index = Number(before) + 1;
  const row = last.cloneNode(true);
  row.dataset.row = index;
  row.querySelectorAll('.fault').forEach((fault) => fault.remove());
  for (const control of row.querySelectorAll('[name]')) {
    control.name = control.name.replace(`conditions/${before}/`, `conditions/${index}/`);
    control.id = control.id.replace(`condition-${before}-`, `condition-${index}-`);
    control.setAttribute('aria-label', control.getAttribute('aria-label').replace(/\d+/, index + 1));
    control.removeAttribute('aria-invalid');
    control.removeAttribute('aria-describedby');
    if (control.tagName === 'SELECT') control.selectedIndex = 0;
    else control.value = '';
    control.removeAttribute('list');
  }
  rows.append(row);
  row.querySelector('select').focus();
});

// What a condition compares with is suggested where its field has few values.
document.addEventListener('change', (event) => {
  const value = event.target.closest('[data-row]')?.querySelector('[data-choices]');
  if (!value || !event.target.name.endsWith('/field')) return;
  const choices = `${event.target.value}s`;
  if (document.getElementById(choices)?.localName === 'datalist') value.setAttribute('list', choices);
  else value.removeAttribute('list');
});

let waiting;

// A replay that runs is looked at each second, until it is done.
function watch() {
  clearTimeout(waiting);
  const place = document.querySelector('[data-running]');
  if (!place) return;
  waiting = setTimeout(async () => {
    const answer = document.hidden ? undefined : await ask(place.dataset.running, { headers: byItself });
    if (answer?.ok && place.isConnected) {
      const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('[data-replay]');
      if (next) place.replaceWith(next);
    }
    if (document.hidden || answer) watch();
  }, 1000);
}

document.addEventListener('page', watch);
watch();
