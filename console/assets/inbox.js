// The inbox by keyboard: j and k walk, a approves, r, c and h ask for words first, x selects.

import { ask, show } from './swap.js';

let walking;

// Opens another page in the place of this one, keeping the list where it is scrolled.
async function walk(address) {
  walking?.abort();
  walking = new AbortController();
  const top = document.querySelector('[data-list]')?.scrollTop ?? 0;
  const selected = chosen().map((box) => box.value);
  const { signal } = walking;
  const answer = await ask(address, { signal }).catch(() => undefined);
  if (!answer || signal.aborted) return;
  const html = await answer.text();
  if (signal.aborted) return;
  show(html, answer.url);
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

function step(by) {
  const all = rows();
  const at = all.findIndex((row) => row.classList.contains('open'));
  const next = all[at + by];
  if (next) walk(next.querySelector('a.row').href);
}

// The action that the words are being written for.
let pending;

function decide(action) {
  const button = document.querySelector(`[data-decide] [data-action="${action}"]`);
  // While one decision is on its way, the key is not the next document's.
  if (!button || button.disabled) return;
  const words = button.form.querySelector('textarea');
  if (action === 'approve' || !words || words.value.trim()) {
    button.form.requestSubmit(button);
    return;
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
    const box = document.querySelector('.list .open input[name=item]');
    if (!box) return;
    box.checked = !box.checked;
    count();
  },
  Enter: () => {
    const link = document.querySelector('[data-pane] a');
    if (link) location.assign(link.href);
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
  walk(row.href);
});

document.addEventListener('change', (event) => {
  if (event.target.matches('#bulk input[name=item]')) count();
});

document.addEventListener('page', () => {
  pending = undefined;
  count();
});

// What others decided goes away; what is being written stays.
document.addEventListener('changed', () => {
  const words = document.querySelector('[data-decide] textarea');
  if (document.querySelector('[data-inbox], .empty[data-live]') && !words?.value.trim()) walk(location.href);
});
