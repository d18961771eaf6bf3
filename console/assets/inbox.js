// The inbox by keyboard: j and k walk, a approves, r, c and h ask for words first, x selects.

import { ask, byItself, renew, show } from './swap.js';

// The page that is on its way, and the row that a key asked for; none when the page only brings the list up to date.
let coming;
let heading;
// Whether the list has changed since the page that is shown.
let isStale = false;

function halt() {
  coming?.abort();
  coming = undefined;
  heading = undefined;
}

// Opens another page in the place of this one, keeping the list where it is scrolled.
async function walk(address, row, headers = {}) {
  halt();
  const own = new AbortController();
  coming = own;
  heading = row?.dataset.key;
  isStale = false;
  const answer = await ask(address, { signal: own.signal, headers });
  const html = await answer?.text().catch(() => undefined);
  if (coming !== own) return;
  halt();
  if (!html) return;
  const top = document.querySelector('[data-list]')?.scrollTop ?? 0;
  const selected = chosen().map((box) => box.value);
  (row ? show : renew)(html, answer.url);
  const list = document.querySelector('[data-list]');
  if (list) list.scrollTop = top;
  for (const box of list?.querySelectorAll('input[name=item]') ?? []) box.checked = selected.includes(box.value);
  count();
  document.querySelector('.list .open')?.scrollIntoView({ block: 'nearest' });
}

const chosen = () => [...document.querySelectorAll('#bulk input[name=item]:checked')];

function count() {
  const bulk = document.querySelector('[data-bulk]');
  if (!bulk) return;
  const all = chosen().length;
  bulk.hidden = all === 0;
  bulk.querySelector('[data-count]').textContent = String(all);
}

const rows = () => [...document.querySelectorAll('[data-list] > li')];

// Where one is, or will be in a moment.
const here = () => rows().find((row) => (heading ? row.dataset.key === heading : row.classList.contains('open')));

function step(by) {
  const all = rows();
  const next = all[all.indexOf(here()) + by];
  if (next) walk(next.querySelector('a.row').href, next);
}

// The action that the words are being written for.
let pending;

function decide(action) {
  const button = document.querySelector(`[data-decide] [data-action="${action}"]`);
  // While one decision is on its way, the key is not the next document's.
  if (!button || button.disabled) return;
  // Nor does it decide what is left behind, before the document is there that was walked to.
  if (heading) return;
  const words = button.form.querySelector('textarea');
  if (action === 'approve' || !words || words.value.trim()) {
    button.form.requestSubmit(button);
    return;
  }
  // No other page takes the place of the words.
  if (coming) {
    halt();
    isStale = true;
  }
  pending = button;
  words.focus();
  words.scrollIntoView({ block: 'nearest' });
}

const keys = {
  j: () => step(1),
  k: () => step(-1),
  a: () => decide('approve'),
  r: () => decide('reject'),
  c: () => decide('request-change'),
  h: () => decide('hold'),
  x: () => {
    const box = here()?.querySelector('input[name=item]');
    if (!box) return;
    box.checked = !box.checked;
    count();
  },
  Enter: () => {
    const link = document.querySelector('[data-pane] a');
    if (link && !heading) location.assign(link.href);
  },
};

const isTyping = (target) => target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], dialog');

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (target.closest('[data-decide] textarea')) {
    if (event.key === 'Enter' && !event.shiftKey) {
      const button = pending ?? document.querySelector('[data-decide] [data-action=approve]');
      if (!button) return;
      event.preventDefault();
      button.form.requestSubmit(button);
    } else if (event.key === 'Escape') {
      pending = undefined;
      target.blur();
      if (isStale) refresh();
    }
    return;
  }
  if (isTyping(target)) return;
  const inInbox = document.querySelector('[data-inbox]');
  // On a document's own page the keys of decisions work as well.
  const key = keys[event.key];
  if (!key || (!inInbox && !(['a', 'r', 'c', 'h'].includes(event.key) && document.querySelector('[data-decide]')))) return;
  if (event.key === 'Enter' && target.closest('a, button, summary')) return;
  event.preventDefault();
  key();
});

document.addEventListener('click', (event) => {
  const row = event.target.closest('[data-list] a.row');
  if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  walk(row.href, row.closest('li'));
});

document.addEventListener('change', (event) => {
  if (event.target.matches('#bulk input[name=item]')) count();
});

// A decision that is sent brings a page of its own.
document.addEventListener('submit', halt);

document.addEventListener('page', () => {
  pending = undefined;
  count();
  if (isStale) refresh();
});

const isWriting = () =>
  isTyping(document.activeElement) || [...document.querySelectorAll('[data-decide] textarea, #bulk-words')].some((words) => words.value.trim());

// What others decided goes away; what is being written stays, and so does a page that is on its way.
function refresh() {
  if (!document.querySelector('[data-inbox], .empty[data-live]')) return;
  isStale = coming !== undefined || isWriting();
  if (!isStale) walk(location.href, undefined, byItself);
}
document.addEventListener('changed', refresh);
