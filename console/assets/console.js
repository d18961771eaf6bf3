// What every page does: keys, copying, menus.

import { restore } from './swap.js';
import './toast.js';
import './palette.js';
import './inbox.js';
import './editor.js';
import './live.js';
import './register.js';
import './reports.js';
import './audit.js';
import './close.js';
import './reconciliation.js';
import './statements.js';
import './matching.js';
import './rules.js';

document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (button) {
    await navigator.clipboard?.writeText(button.dataset.copy);
    button.textContent = button.dataset.copied;
  }
  for (const open of document.querySelectorAll('details.who[open]')) {
    if (!open.contains(event.target)) open.open = false;
  }
});

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  for (const open of document.querySelectorAll('details.who[open]')) {
    open.open = false;
    open.querySelector('summary').focus();
  }
});

// Wide: the menu is always open; narrow: it opens.
const wide = matchMedia('(min-width: 50.01rem)');
function menu() {
  const menu = document.querySelector('[data-menu]');
  if (menu) menu.open = wide.matches;
}
wide.addEventListener('change', menu);
document.addEventListener('page', menu);
menu();
restore();
