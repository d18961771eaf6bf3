// What is ticked in the inbox: how many, how much, and the one line that says so before a key decides on it.

export const chosen = () => [...document.querySelectorAll('#bulk input[name=item]:checked')];

export function count() {
  const bulk = document.querySelector('[data-bulk]');
  if (!bulk) return;
  disarm();
  const all = chosen().length;
  bulk.hidden = all === 0;
  bulk.querySelector('[data-count]').textContent = String(all);
}

// Whole units of the last decimal, so that nothing passes through a float.
function sums() {
  const found = new Map();
  for (const box of chosen()) {
    const { amount, currency } = box.closest('li').dataset;
    const [whole, decimals = ''] = amount.split('.');
    const sum = found.get(currency) ?? { units: 0n, decimals: decimals.length };
    sum.units += BigInt(whole + decimals.padEnd(sum.decimals, '0'));
    found.set(currency, sum);
  }
  const { sample } = document.querySelector('[data-bulk]').dataset;
  return [...found].map(([currency, sum]) => `${written(sum, sample)} ${currency}`).join(' + ');
}

// As the reader's own format writes it; the page shows that format by an example: 1,234,567.89.
export function written({ units, decimals }, sample) {
  const group = sample.match(/\D/)[0];
  const size = sample.indexOf(group) === 2 ? 2 : 3;
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  let rest = digits.slice(0, digits.length - decimals);
  const groups = [rest.slice(-3)];
  for (rest = rest.slice(0, -3); rest; rest = rest.slice(0, -size)) groups.unshift(rest.slice(-size));
  const whole = (units < 0n ? '-' : '') + groups.join(group);
  return decimals ? whole + sample.at(-3) + digits.slice(-decimals) : whole;
}

let armed;

// Says what the next key would do: Enter, or Ctrl Enter where words are asked for first.
export function arm(action) {
  const bulk = document.querySelector('[data-bulk]');
  const button = bulk?.querySelector(`button[name=action][value="${action}"]`);
  if (!button || button.disabled) return;
  disarm();
  armed = button;
  const words = document.getElementById('bulk-words');
  const asks = action !== 'approve' && !words.value.trim();
  const line = bulk.querySelector('[data-confirm]');
  const text = asks ? line.dataset.confirmWords : line.dataset.confirm;
  line.textContent = text
    .replace('{action}', button.textContent)
    .replace('{count}', String(chosen().length))
    .replace('{sums}', sums());
  if (asks) words.focus();
}

export function disarm() {
  armed = undefined;
  document.querySelector('[data-confirm]')?.replaceChildren();
}

export const isArmed = () => armed !== undefined;

export function fire() {
  const button = armed;
  disarm();
  button?.form.requestSubmit(button);
}

document.addEventListener('pointerdown', disarm);
document.addEventListener('page', disarm);
