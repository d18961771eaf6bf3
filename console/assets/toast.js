// What a change came to lies over the page: it is read out, goes by itself when it is good news, and moves nothing.

// Long enough to be read at leisure.
const time = (text) => Math.max(6000, text.length * 90);

let leaving;

function leave(place) {
  clearTimeout(leaving);
  place.replaceChildren();
}

// Good news goes; bad news stays until it is put away or something else is said.
function wait(place) {
  clearTimeout(leaving);
  const fine = place.querySelector('.fine');
  if (fine) leaving = setTimeout(() => leave(place), time(fine.textContent));
}

// To be called with what was just said.
export function toast(place) {
  const p = place?.querySelector('p');
  if (!p) return;
  if (!p.querySelector('button')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = '×';
    button.setAttribute('aria-label', document.querySelector('template[data-dismiss]')?.dataset.dismiss ?? '×');
    button.addEventListener('click', () => leave(place));
    p.append(button);
  }
  // While somebody reads it with the pointer or the cursor on it, it stays.
  for (const [event, then] of [['pointerenter', () => clearTimeout(leaving)], ['focusin', () => clearTimeout(leaving)], ['pointerleave', () => wait(place)], ['focusout', () => wait(place)]]) {
    p.addEventListener(event, then);
  }
  wait(place);
}

// A message that came with the page is put in anew, so that it is read out as one that comes later.
function arrive() {
  const place = document.querySelector('[data-said]');
  const p = place?.querySelector('p');
  if (!p) return;
  place.replaceChildren(p);
  toast(place);
}
document.addEventListener('page', arrive);
arrive();

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  const place = document.querySelector('[data-said]');
  if (place?.querySelector('.fine')) leave(place);
});

// A fault leads to its field: the cursor stands in it, also where the field was folded away.
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-to-field]');
  if (!link) return;
  const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (!target) return;
  event.preventDefault();
  const fold = target.closest('details:not([open])');
  if (fold) fold.open = true;
  const field = target.matches('input, select, textarea, button') ? target : target.querySelector('input, select, textarea, button');
  target.scrollIntoView({ block: 'center' });
  field?.focus();
});
