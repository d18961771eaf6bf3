// Reports: printing, and a period or days, whichever was chosen last.

document.addEventListener('click', (event) => {
  if (event.target.closest('[data-print]')) window.print();
});

document.addEventListener('change', (event) => {
  const form = event.target.closest('form[data-report]');
  if (!form) return;
  const days = [...form.querySelectorAll('input[type="date"]')];
  if (event.target.name === 'period_id' && event.target.value) days.forEach((day) => (day.value = ''));
  if (days.includes(event.target) && form.elements.period_id) form.elements.period_id.value = '';
});
