import type { Page } from 'playwright-core';

export interface AddressToCheck {
  readonly address: string;
  readonly ticker: string;
  readonly parent?: string;
}

/** The large panel of the landing or of an asset page. */
export function addressField(page: Page) {
  return page.locator('main').getByRole('combobox', { name: 'Wallet address' });
}

export function checkButton(page: Page) {
  return page.locator('main').getByRole('button', { name: 'Check', exact: true });
}

/** The row of a suggestion, by ticker and chain. */
export function suggestion(page: Page, { ticker, parent }: Pick<AddressToCheck, 'ticker' | 'parent'>) {
  return page
    .locator('.suggest')
    .getByRole('option', { name: new RegExp(`^${ticker}${parent === undefined ? '' : ` ?${parent}`}(?![A-Z])`) });
}

/** From the landing to the result: paste, choose, check. */
export async function checkAddress(page: Page, subject: AddressToCheck): Promise<void> {
  await addressField(page).fill(subject.address);
  await suggestion(page, subject).click();
  await checkButton(page).click();
  await page.waitForURL(/\/riskcheck\//);
  await page.locator('.verdict .stars, .verdict .na').waitFor();
}

/** From the landing to the form that asks a guest to register first, while the check is kept. */
export async function checkAsGuest(page: Page, siteUrl: string, subject: AddressToCheck): Promise<void> {
  await page.goto(siteUrl);
  await addressField(page).fill(subject.address);
  await suggestion(page, subject).click();
  await checkButton(page).click();
  await page.waitForURL(`${siteUrl}/register`);
  // The address changes a moment before the page does.
  await page.getByRole('button', { name: 'Create account' }).waitFor();
}
