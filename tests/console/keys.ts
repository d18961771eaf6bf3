// Going about with keys alone: `Tab` reaches everything, so a test names where it wants to be and then only presses keys.
import type { Page } from '@playwright/test';

/** Goes on with Tab until the focus is where it should be. */
export async function tabTo(page: Page, selector: string, most = 120): Promise<void> {
  for (let at = 0; at < most; at += 1) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${selector}`);
}

/** Goes to a link or a button and presses Enter. */
export async function enter(page: Page, selector: string): Promise<void> {
  await tabTo(page, selector);
  await page.keyboard.press('Enter');
}

/** As long as a document must have been on the screen before a key decides it. */
export const seen = (page: Page): Promise<void> => page.waitForTimeout(350);

/** Goes to a field and writes over what it says. */
export async function write(page: Page, selector: string, text: string): Promise<void> {
  await tabTo(page, selector);
  await page.keyboard.press('ControlOrMeta+A');
  if (text) await page.keyboard.type(text);
  else await page.keyboard.press('Delete');
}

/** Chooses one of a group of radio buttons with the arrows. */
export async function choose(page: Page, name: string, value: string): Promise<void> {
  await tabTo(page, `input[name="${name}"]`);
  const chosen = page.locator(`input[name="${name}"]:checked`);
  for (let at = 0; at < 10 && (await chosen.getAttribute('value')) !== value; at += 1) await page.keyboard.press('ArrowDown');
}

/** Signs in by keys alone. */
export async function signInByKeys(page: Page, person: string, to: string): Promise<void> {
  await page.goto(`/sign-in?to=${encodeURIComponent(to)}`);
  await enter(page, `button[value="${person}"]`);
  await page.waitForURL((url) => url.pathname !== '/sign-in');
}
