// The palette and the help: ⌘K or Ctrl-K finds and does anything, / as well, ? shows the keys.

import { ask } from './swap.js';

const palette = () => document.getElementById('palette');
const input = () => palette()?.querySelector('input');
const place = () => document.getElementById('palette-results');
const options = () => [...(place()?.querySelectorAll('[role=option]') ?? [])];

// What is open is closed before something else opens.
function open(dialog) {
  if (!dialog || dialog.open) return;
  document.querySelector('dialog[open]')?.close();
  dialog.showModal();
}

function choose(option) {
  for (const one of options()) one.setAttribute('aria-selected', String(one === option));
  if (option) {
    input().setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  } else {
    input().removeAttribute('aria-activedescendant');
  }
}

let looking;
let waiting;

async function look() {
  looking?.abort();
  looking = new AbortController();
  const { signal } = looking;
  const address = '/search?q=' + encodeURIComponent(input().value.trim());
  const answer = await ask(address, { signal }).catch(() => undefined);
  if (signal.aborted || !palette()?.open) return;
  if (!answer) {
    // What happened is said on the page, behind the palette.
    palette().close();
    return;
  }
  const html = await answer.text();
  if (signal.aborted || !answer.ok) return;
  const found = new DOMParser().parseFromString(html, 'text/html');
  place().replaceChildren(...found.body.childNodes);
  input().setAttribute('aria-expanded', String(options().length > 0));
  input().setAttribute('aria-controls', options().length > 0 ? 'palette-list' : 'palette-results');
  choose(options()[0]);
}

function find() {
  const dialog = palette();
  if (!dialog || dialog.open) return;
  open(dialog);
  input().select();
  look();
}

function step(by) {
  const all = options();
  if (all.length === 0) return;
  const at = all.findIndex((one) => one.getAttribute('aria-selected') === 'true');
  choose(all[(at + by + all.length) % all.length]);
}

const isTyping = (target) => target.closest?.('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], dialog');

document.addEventListener('keydown', (event) => {
  if (event.isComposing || event.keyCode === 229) return;
  const withKey = event.ctrlKey || event.metaKey;
  if (withKey && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    if (palette()?.open) palette().close();
    else find();
    return;
  }
  if (event.target === input()) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = options().find((one) => one.getAttribute('aria-selected') === 'true');
      if (!chosen || event.repeat) return;
      if (withKey) window.open(chosen.href, '_blank', 'noopener');
      else location.assign(chosen.href);
    }
    return;
  }
  if (withKey || event.altKey || isTyping(event.target)) return;
  if (event.key === '/') {
    event.preventDefault();
    find();
  } else if (event.key === '?') {
    event.preventDefault();
    open(document.getElementById('keys'));
  }
});

document.addEventListener('input', (event) => {
  if (event.target !== input()) return;
  clearTimeout(waiting);
  waiting = setTimeout(look, 120);
});

// A click beside a dialog closes it.
document.addEventListener('click', (event) => {
  if (event.target.matches('dialog.palette, dialog.help')) event.target.close();
});
