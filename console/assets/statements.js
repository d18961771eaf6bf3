// A bank's file on its way in. The script keeps what was chosen while the answer comes, so that what was looked at is what is brought in.

import { ask, say, show } from './swap.js';

const formOf = (element) => element.closest?.('form[data-file-form]');
const fileField = () => document.querySelector('form[data-file-form] input[type=file]');

async function send(form, submitter) {
  const chosen = fileField().files;
  const body = new FormData(form);
  const buttons = [...document.querySelectorAll('[data-sending]')];
  buttons.forEach((button) => (button.disabled = true));
  const words = submitter?.textContent;
  if (submitter) submitter.textContent = submitter.dataset.sending;
  const answer = await ask(submitter?.getAttribute('formaction') ?? form.getAttribute('action'), { method: 'POST', body, headers: { 'x-console': 'page' } });
  if (submitter) submitter.textContent = words;
  buttons.forEach((button) => (button.disabled = false));
  if (!answer) return;
  const html = await answer.text();
  if (!html) {
    say(document.getElementById('words')?.dataset.failed);
    return;
  }
  show(html, answer.redirected ? answer.url : undefined);
  const field = fileField();
  if (field && !answer.redirected) field.files = chosen;
}

// Before the sending of all forms hears of it.
document.addEventListener(
  'submit',
  (event) => {
    if (!formOf(event.target)) return;
    event.preventDefault();
    send(event.target, event.submitter);
  },
  true,
);

// What was looked at is no longer what is chosen.
document.addEventListener('change', (event) => {
  if (formOf(event.target)) document.querySelector('[data-preview]')?.remove();
});

// A file that is let go anywhere on the field is chosen.
const field = (event) => event.target.closest?.('[data-drop]');
for (const name of ['dragenter', 'dragover', 'dragleave', 'drop']) {
  document.addEventListener(name, (event) => {
    const over = field(event);
    if (!over) return;
    event.preventDefault();
    over.classList.toggle('over', name === 'dragenter' || name === 'dragover');
    if (name !== 'drop' || !event.dataTransfer?.files.length) return;
    const input = over.querySelector('input[type=file]');
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}
