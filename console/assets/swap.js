// Sends forms and puts the page that answers in the place of this one. When the connection is lost, the page and its input stay.

import { toast } from './toast.js';

const words = () => document.getElementById('words')?.dataset ?? {};

// Says something where the page says what a change came to.
export function say(text, isFine = false, link) {
  const place = document.querySelector('[data-said]');
  if (!place) return;
  const p = document.createElement('p');
  p.className = isFine ? 'fine' : 'bad';
  p.textContent = text;
  if (link) {
    const a = document.createElement('a');
    a.href = link.href;
    a.textContent = link.text;
    p.append(' ', a);
  }
  place.replaceChildren(p);
  toast(place);
}

// Puts a page in the place of this one.
export function show(html, address) {
  const next = new DOMParser().parseFromString(html, 'text/html');
  document.title = next.title;
  document.documentElement.dataset.theme = next.documentElement.dataset.theme ?? 'auto';
  document.head.querySelector('meta[name=csrf]')?.setAttribute('content', next.head.querySelector('meta[name=csrf]')?.content ?? '');
  document.body.replaceWith(next.body);
  if (address && address !== location.href) history.pushState({}, '', address);
  window.scrollTo(0, 0);
  document.dispatchEvent(new CustomEvent('page'));
  const first = document.querySelector('[aria-invalid=true]') ?? document.querySelector('[data-first]');
  (first ?? document.getElementById('main'))?.focus();
}

// Puts the page as it is now in the place of this one. What the last change came to stays until the next one.
export function renew(html, address) {
  const fine = document.querySelector('[data-said] .fine');
  const became = document.querySelector('.became');
  show(html, address);
  const said = document.querySelector('[data-said]');
  if (fine && !said?.firstElementChild) said?.append(fine);
  if (became) said?.after(became);
}

// Of a request that nobody clicked for: it does not keep the session from idling.
export const byItself = { 'x-by-itself': '1' };

// A request of a script. Answers nothing when the connection is lost or the session has ended, and says so.
export async function ask(address, options = {}) {
  let answer;
  try {
    answer = await fetch(address, { ...options, headers: { 'x-console': '1', ...options.headers } });
  } catch {
    // What the page itself called off is not lost.
    if (!options.signal?.aborted) say(words().lost);
    return undefined;
  }
  if (answer.status === 401) {
    const to = location.pathname + location.search;
    say(words().signedOut, false, { href: '/sign-in?to=' + encodeURIComponent(to), text: words().signIn });
    return undefined;
  }
  return answer;
}

// What a form sends, with the button that sends it.
export function filled(form, submitter) {
  const data = new FormData(form);
  if (submitter?.name) data.append(submitter.name, submitter.value);
  return new URLSearchParams(data);
}

const keptAt = () => 'input:' + location.pathname;

// Input outlives a lost connection and an expired session: it is kept in this window until it was taken. So is the form's key, since
// what was sent may have been done, and the version that it was written for. What only some people may read, such as a bank's number,
// is not.
export function keep(form) {
  const isKept = (name) => name !== 'csrf' && !form.querySelector(`[data-unkept][name="${CSS.escape(name)}"]`);
  const fields = [...new FormData(form)].filter(([name, value]) => isKept(name) && typeof value === 'string');
  sessionStorage.setItem(keptAt(), JSON.stringify({ action: form.getAttribute('action'), fields }));
}

export function forget() {
  sessionStorage.removeItem(keptAt());
}

export function restore() {
  const kept = JSON.parse(sessionStorage.getItem(keptAt()) ?? 'null');
  if (!kept) return;
  forget();
  const form = [...document.forms].find((form) => form.getAttribute('action') === kept.action);
  if (!form) return;
  for (const choice of form.querySelectorAll('input[type=radio], input[type=checkbox]')) {
    choice.checked = kept.fields.some(([name, value]) => name === choice.name && value === choice.value);
    choice.dispatchEvent(new Event('change', { bubbles: true }));
  }
  const used = {};
  for (const [name, value] of kept.fields) {
    const at = (used[name] = (used[name] ?? -1) + 1);
    const input = form.querySelectorAll(`[name="${CSS.escape(name)}"]`)[at];
    if (!input || input.value === value || ['radio', 'checkbox'].includes(input.type)) continue;
    if (input.type === 'hidden' && !['key', 'version'].includes(name)) continue;
    input.value = value;
    const closed = input.closest('details:not([open])');
    if (closed) closed.open = true;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  say(words().kept, true);
}

async function send(form, submitter) {
  keep(form);
  const buttons = [...form.querySelectorAll('button')].filter((button) => !button.disabled);
  buttons.forEach((button) => (button.disabled = true));
  const body = filled(form, submitter);
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.href;
  const answer = await ask(action, { method: 'POST', body, headers: { 'x-console': 'page' } });
  buttons.forEach((button) => (button.disabled = false));
  if (!answer) return;
  const html = await answer.text();
  if (!html) {
    say(words().failed);
    return;
  }
  if (answer.ok) forget();
  show(html, answer.redirected ? answer.url : undefined);
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.method !== 'post' || form.dataset.plain !== undefined || event.defaultPrevented) return;
  event.preventDefault();
  send(form, event.submitter);
});

window.addEventListener('popstate', () => location.reload());
