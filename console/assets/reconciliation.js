// The worksheet by hand: j and k move, x selects, c clears, u takes back, / finds. A mark answers with the page; only the worksheet
// of it is put in place, so that one stays where one was.

import { ask, filled, say, show } from './swap.js';

const sheet = () => document.querySelector('[data-worksheet]');
const forms = () => [...document.querySelectorAll('form[data-mark]')];
const seen = (row) => !row.hidden;
const rowsOf = (form) => [...form.querySelectorAll('[data-row]')].filter(seen);
// Where one stands: the row by its place in its list.
let at = { mark: 'c', index: -1 };

const formAt = () => forms().find((form) => form.dataset.mark === at.mark);
const rowAt = () => (formAt() ? rowsOf(formAt())[at.index] : undefined);

function stand(row) {
  document.querySelector('tr.at')?.classList.remove('at');
  if (!row) return;
  const form = row.closest('form');
  at = { mark: form.dataset.mark, index: rowsOf(form).indexOf(row) };
  row.classList.add('at');
  row.querySelector('[name=item]')?.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

function count(form) {
  const place = form.querySelector('[data-count]');
  const chosen = form.querySelectorAll('[name=item]:checked').length;
  if (place) place.textContent = chosen ? String(chosen) : '';
  const all = form.querySelector('[data-all]');
  if (!all) return;
  const boxes = rowsOf(form).length;
  all.checked = chosen > 0 && chosen === boxes;
  all.indeterminate = chosen > 0 && chosen < boxes;
}

// Hides what the text in the field does not occur in; Enter searches what is not shown as well.
function sieve() {
  const wanted = document.querySelector('[data-sieve]')?.value.trim().toLowerCase() ?? '';
  for (const form of forms()) {
    for (const row of form.querySelectorAll('[data-row]')) {
      row.hidden = wanted !== '' && !row.textContent.toLowerCase().includes(wanted);
      const box = row.querySelector('[name=item]');
      if (row.hidden && box) box.checked = false;
    }
    for (const body of form.querySelectorAll('tbody')) {
      const group = body.querySelector('.group');
      if (group) group.hidden = !body.querySelector('[data-row]:not([hidden])');
    }
    count(form);
  }
}

// What the reader did not send and the answer does not know.
const keepers = ['q', 'cleared_date'];

async function mark(form, body) {
  const typed = Object.fromEntries(keepers.map((id) => [id, document.getElementById(id)?.value]));
  const scrolled = forms().map((form) => form.querySelector('.scroll')?.scrollTop ?? 0);
  const answer = await ask(form.getAttribute('action'), { method: 'POST', body, headers: { 'x-console': 'page' } });
  if (!answer) return;
  const html = await answer.text();
  const page = new DOMParser().parseFromString(html, 'text/html');
  const next = page.querySelector('[data-worksheet]');
  if (!answer.ok || !next) {
    show(html);
    return;
  }
  document.querySelectorAll('main > .problem').forEach((problem) => problem.remove());
  sheet().replaceWith(next);
  const trail = document.getElementById('trail')?.parentElement;
  const newTrail = page.getElementById('trail')?.parentElement;
  if (trail && newTrail) trail.replaceWith(newTrail);
  for (const [id, value] of Object.entries(typed)) {
    const field = document.getElementById(id);
    if (field && value !== undefined) field.value = value;
  }
  forms().forEach((form, index) => {
    const place = form.querySelector('.scroll');
    if (place) place.scrollTop = scrolled[index] ?? 0;
  });
  sieve();
  const text = page.querySelector('[data-said] p')?.textContent;
  const place = document.querySelector('[data-said]');
  if (text && place) {
    const p = document.createElement('p');
    p.className = 'fine';
    p.textContent = text;
    place.replaceChildren(p);
  }
  if (at.index < 0) return;
  const rows = formAt() ? rowsOf(formAt()) : [];
  stand(rows[Math.min(at.index, rows.length - 1)]);
}

function send(form, submitter) {
  const body = filled(form, submitter);
  if (!body.has('one') && !body.has('item')) {
    say(form.dataset.none);
    return;
  }
  mark(form, body);
}

// Before the sending of all forms hears of it.
document.addEventListener(
  'submit',
  (event) => {
    if (event.target.dataset.mark === undefined) return;
    event.preventDefault();
    send(event.target, event.submitter);
  },
  true,
);

document.addEventListener('input', (event) => {
  if (event.target.dataset.sieve !== undefined) sieve();
});

document.addEventListener('change', (event) => {
  const form = event.target.closest('form[data-mark]');
  if (!form) return;
  if (event.target.dataset.all !== undefined) {
    for (const row of rowsOf(form)) row.querySelector('[name=item]').checked = event.target.checked;
  }
  count(form);
});

// A click anywhere on a row selects it.
document.addEventListener('click', (event) => {
  const row = event.target.closest('[data-row]');
  if (!row || event.target.closest('a, button, input') || String(getSelection())) return;
  const box = row.querySelector('[name=item]');
  if (!box) return;
  box.checked = !box.checked;
  stand(row);
  count(row.closest('form'));
});

function move(by) {
  const form = formAt() ?? forms()[0];
  if (!form) return;
  const rows = rowsOf(form);
  if (rows.length === 0) return;
  const index = at.mark === form.dataset.mark ? at.index : -1;
  stand(rows[Math.max(0, Math.min(rows.length - 1, index + by))]);
}

// The other side of the worksheet.
function cross(name) {
  const form = forms().find((form) => form.dataset.mark === name);
  const rows = form ? rowsOf(form) : [];
  if (rows.length) stand(rows[Math.max(0, Math.min(rows.length - 1, at.index))]);
}

function act(name) {
  const form = forms().find((form) => form.dataset.mark === name);
  if (!form) return;
  const body = filled(form);
  if (!body.has('item') && at.mark === name && rowAt()) body.append('one', rowAt().querySelector('[name=item]').value);
  if (!body.has('one') && !body.has('item')) say(form.dataset.none);
  else mark(form, body);
}

const keys = {
  j: () => move(1),
  ArrowDown: () => move(1),
  k: () => move(-1),
  ArrowUp: () => move(-1),
  h: () => cross('u'),
  l: () => cross('c'),
  x: () => rowAt()?.querySelector('[name=item]')?.click(),
  c: () => act('c'),
  u: () => act('u'),
  '/': () => document.querySelector('[data-sieve]')?.focus(),
};

const WALKS = ['j', 'k', 'ArrowDown', 'ArrowUp'];

// Before the keys of all pages: on a worksheet / finds in the worksheet.
document.addEventListener('keydown', keyed, true);

function keyed(event) {
  if (!sheet() || !event.target.closest || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.dataset?.sieve !== undefined && event.key === 'Escape') {
    event.target.value = '';
    sieve();
    event.target.blur();
    return;
  }
  const typing = event.target.closest('input:not([type=checkbox]), textarea, select, dialog');
  const key = keys[event.key];
  if (typing || !key || (event.key.startsWith('Arrow') && at.index < 0)) return;
  event.preventDefault();
  event.stopPropagation();
  // Held down, a key walks; it marks once.
  if (!event.repeat || WALKS.includes(event.key)) key();
}

document.addEventListener('page', () => (at = { mark: 'c', index: -1 }));
