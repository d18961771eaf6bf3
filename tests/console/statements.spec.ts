// A bank's file: looked at, brought in, matched with the books and taken back. Each test has a bank account of its own.
import { expect, signIn, test, type Page } from './fixtures.ts';
import { tabTo } from './keys.ts';
import type { As } from './pile.ts';

test.use({ expected: [/status of (409|422)/] });

type Line = { amount: number; name: string; text: string };
type Bank = { account: string; iban: string; today: string; entries: string[] };

let number = 0;

/** A bank account with an entry of each of these amounts, which Clara wrote and Max signed. */
async function bank(as: As, amounts: number[]): Promise<Bank> {
  const { today } = await as('clara').get('/me');
  const account = `BANK-${Date.now()}-${process.pid}-${(number += 1)}`;
  await as('ada').post('/accounts', { account_id: account, account_name: 'Second bank', account_type: 'asset', subtype: 'bank' });
  const entries: string[] = [];
  for (const amount of amounts) {
    const [own, other] = amount < 0 ? [{ credit: -amount }, { debit: -amount }] : [{ debit: amount }, { credit: amount }];
    const lines = [{ account_id: account, ...own }, { account_id: '6200', ...other }];
    // A bank repeats numbers that people can read.
    const journal_entry_id = `JE-CARD-${1e8 + Math.floor(Math.random() * 9e8)}`;
    await as('clara').post('/journal-entries', { journal_entry_id, tran_date: today, memo: 'Card payment', lines });
    await as('clara').post(`/journal-entries/${journal_entry_id}/submit-for-approval`);
    await as('max').post(`/journal-entries/${journal_entry_id}/approve`);
    entries.push(journal_entry_id);
  }
  return { account, iban: `DE${Date.now()}${number}`, today, entries };
}

/** The file of a bank, camt.053: opens with 1,000.00, and closes with `missing` more than its lines come to. */
function camt({ iban, today }: Bank, lines: Line[], missing = 0): { name: string; mimeType: string; buffer: Buffer } {
  const amount = (value: number) => `<Amt Ccy="USD">${Math.abs(value).toFixed(2)}</Amt><CdtDbtInd>${value < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const balance = (code: string, value: number) => `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(value)}<Dt><Dt>${today}</Dt></Dt></Bal>`;
  const entry = ({ amount: value, name, text }: Line, at: number) => {
    const party = value < 0 ? 'Cdtr' : 'Dbtr';
    return `<Ntry>${amount(value)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${today}</Dt></BookgDt><AcctSvcrRef>REF-${at}</AcctSvcrRef><NtryDtls><TxDtls>`
      + `<RltdPties><${party}><Nm>${name}</Nm></${party}></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  };
  const closing = lines.reduce((sum, line) => sum + line.amount, 1000) + missing;
  const text = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S-1</Id>`
    + `<FrToDt><FrDtTm>${today}T00:00:00</FrDtTm><ToDtTm>${today}T23:59:59</ToDtTm></FrToDt><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>USD</Ccy></Acct>`
    + `${balance('OPBD', 1000)}${balance('CLBD', closing)}${lines.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`;
  return { name: 'statement.xml', mimeType: 'application/xml', buffer: Buffer.from(text) };
}

const preview = '[data-preview]';
const waiting = (page: Page) => page.locator('[data-side="lines"] > li');

async function look(page: Page, { account }: Bank, file: ReturnType<typeof camt>): Promise<void> {
  await page.locator('#account_id').selectOption(account);
  await page.locator('#file').setInputFiles(file);
  await page.locator('[data-look]').click();
}

/** The page of matching, with a file brought in by the interface of the console. */
async function matching(page: Page, as: As, amounts: number[], lines: (bank: Bank) => Line[]): Promise<Bank> {
  const of = await bank(as, amounts);
  await signIn(page, 'conny', '/bank-statements');
  await look(page, of, camt(of, lines(of)));
  await page.locator('[data-import]').click();
  await page.waitForURL(/\/bank-statements\/BST/);
  await page.goto(`/matching/${of.account}`);
  return of;
}

test('Conny looks at a file, brings it in, accepts a proposal, and takes it back', async ({ page, as }) => {
  const of = await bank(as, [-42.5, 310]);
  const file = camt(of, [
    { amount: -42.5, name: 'Stationery', text: of.entries[0]! },
    { amount: 310, name: 'Somebody', text: 'no idea' },
    { amount: -7, name: '', text: 'Account fee' },
  ]);
  await signIn(page, 'conny', '/bank-statements');
  await look(page, of, file);
  await expect(page.locator(preview)).toContainText('statement.xml');
  await expect(page.locator(`${preview} tbody tr`)).toHaveCount(1);
  await expect(page.locator(preview)).toContainText('1,260.50');
  expect((await as('conny').get(`/bank-statements?account_id=${of.account}`)).data).toHaveLength(0);
  // The file that was looked at is still chosen.
  await page.locator('[data-import]').click();
  await page.waitForURL(/\/bank-statements\/BST/);
  await expect(page.locator('main tbody tr')).toHaveCount(3);
  expect((await as('conny').get(`/bank-statements?account_id=${of.account}`)).data).toHaveLength(1);

  await page.locator('.head a.go').click();
  await page.waitForURL(`/matching/${of.account}`);
  await expect(waiting(page)).toHaveCount(3);
  const first = waiting(page).filter({ hasText: 'Stationery' });
  await expect(first.locator('.chip').first()).toBeVisible();
  await first.locator('[data-accept]').first().click();
  await expect(waiting(page)).toHaveCount(2);
  await expect(page.locator('[data-said] .fine')).toBeVisible();
  const { data: [made] } = await as('conny').get(`/accounts/${of.account}/matches`);
  expect(made.transaction_ids).toEqual([`journal_entry/${of.entries[0]}#1`]);

  await page.goto(`/matching/${of.account}/matches`);
  await expect(page.locator('main tbody tr')).toContainText(of.entries[0]!);
  await page.locator('button[name="one"]').click();
  await expect(page.locator('main tbody tr')).toHaveCount(0);
  expect((await as('conny').get(`/accounts/${of.account}/matches`)).data).toHaveLength(0);
});

test('a file that cannot be read says where and why, one that is known brings nothing, and money that is missing is told', async ({ page, as }) => {
  const of = await bank(as, []);
  const file = camt(of, [{ amount: 5, name: 'Somebody', text: 'a' }], 3);
  await signIn(page, 'conny', '/bank-statements');
  await look(page, of, { ...file, buffer: file.buffer.subarray(0, 700) });
  await expect(page.locator('main .problem')).toContainText(/line 1, byte \d+/);
  await look(page, of, file);
  await expect(page.locator(`${preview} .break`)).toContainText('3.00');
  await page.locator('[data-import]').click();
  await page.waitForURL(/\/bank-statements\/BST/);
  await expect(page.locator('.breaks')).toContainText('3.00');
  await page.goto('/bank-statements');
  await look(page, of, file);
  await expect(page.locator(preview)).toBeVisible();
  await expect(page.locator('[data-import]')).toHaveCount(0);
});

test('what is ticked is summed up, a difference asks for a reason, and all sure ones are accepted after a look', async ({ page, as }) => {
  await matching(page, as, [-42.5, 310], ({ entries }) => [
    { amount: -42.5, name: 'Stationery', text: entries[0]! },
    { amount: 300, name: 'Somebody', text: 'in part' },
  ]);
  await waiting(page).filter({ hasText: 'Somebody' }).locator('input[type="checkbox"]').check();
  await page.locator('[data-side="books"] tr', { hasText: '310.00' }).locator('[name="transaction"]').check();
  await expect(page.locator('[data-sum="difference"]')).toHaveText('−10.00');
  await page.locator('#by-hand button.go').click();
  await expect(page.locator('main .problem')).toContainText('310.00');
  await expect(page.locator('[name="line"]:checked')).toHaveCount(1);
  await expect(page.locator('[data-sum="difference"]')).toHaveText('−10.00');
  // Enter in the reason sends nothing.
  await page.locator('#reason').fill('The bank kept 10.00');
  await page.locator('#reason').press('Enter');
  await expect(waiting(page)).toHaveCount(2);
  await page.locator('#by-hand button.go').click();
  await expect(waiting(page)).toHaveCount(1);

  await page.locator('a[href$="/sure"]').click();
  await page.waitForURL(/\/sure$/);
  await expect(page.locator('main tbody tr')).toHaveCount(1);
  await expect(page.locator('main tbody tr')).toContainText('42.50');
  await page.locator('main form button.go').click();
  await page.waitForURL(/\/matching\/[^/]+$/);
  await expect(page.locator('main .empty')).toBeVisible();
});

test('a rule is kept, makes the entry of a line, and is switched off', async ({ page, as }) => {
  const of = await matching(page, as, [], () => [{ amount: -7, name: 'The bank', text: 'Account fee 1/2026' }]);
  await page.locator('.head a[href$="/rules"]').click();
  await page.waitForURL(`/matching/${of.account}/rules`);
  await expect(page.locator('main .empty')).toHaveCount(3);
  // What is wrong stands at its field, and what was typed stays.
  await page.locator('#f-text_contains').fill('account fee');
  await page.locator('#f-bank_account_id').fill(of.account);
  await page.locator('main form.form button.go').click();
  await expect(page.locator('#f-account_id-fault')).toBeVisible();
  await expect(page.locator('#f-text_contains')).toHaveValue('account fee');
  await page.locator('#f-account_id').fill('6200');
  await page.locator('#f-makes').selectOption('draft');
  await page.locator('main form.form button.go').click();
  await expect(page.locator('[data-said] .fine')).toBeVisible();
  const entry = page.locator('table[aria-labelledby="entries"] tbody tr');
  await expect(entry).toContainText('7.00');
  await page.locator('form[action$="/entries"] button.go').click();
  await expect(entry.locator('a.chip')).toBeVisible();
  const { data: [line] } = await as('conny').get(`/accounts/${of.account}/unmatched-lines`);
  expect((await as('conny').get(`/journal-entries/${line.line_id}`)).status).toBe('Draft');
  const kept = page.locator('[aria-labelledby="rules"] li').filter({ hasText: 'ACCOUNT FEE'.toLowerCase() });
  await kept.getByRole('button').click();
  await expect(kept.locator('.chip')).toBeVisible();
  await expect(entry).toHaveCount(0);
  await kept.locator('a').first().click();
  await expect(page.locator('#f-text_contains')).toHaveValue('account fee');
});

test('by keys: j and k move, x ticks, a goes to the button and accepts nothing, Enter does it once', async ({ page, as }) => {
  const of = await matching(page, as, [-11, -12], ({ entries }) => [
    { amount: -11, name: 'One', text: entries[0]! },
    { amount: -12, name: 'Two', text: entries[1]! },
  ]);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.locator('.at')).toContainText('Two');
  await page.keyboard.press('k');
  await expect(page.locator('.at')).toContainText('One');
  await page.keyboard.press('x');
  await expect(page.locator('[name="line"]:checked')).toHaveCount(1);
  await page.keyboard.press('x');
  await page.keyboard.press('a');
  await page.waitForTimeout(400);
  expect((await as('conny').get(`/accounts/${of.account}/matches`)).data).toHaveLength(0);
  // Held down, it accepts one.
  await page.keyboard.down('Enter');
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(waiting(page)).toHaveCount(1);
  await page.waitForTimeout(400);
  expect((await as('conny').get(`/accounts/${of.account}/matches`)).data).toHaveLength(1);
  // Without the keys of the page, too.
  await page.reload();
  await tabTo(page, '[data-accept]');
  await page.keyboard.press('Enter');
  await expect(page.locator('main .empty')).toBeVisible();
});

test('a line that nothing in the books belongs to is explained, or begins an entry', async ({ page, as }) => {
  const of = await matching(page, as, [], () => [
    { amount: -7, name: 'The bank', text: 'Account fee' },
    { amount: 0.25, name: 'The bank', text: 'Interest' },
  ]);
  const fee = waiting(page).filter({ hasText: 'Account fee' });
  await fee.locator('summary').click();
  await fee.getByRole('link', { name: /entry/ }).click();
  await page.waitForURL(/\/new\/journal-entries/);
  await expect(page.locator('#l-1-account_id')).toHaveValue(of.account);
  await expect(page.locator('#l-1-credit')).toHaveValue(/^7(\.00)?$/);
  await expect(page.locator('main [name="memo"]')).toHaveValue('The bank: Account fee');
  await page.goto(`/matching/${of.account}`);
  const interest = waiting(page).filter({ hasText: 'Interest' });
  await interest.locator('summary').click();
  await interest.locator('[name="reason"]').fill('Too little to be booked');
  await interest.locator('form.explain button:not([hidden])').click();
  await expect(waiting(page)).toHaveCount(1);
  await page.goto(`/matching/${of.account}/matches`);
  await expect(page.locator('main tbody')).toContainText('Too little to be booked');
});

test('who may only read sees the lines, and no button', async ({ page, as }) => {
  const of = await matching(page, as, [-11], ({ entries }) => [{ amount: -11, name: 'One', text: entries[0]! }]);
  const { permissions } = await as('max').get('/me');
  test.skip(!permissions.includes('bank_statement.read'), 'managers may not read statements');
  await signIn(page, 'max', `/matching/${of.account}`);
  await expect(waiting(page)).toHaveCount(1);
  await expect(page.locator('main button, main [name="line"]')).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a file is looked at, chosen again, brought in and matched', async ({ page, as }) => {
    const of = await bank(as, [-11]);
    const file = camt(of, [{ amount: -11, name: 'One', text: of.entries[0]! }]);
    await signIn(page, 'conny', '/bank-statements');
    await look(page, of, file);
    await expect(page.locator(`${preview} tbody tr`)).toHaveCount(1);
    await expect(page.locator('.no-script')).toBeVisible();
    await page.locator('#file').setInputFiles(file);
    await page.locator('[data-import]').click();
    await page.waitForURL(/\/bank-statements\/BST/);
    await page.goto(`/matching/${of.account}`);
    await page.locator('[data-accept]').first().click();
    await expect(page.locator('main .empty')).toBeVisible();
    expect((await as('conny').get(`/accounts/${of.account}/matches`)).data).toHaveLength(1);
  });
});
