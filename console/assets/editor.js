// Writing documents: lines that come and go, arrows between rows, rows pasted from a spreadsheet, and keys that save.

const lines = (of) => of?.closest?.('table[data-lines]');
const rows = (table) => [...table.tBodies[0].rows];
const inputs = (row) => [...row.querySelectorAll('input:not([type=hidden]), select')];
// What is always chosen says nothing.
const isEmpty = (row) => inputs(row).every((input) => input.matches('select') || !input.value.trim());

// The rows have their numbers in what they show and in what they are called.
function number(table) {
  rows(table).forEach((row, at) => {
    const n = String(at + 1);
    row.querySelector('[data-number]').textContent = n;
    for (const input of row.querySelectorAll('input:not([type=hidden]), select')) {
      const cell = input.closest('td');
      input.id = `l-${n}-${input.name.slice(5)}`;
      input.setAttribute('aria-label', table.dataset.cell.replace('{}', cell.dataset.label).replace('{}', n));
      cell.querySelector('[data-named]')?.setAttribute('data-named', input.id);
      const fault = cell.querySelector('.fault');
      if (fault) {
        fault.id = `${input.id}-fault`;
        input.setAttribute('aria-describedby', fault.id);
      }
    }
    const remove = row.querySelector('[data-remove]');
    remove.value = n;
    remove.setAttribute('aria-label', table.dataset.removeLabel.replace('{}', n));
    const raise = row.querySelector('[data-raise]');
    if (raise) {
      raise.value = n;
      raise.setAttribute('aria-label', table.dataset.raiseLabel.replace('{}', n));
    }
  });
}

function clear(row) {
  row.classList.remove('wrong');
  row.querySelectorAll('.fault').forEach((fault) => fault.remove());
  row.querySelectorAll('[data-named]').forEach((named) => (named.textContent = ''));
  inputs(row).concat([...row.querySelectorAll('input[type=hidden]')]).forEach((input) => {
    if (input.matches('select')) input.selectedIndex = 0;
    else input.value = '';
    for (const name of ['aria-invalid', 'aria-describedby', 'data-first', 'placeholder']) input.removeAttribute(name);
  });
}

function add(table, count = 1) {
  const all = rows(table);
  const room = Number(table.dataset.max) - all.length;
  for (let left = Math.min(count, room); left > 0; left -= 1) {
    const row = all[all.length - 1].cloneNode(true);
    clear(row);
    table.tBodies[0].append(row);
  }
  number(table);
}

function remove(row) {
  const table = lines(row);
  const at = rows(table).indexOf(row);
  if (rows(table).length > 1) row.remove();
  else clear(row);
  number(table);
  const next = rows(table)[Math.min(at, rows(table).length - 1)];
  inputs(next)[0].focus();
  lookSoon(table.closest('form'));
}

// Of lines whose order says something, one goes above the line before it.
function raise(row) {
  const before = row.previousElementSibling;
  if (!before) return;
  before.before(row);
  number(lines(row));
  row.querySelector('[data-raise]').focus();
}

// What is typed anew is not wrong until it was asked about again.
function forgive(input) {
  if (!input.hasAttribute('aria-invalid')) return;
  input.removeAttribute('aria-invalid');
  document.getElementById(`${input.id}-fault`)?.remove();
}

// Beside an id stands its name.
function name(input) {
  if (!input.list) return;
  const named = input.parentElement.querySelector('[data-named]');
  const option = [...input.list.options].find((option) => option.value === input.value.trim());
  if (named) named.textContent = option?.label === option?.value ? '' : (option?.label ?? '');
}

// The period follows the date until another one is picked, as the service does for a form that is sent without this script.
function follow(form) {
  const { tran_date: date, posting_period_id: period, proposed_period: proposed, proposed_for: day } = form.elements;
  if (!date || !period || !proposed) return;
  const options = [...document.querySelectorAll('#periods option')];
  const found = options.find(({ dataset }) => dataset.first <= date.value && date.value <= dataset.last);
  if (date.value !== day.value && period.getAttribute('aria-required')) {
    const isPicked = period.value.trim() && period.value.trim() !== proposed.value;
    proposed.value = found?.value ?? '';
    day.value = date.value;
    if (!isPicked) {
      period.value = proposed.value;
      name(period);
    }
  }
  const picked = options.find((option) => option.value === period.value.trim());
  const place = form.querySelector('[data-elsewhere]');
  const [year, month, of] = date.value.split('-');
  const text = place.dataset.day.replace('{y}', year).replace('{m}', month).replace('{d}', of);
  const said = picked && of && picked !== found ? place.dataset.elsewhere.replace('{}', picked.value).replace('{}', text) : '';
  if (place.textContent !== said) place.textContent = said;
}

function move(input, by) {
  const table = lines(input);
  const all = rows(table);
  const row = input.closest('tr');
  const to = all.indexOf(row) + by;
  if (to < 0) return;
  if (to >= all.length) add(table);
  const next = inputs(rows(table)[to] ?? row)[inputs(row).indexOf(input)];
  next?.focus();
  next?.select?.();
}

function paste(input, text) {
  const table = lines(input);
  const column = inputs(input.closest('tr')).indexOf(input);
  const from = rows(table).indexOf(input.closest('tr'));
  const pasted = text.replace(/\r/g, '').replace(/\n+$/, '').split('\n').map((row) => row.split('\t'));
  const missing = from + pasted.length + 1 - rows(table).length;
  if (missing > 0) add(table, missing);
  const all = rows(table);
  pasted.forEach((values, down) => {
    const cells = all[from + down] ? inputs(all[from + down]) : [];
    values.forEach((value, right) => {
      const cell = cells[column + right];
      if (!cell) return;
      cell.value = value.trim();
      name(cell);
    });
  });
  const last = all[Math.min(from + pasted.length, all.length - 1)];
  inputs(last)[column]?.focus();
  lookSoon(input.form);
}

document.addEventListener('input', (event) => {
  const input = event.target;
  if (!input.closest?.('form[data-editor]')) return;
  name(input);
  forgive(input);
  if (['tran_date', 'posting_period_id'].includes(input.name)) follow(input.form);
  const form = input.closest('form[data-ahead]');
  if (form) lookSoon(form);
  const table = lines(input);
  if (!table) return;
  const all = rows(table);
  if (input.closest('tr') === all[all.length - 1] && !isEmpty(all[all.length - 1])) add(table);
});

document.addEventListener('click', (event) => {
  const more = event.target.closest('form[data-editor] [data-more]');
  if (more) {
    event.preventDefault();
    const table = more.form.querySelector('table[data-lines]');
    const before = rows(table).length;
    add(table, Number(more.value));
    inputs(rows(table)[Math.min(before, rows(table).length - 1)])[0].focus();
  }
  const gone = event.target.closest('form[data-editor] [data-remove]');
  if (gone) {
    event.preventDefault();
    remove(gone.closest('tr'));
  }
  const up = event.target.closest('form[data-editor] [data-raise]');
  if (up) {
    event.preventDefault();
    raise(up.closest('tr'));
  }
});

document.addEventListener('paste', (event) => {
  const input = event.target;
  if (!input.matches?.('input') || !lines(input)) return;
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (!/[\t\n]/.test(text.trimEnd())) return;
  event.preventDefault();
  paste(input, text);
});

document.addEventListener('keydown', (event) => {
  const form = event.target.closest?.('form[data-editor]') ?? (event.target === document.body || event.target.id === 'main' ? document.querySelector('form[data-editor]') : null);
  // An input method is at work: its keys are letters yet to come.
  if (!form || event.isComposing || event.keyCode === 229) return;
  const withKey = event.ctrlKey || event.metaKey;
  if (withKey && !event.altKey && (event.key === 'Enter' || event.key.toLowerCase() === 's')) {
    event.preventDefault();
    const button = form.querySelector('[data-save]');
    // S saves, and nothing else; what a page of an action does goes with Enter. Held down, it is sent once.
    if (event.repeat || !button || (event.key !== 'Enter' && button.value !== 'save')) return;
    form.requestSubmit(button);
    return;
  }
  const input = event.target;
  if (!lines(input) || !input.matches('input') || event.altKey || event.shiftKey) return;
  const by = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
  // Arrows choose among suggestions where a field has some; with Ctrl they move there as well.
  if (!by || (input.list && event.key !== 'Enter' && !withKey)) return;
  event.preventDefault();
  move(input, by);
});

// While somebody writes, the interface is asked what it would come to: its answer appears below, with the amounts that it worked out.
let waiting;
let asking;

async function look(form) {
  asking?.abort();
  asking = new AbortController();
  const body = new URLSearchParams([...new FormData(form), ['intent', 'preview']].filter(([, value]) => typeof value === 'string'));
  let html;
  try {
    const answer = await fetch(form.getAttribute('action'), { method: 'POST', body, headers: { 'x-console': '1' }, signal: asking.signal });
    if (answer.redirected || !answer.ok) return;
    html = await answer.text();
  } catch {
    return;
  }
  if (!form.isConnected) return;
  const next = new DOMParser().parseFromString(html, 'text/html');
  const place = document.querySelector('[data-preview]');
  const notYet = document.querySelector('[data-not-yet]');
  const came = next.querySelector('[data-preview]');
  if (!place || !came) return;
  place.replaceChildren(...came.childNodes);
  if (next.getElementById('preview')) form.querySelectorAll('.problem, .fault').forEach((gone) => gone.remove());
  const problem = next.querySelector('.problem p')?.textContent;
  notYet.textContent = problem ? form.dataset.ahead.replace('{}', problem) : '';
  for (const input of form.querySelectorAll('table[data-lines] input[id]')) {
    const worked = next.getElementById(input.id)?.getAttribute('placeholder');
    if (worked) input.setAttribute('placeholder', worked);
    else input.removeAttribute('placeholder');
  }
}

function lookSoon(form) {
  clearTimeout(waiting);
  asking?.abort();
  if (!form.matches('[data-ahead]')) return;
  const table = form.querySelector('table[data-lines]');
  const hasLines = table && rows(table).length <= 200 && rows(table).some((row) => !isEmpty(row));
  const isWorth = hasLines || form.elements.payment?.value;
  if (isWorth) waiting = setTimeout(() => look(form), 600);
}

function stop() {
  clearTimeout(waiting);
  asking?.abort();
}
document.addEventListener('submit', stop);
document.addEventListener('page', stop);

// Input that is given back after a lost connection may have more lines than the page.
const kept = JSON.parse(sessionStorage.getItem('input:' + location.pathname) ?? 'null');
const table = document.querySelector('table[data-lines]');
if (kept && table) {
  const { name: first } = inputs(rows(table)[0])[0];
  const missing = kept.fields.filter(([field]) => field === first).length - rows(table).length;
  if (missing > 0) add(table, missing);
}
