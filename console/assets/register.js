// Registers by keyboard: j and k walk the rows, Enter opens one, x selects it, n turns the page.

const table = () => document.querySelector('[data-register]');
const rows = () => [...(table()?.tBodies[0].rows ?? [])];
const here = () => table()?.querySelector('tr.here');
const boxes = () => [...(table()?.querySelectorAll('.pick input') ?? [])];

function go(row) {
  if (!row) return;
  here()?.classList.remove('here');
  row.classList.add('here');
  row.querySelector('th a').focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

function step(by) {
  const all = rows();
  const at = all.indexOf(here());
  go(all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]);
}

const picked = () => boxes().filter((box) => box.checked);

function count() {
  const bar = document.querySelector('[data-picked]');
  if (!bar) return;
  bar.hidden = picked().length === 0;
  bar.querySelector('[data-count]').textContent = String(picked().length);
}

const keys = {
  j: () => step(1),
  k: () => step(-1),
  x: () => {
    const box = here()?.querySelector('.pick input');
    if (!box) return;
    box.checked = !box.checked;
    count();
  },
  Enter: () => here()?.querySelector('th a').click(),
  n: () => document.querySelector('.more a[rel=next]')?.click(),
};

const isTyping = (target) => target.closest?.('input:not([type=checkbox]), textarea, select, [contenteditable], dialog');

document.addEventListener('keydown', (event) => {
  if (!table() || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const key = keys[event.key];
  if (!key || (event.key === 'Enter' && event.target.closest('a, button, summary'))) return;
  event.preventDefault();
  if (!event.repeat || ['j', 'k'].includes(event.key)) key();
});

document.addEventListener('focusin', (event) => {
  const row = event.target.closest?.('[data-register] tbody tr');
  if (!row || row === here()) return;
  here()?.classList.remove('here');
  row.classList.add('here');
});

document.addEventListener('change', (event) => {
  if (event.target.closest?.('[data-register] .pick')) count();
});

document.addEventListener('click', async (event) => {
  const bar = event.target.closest?.('[data-picked]');
  if (!bar) return;
  if (event.target.matches('[data-none]')) {
    for (const box of boxes()) box.checked = false;
    count();
  } else if (event.target.matches('[data-ids]')) {
    await navigator.clipboard?.writeText(picked().map((box) => box.value).join('\n'));
    event.target.textContent = bar.dataset.copied;
  }
});

document.addEventListener('page', count);
// A page that comes back from the browser's memory keeps what was selected.
window.addEventListener('pageshow', count);
