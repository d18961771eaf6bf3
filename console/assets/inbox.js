// The inbox by keyboard: j and k walk, a approves, r, c and h ask for words first, x selects. No key that types decides anything.
// See docs/rules/console.md#keys-that-decide.

import { arm, chosen, count, disarm, fire, isArmed } from './chosen.js';
import { ask, byItself, renew, show } from './swap.js';

// The page that is on its way, and the row that a key asked for; none when the page only brings the list up to date.
let coming;
let heading;
// How far down the list was when a document was laid over it.
let listAt;
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
  own.isByItself = headers === byItself;
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
  // On a small screen one is where one was, and no row stands beside its document.
  if (isSeen(document.querySelector('[data-pane]'))) document.querySelector('.list .open')?.scrollIntoView({ block: 'nearest' });
}

const rows = () => [...document.querySelectorAll('[data-list] > li')];

// On a small screen the list is shown, or the document over it.
const isSeen = (element) => element?.getClientRects().length > 0;
const isOver = () => !isSeen(document.querySelector('[data-list]')) && isSeen(document.querySelector('[data-pane]'));

// Where one is, or will be in a moment.
const here = () => rows().find((row) => (heading ? row.dataset.key === heading : row.classList.contains('open')));

function step(by) {
  const all = rows();
  // What is open is not shown on a small screen: it comes first.
  const next = all[all.indexOf(here()) + (isSeen(document.querySelector('[data-pane]')) ? by : 0)];
  if (next) walk(next.querySelector('a.row').href, next);
}

// The action that the words are being written for: chosen by its key or its button, and named on the button.
let pending;

function unchoose() {
  if (!pending) return;
  pending.textContent = pending.dataset.plain;
  pending.removeAttribute('aria-pressed');
  pending = undefined;
}

// Asks for the words of an action; nothing is sent before its button is pressed, or Ctrl Enter.
function choose(button) {
  const words = button.form.querySelector('textarea');
  // No other page takes the place of the words.
  if (coming) {
    halt();
    isStale = true;
  }
  if (button !== pending) {
    unchoose();
    pending = button;
    const { withReason, withComment } = button.form.dataset;
    button.dataset.plain = button.textContent;
    button.textContent = (button.dataset.action === 'request-change' ? withComment : withReason).replace('{}', button.dataset.plain);
    button.setAttribute('aria-pressed', 'true');
  }
  words.focus();
  words.scrollIntoView({ block: 'nearest' });
}

// A key decides only what has been on the screen for so many milliseconds: nobody has seen what came a moment ago.
const SEEN = 300;
// Which document, in which version. The same one is not new when the list around it is brought up to date.
const inSight = () => {
  const form = document.querySelector('[data-decide]');
  return isSeen(form) && `${form.getAttribute('action')} ${form.querySelector('[name=version]').value}`;
};
let shown = inSight();
let shownAt = performance.now();
// When a script put it there: a finger or a mouse may still be on its way to what stood there before.
let putAt = -SEEN;

function decide(action) {
  if (chosen().length) {
    // The line that says so stands at the list.
    if (isOver()) document.querySelector('[data-back]')?.click();
    else arm(action);
    return;
  }
  const button = document.querySelector(`[data-decide] [data-action="${action}"]`);
  // While one decision is on its way, the key is not the next document's.
  if (!button || button.disabled) return;
  // Nor one that a small screen does not show: it is opened.
  if (!isSeen(button)) {
    step(0);
    return;
  }
  // Nor does it decide what is left behind, before the document is there that was walked to.
  if (heading || performance.now() - shownAt < SEEN) return;
  if (action === 'approve') button.form.requestSubmit(button);
  else choose(button);
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
  Escape: () => isOver() && document.querySelector('[data-back]')?.click(),
  Enter: () => {
    const link = document.querySelector('[data-pane] a:not([data-back])');
    if (!link || heading) return;
    if (isSeen(link)) location.assign(link.href);
    else step(0);
  },
};

// What a key that is held down may do again and again.
const WALKS = ['j', 'k'];

const isTyping = (target) => target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], dialog');

// In the words Enter makes a line. Ctrl or Cmd with Enter sends the action that was chosen, and no other.
function typed(event) {
  const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat;
  const isBulk = event.target.id === 'bulk-words';
  if (sends && (isBulk ? isArmed() : pending)) {
    event.preventDefault();
    if (isBulk) fire();
    else pending.form.requestSubmit(pending);
  } else if (event.key === 'Escape') {
    unchoose();
    disarm();
    event.target.blur();
    if (isStale) refresh();
  }
}

document.addEventListener('keydown', (event) => {
  // An input method is at work: its keys are letters yet to come.
  if (event.isComposing || event.keyCode === 229) return;
  const { target } = event;
  if (target.closest('[data-decide] textarea, #bulk-words')) {
    typed(event);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
  const inInbox = document.querySelector('[data-inbox]');
  // On a document's own page the keys of decisions work as well.
  const key = keys[event.key];
  const wasArmed = isArmed();
  if (wasArmed && event.key === 'Enter' && !target.closest('a, button, summary')) {
    event.preventDefault();
    if (!event.repeat) fire();
    return;
  }
  if (wasArmed) disarm();
  if (!key || (!inInbox && !(['a', 'r', 'c', 'h'].includes(event.key) && document.querySelector('[data-decide]')))) return;
  if (event.key === 'Enter' && target.closest('a, button, summary')) return;
  event.preventDefault();
  if (!event.repeat || WALKS.includes(event.key)) key();
});

document.addEventListener('click', (event) => {
  // An action that takes words asks for them first; pressed again, it goes as it stands.
  const button = event.target.closest('[data-decide] [data-action]');
  if (button && performance.now() - putAt < SEEN) {
    event.preventDefault();
    return;
  }
  const asks = button && ['reject', 'request-change', 'hold'].includes(button.dataset.action);
  if (asks && button !== pending && !button.form.querySelector('textarea')?.value.trim()) {
    event.preventDefault();
    choose(button);
    return;
  }
  const way = event.target.closest('[data-list] a.row, [data-back]');
  if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const row = way.closest('[data-list] > li') ?? undefined;
  if (!isOver()) listAt = { y: scrollY, key: row?.dataset.key, top: row?.getBoundingClientRect().top };
  walk(way.href, row);
});

document.addEventListener('change', (event) => {
  if (event.target.matches('#bulk input[name=item]')) count();
});

// A decision that is sent brings a page of its own.
document.addEventListener('submit', halt);

// Back at the list, one is where one was: the row that was touched stands where it stood. Rows that nobody saw yet have a height that is only
// about right, until the frame in which they come into sight.
function backTo({ y, key, top }) {
  scrollTo(0, y);
  const row = key && document.querySelector(`[data-list] > li[data-key="${CSS.escape(key)}"]`);
  if (!row) return;
  const settle = () => scrollBy(0, row.getBoundingClientRect().top - top);
  settle();
  requestAnimationFrame(() => requestAnimationFrame(settle));
}

document.addEventListener('page', () => {
  pending = undefined;
  // What was asked for by itself is older than the page that a decision brought.
  if (coming?.isByItself) halt();
  if (inSight() !== shown) shownAt = putAt = performance.now();
  shown = inSight();
  if (listAt !== undefined && isSeen(document.querySelector('[data-list]'))) {
    backTo(listAt);
    listAt = undefined;
  }
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
