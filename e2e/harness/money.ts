import type { Locator, Page } from 'playwright-core';
import { withDatabase } from './database.ts';

/** The billing tab, once its plans and prices are shown. */
export async function openTariffs(page: Page, siteUrl: string): Promise<void> {
  await page.goto(`${siteUrl}/account?tab=tariffs`);
  await plan(page, 'Standard').waitFor();
  await payAsYouGo(page).getByText('Total $9.90').waitFor();
}

export function plan(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Plans' }).getByRole('region', { name, exact: true });
}

export function payAsYouGo(page: Page): Locator {
  return page.getByRole('region', { name: 'Pay As You Go' });
}

export function billing(page: Page): Locator {
  return page.getByRole('region', { name: 'Billing information' });
}

/** Opens the menu of a button and picks a payment method; the browser then opens the provider's page. */
export async function choose(button: Locator, method: 'Card' | 'Crypto'): Promise<void> {
  await button.click();
  await button.page().getByRole('menuitem', { name: method }).click();
}

/** Buys a plan at the card provider's own page, and waits until the server has been notified. */
export async function buyPlanByCard(page: Page, siteUrl: string, name: string): Promise<void> {
  await choose(plan(page, name).getByRole('button', { name: `Buy ${name}` }), 'Card');
  await page.getByRole('button', { name: /^Pay \$.+ with 4242/ }).click();
  await page.waitForURL(`${siteUrl}/account?tab=tariffs`);
  await page
    .locator('.alerts')
    .getByText(/^Paid: /)
    .waitFor();
}

/** Moves an account to another plan, as a manual sale does. */
export async function putOnPlan(email: string, planId: number): Promise<void> {
  await withDatabase((client) =>
    client.query(
      `INSERT INTO ledger_entries (tariff, kind, checks, reason, key, plan_id, expires_at, created_at)
       SELECT t.id, 'grant', 0, 'operator', md5(random()::text), $2, now() + interval '1 year', now()
         FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder JOIN users u ON u.sub = h.sub WHERE u.email = $1`,
      [email, planId],
    ),
  );
}
