import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessibleHere } from '../../harness/accessible.ts';
import { launchBrowser } from '../../harness/browser.ts';
import { addressField, checkButton, suggestion } from '../../harness/search.ts';
import { signInDemo } from '../../harness/sign-in.ts';
import { type SlowChain, startSlowChain } from '../../harness/slow-chain.ts';
import { type Product, startProduct } from '../../harness/start-product.ts';

let browser: Browser;
let chain: SlowChain;
let product: Product;

beforeAll(async () => {
  chain = await startSlowChain();
  [browser, product] = await Promise.all([
    launchBrowser(),
    startProduct({
      ...{ LIVE_CHAINS: 'on', LIVE_SECONDS: '60', STARTER_DATA: 'off' },
      CHAIN_SOURCES: `BTC=esplora:${chain.explorer.url}`,
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), product?.stop(), chain?.explorer.close()]);
});

async function openExplorer(size: { readonly width: number; readonly theme: 'light' | 'dark' }, subject: string) {
  const context = await browser.newContext({
    ...{ viewport: { width: size.width, height: 900 }, colorScheme: size.theme, reducedMotion: 'reduce' },
  });
  await context.addCookies([product.localCookie]);
  await signInDemo(context.request, product.url);
  const page: Page = await context.newPage();
  await page.goto(product.url);
  await addressField(page).fill(subject);
  await suggestion(page, { ticker: 'BTC' }).click();
  await checkButton(page).click();
  await page.locator('.verdict .stars, .verdict .na').waitFor({ timeout: 60_000 });
  await page.getByRole('link', { name: 'Explorer', exact: true }).click();
  await page.getByRole('radio', { name: 'List' }).click();
  await page.locator('.explorer-nodes button').filter({ hasText: 'This wallet' }).click();
  return page;
}

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

describe('an address of a chain that is read on demand', () => {
  it.each([
    { width: 1440, theme: 'light', subject: 0 },
    { width: 390, theme: 'dark', subject: 1 },
  ] as const)('is expanded from its chain, with its transactions, at $width px', async ({ subject, ...size }) => {
    const page = await openExplorer(size, chain.subjects[subject] ?? '');
    await page.getByText('50 expansions of this check left today, 10 of them where a chain has to be read.').waitFor();
    await page.getByRole('button', { name: 'Expand', exact: true }).click();
    await said(
      page,
      /^Expanded from its chain, (as read before )?through own esplora(, in \d+ requests?)?\./,
    ).waitFor();
    await page.getByText('49 expansions of this check left today, 9 of them where a chain has to be read.').waitFor();
    const edge = page.locator('.explorer-edges details').filter({ hasText: '1 BTC' }).last();
    await edge.locator('summary').click();
    await edge.getByRole('link').first().waitFor();
    await expectAccessibleHere(page);
    await page.context().close();
  });

  it('costs nothing where its provider does not answer, which is said', async () => {
    const page = await openExplorer({ width: 1440, theme: 'dark' }, chain.subjects[2] ?? '');
    await page.locator('.explorer-nodes button.mono, .explorer-nodes button:has(.mono)').first().click();
    await chain.explorer.close();
    await page.getByRole('button', { name: 'Expand', exact: true }).click();
    await said(page, /^No provider of its chain answered, and nothing was counted: /).waitFor({ timeout: 30_000 });
    expect(await page.getByText('50 expansions of this check left today').count()).toBe(1);
    await expectAccessibleHere(page);
    await page.context().close();
  });
});
