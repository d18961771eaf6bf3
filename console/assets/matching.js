// Matching by hand: j and k move, h and l change sides, x ticks, o opens further proposals, a goes to the Accept button, which Enter
// presses. No key accepts by itself. An answer puts only the lines and the books in place, so that one stays where one was.

import { written } from './chosen.js';
import { ask, filled, say, show } from './swap.js';

const board = () => document.querySelector('[data-matching]');
const sides = () => [...document.querySelectorAll('[data-matching] [data-side]')];
const rowsOf = (name) => {
  const side = sides().find((side) => side.dataset.side === name);
  return side ? [...side.querySelectorAll('[data-row]')] : [];
};
let at = { side: 'lines', index: -1 };
let isSending = false;

const rowAt = () => rowsOf(at.side)[at.index];

function stand(row) {
  document.querySelector('[data-matching] .at')?.classList.remove('at');
  if (!row) return;
  at.side = row.closest('[data-side]').dataset.side;
  at.index = rowsOf(at.side).indexOf(row);
  row.classList.add('at');
  row.querySelector('input[type=checkbox]')?.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

// Whole units of the last decimal, so that nothing passes through a float. Nothing where an amount is not known.
function sum(amounts) {
  if (amounts.some((amount) => !amount)) return undefined;
  const places = Math.max(Number(board().dataset.decimals), ...amounts.map((amount) => (amount.split('.')[1] ?? '').replace(/0+$/, '').length));
  const units = amounts.map((amount) => {
    const [whole, decimals = ''] = amount.split('.');
    return BigInt(whole + decimals.slice(0, places).padEnd(places, '0'));
  });
  return { units: units.reduce((all, one) => all + one, 0n), decimals: places };
}

function less(one, other) {
  if (!one || !other) return undefined;
  const decimals = Math.max(one.decimals, other.decimals);
  const units = ({ units, decimals: has }) => units * 10n ** BigInt(decimals - has);
  return { units: units(one) - units(other), decimals };
}

const ticked = (name) => rowsOf(name).filter((row) => row.querySelector('input[type=checkbox]')?.checked);

// The sums of what is ticked, and what lies between them.
function tally() {
  const sums = document.querySelector('[data-sums]');
  if (!sums) return;
  const sample = board().dataset.sample;
  const said = (found) => (found ? written(found, sample).replace('-', '\u2212') : '?');
  const [lines, books] = ['lines', 'books'].map((name) => {
    const rows = ticked(name);
    sums.querySelector(`[data-count="${name}"]`).textContent = `(${rows.length})`;
    const found = sum(rows.map((row) => row.dataset.amount));
    sums.querySelector(`[data-sum="${name}"]`).textContent = said(found);
    return { found, count: rows.length };
  });
  const difference = less(lines.found, books.found);
  sums.querySelector('[data-sum="difference"]').textContent = said(difference);
  sums.querySelector('[data-rest]').classList.toggle('even', difference?.units === 0n);
  const isIdle = lines.count + books.count === 0;
  sums.hidden = isIdle;
  document.querySelector('[data-idle]').hidden = !isIdle;
}

async function send(form, submitter) {
  if (isSending) return;
  isSending = true;
  try {
    const answer = await ask(form.getAttribute('action'), { method: 'POST', body: filled(form, submitter), headers: { 'x-console': 'page' } });
    if (answer) await put(answer);
  } finally {
    isSending = false;
  }
}

async function put(answer) {
  const html = await answer.text();
  const page = new DOMParser().parseFromString(html, 'text/html');
  const next = page.querySelector('[data-matching]');
  if (!answer.ok || !next) {
    show(html);
    return;
  }
  document.querySelectorAll('main > .problem').forEach((problem) => problem.remove());
  const scrolled = window.scrollY;
  board().replaceWith(next);
  window.scrollTo(0, scrolled);
  const text = page.querySelector('[data-said] p')?.textContent;
  if (text) say(text, true);
  tally();
  // Where one was, and not on a button: a key that is held down presses nothing twice.
  const rows = rowsOf(at.side);
  if (at.index >= 0 && rows.length) stand(rows[Math.min(at.index, rows.length - 1)]);
  else document.getElementById('main')?.focus({ preventScroll: true });
}

// Before the sending of all forms hears of it.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target;
    if (form.dataset.match === undefined) return;
    event.preventDefault();
    if (form.dataset.none && ticked('lines').length === 0) {
      say(form.dataset.none);
      return;
    }
    const row = form.closest('[data-row]');
    if (row) at = { side: 'lines', index: rowsOf('lines').indexOf(row) };
    send(form, event.submitter);
  },
  true,
);

document.addEventListener('change', (event) => {
  if (event.target.closest?.('[data-matching]')) tally();
});

// A click on what a line says, or anywhere on a row of the books, ticks it.
document.addEventListener('click', (event) => {
  const said = event.target.closest?.('[data-matching] .says, [data-matching] tr[data-row]');
  if (!said || event.target.closest('a, button, input, summary, label') || String(getSelection())) return;
  const row = said.closest('[data-row]');
  row.querySelector('input[type=checkbox]')?.click();
  stand(row);
});

function move(by) {
  const rows = rowsOf(at.side);
  if (rows.length) stand(rows[Math.max(0, Math.min(rows.length - 1, at.index + by))]);
}

function cross(side) {
  const rows = rowsOf(side);
  if (rows.length) stand(rows[at.side === side ? Math.max(0, at.index) : 0]);
}

function open() {
  const fold = rowAt()?.querySelector('[data-further]');
  if (fold) fold.open = !fold.open;
}

const keys = {
  j: () => move(1),
  ArrowDown: () => move(1),
  k: () => move(-1),
  ArrowUp: () => move(-1),
  h: () => cross('lines'),
  l: () => cross('books'),
  x: () => rowAt()?.querySelector('input[type=checkbox]')?.click(),
  o: () => open(),
  a: () => rowAt()?.querySelector('[data-accept]')?.focus(),
};

const WALKS = ['j', 'k', 'ArrowDown', 'ArrowUp'];

document.addEventListener('keydown', (event) => {
  if (!board() || !event.target.closest || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.closest('input:not([type=checkbox]), textarea, select, dialog');
  const key = keys[event.key];
  if (typing || !key || (event.key.startsWith('Arrow') && at.index < 0)) return;
  event.preventDefault();
  // Held down, a key walks; it ticks once.
  if (!event.repeat || WALKS.includes(event.key)) key();
});

// A held Enter presses an Accept button once.
document.addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Enter' && event.repeat && event.target.closest?.('[data-matching]')) event.preventDefault();
  },
  true,
);

document.addEventListener('page', () => {
  at = { side: 'lines', index: -1 };
  if (board()) tally();
});
if (board()) tally();
