import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessibleHere } from '../../harness/accessible.ts';
import { launchBrowser } from '../../harness/browser.ts';
import { signInDemo } from '../../harness/sign-in.ts';
import { type SlowChain, startSlowChain } from '../../harness/slow-chain.ts';
import { type Product, startProduct } from '../../harness/start-product.ts';

const SIZES = [
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const;

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

async function open(size: (typeof SIZES)[number], as: 'guest' | 'demo'): Promise<Page> {
  const context = await browser.newContext({
    ...{ viewport: { width: size.width, height: 900 }, colorScheme: size.theme, reducedMotion: 'reduce' },
  });
  await context.addCookies([product.localCookie]);
  if (as === 'demo') await signInDemo(context.request, product.url);
  return context.newPage();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const pathOf = (id: string) => `${product.url}/transaction?id=${id}&network=BTC`;

describe.each(SIZES)('a transaction that only a provider has, at $width px in $theme', (size) => {
  it('is shown with its provider, and its payment is checked', async () => {
    const page = await open(size, 'demo');
    await page.goto(pathOf(chain.ids.payment));
    await heading(page, 'What this transaction moved').waitFor();
    await page.getByText('Read through own esplora just now').waitFor();
    await expectAccessibleHere(page);
    await page.getByRole('radio', { name: /^It received/ }).check();
    await page.getByRole('button', { name: 'Check this payment' }).click();
    await page.waitForURL(/\/riskcheck\//);
    await heading(page, 'Risk score for BTC deposit').waitFor({ timeout: 60_000 });
    await page.context().close();
  });

  it('is shown to a visitor, without labels', async () => {
    const page = await open(size, 'guest');
    await page.goto(pathOf(chain.ids.payment));
    await page.getByText('Read through own esplora just now').waitFor();
    await page.getByText('Who is behind the addresses is shown to people with an account').waitFor();
    await page.context().close();
  });

  it('names new coins as paid by nobody', async () => {
    const page = await open(size, 'demo');
    await page.goto(pathOf(chain.ids.coinbase));
    await page.getByText('new coins, paid by nobody').waitFor();
    await expect.poll(() => page.getByRole('radio').count()).toBe(1);
    await expectAccessibleHere(page);
    await page.context().close();
  });

  it('says that it waits for a block, rates its deposit, and marks that', async () => {
    const page = await open(size, 'demo');
    await page.goto(pathOf(chain.ids.waiting));
    await heading(page, 'What this transaction would move').waitFor();
    await page.getByText('Not confirmed yet: another transaction can still take its place.').waitFor();
    // A withdrawal that waits may be replaced by the one who makes it.
    await expect.poll(() => page.getByRole('radio', { name: /^It paid/ }).count()).toBe(0);
    await expectAccessibleHere(page);
    await page
      .getByRole('radio', { name: /^It received/ })
      .first()
      .check();
    await page.getByRole('button', { name: 'Check this payment' }).click();
    await page.waitForURL(/\/riskcheck\//);
    await heading(page, 'Risk score for BTC deposit').waitFor({ timeout: 60_000 });
    await page.getByText('until then there is no report').waitFor();
    expect(await page.getByText('Assay certificate').count()).toBe(0);
    await expectAccessibleHere(page);
    await page.context().close();
  });

  it('says that nobody knows it', async () => {
    const page = await open(size, 'demo');
    await page.goto(pathOf(chain.ids.waiting.split('').toReversed().join('')));
    await heading(page, 'No provider knows it').waitFor();
    await expectAccessibleHere(page);
    await page.context().close();
  });
});
