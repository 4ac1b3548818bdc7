import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser } from '../../harness/browser.ts';
import { addressField, checkButton, suggestion } from '../../harness/search.ts';
import { signInDemo } from '../../harness/sign-in.ts';
import { type SlowChain, startSlowChain } from '../../harness/slow-chain.ts';
import { type Product, startProduct } from '../../harness/start-product.ts';

/** Slow enough to examine, within the limit of one request. */
const SLOW_MS = 1_500;
/** Slow enough for every viewport, and below the limit of eight seconds for a provider. */
const VERY_SLOW_MS = 6_000;

let browser: Browser;
let chain: SlowChain;
let product: Product;

beforeAll(async () => {
  chain = await startSlowChain();
  [browser, product] = await Promise.all([
    launchBrowser(),
    startProduct({
      LIVE_CHAINS: 'on',
      LIVE_SECONDS: '120',
      STARTER_DATA: 'off',
      // Other chains are read only for their own addresses, and none is checked.
      CHAIN_SOURCES: `BTC=esplora:${chain.explorer.url}`,
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), product?.stop(), chain?.explorer.close()]);
});

async function signedIn(viewport: { readonly width: number; readonly theme: 'light' | 'dark' }): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: viewport.width, height: 900 },
    colorScheme: viewport.theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  await context.addCookies([product.localCookie]);
  await signInDemo(context.request, product.url);
  return context.newPage();
}

async function startCheck(page: Page, address: string): Promise<void> {
  await page.goto(product.url);
  await addressField(page).fill(address);
  await suggestion(page, { ticker: 'BTC' }).click();
  await checkButton(page).click();
  await page.waitForURL(/\/riskcheck\//);
}

/** The number of checks left, in the header. */
function checksLeft(page: Page) {
  return page.locator('header a[href="/account?tab=tariffs"]').first();
}

describe('a check that reads the chain', () => {
  it('shows first what lists say, then the progress, then the result with its providers', async () => {
    chain.take(SLOW_MS);
    const page = await signedIn({ width: 1440, theme: 'light' });
    await startCheck(page, chain.subjects[0] ?? '');
    const running = page.locator('.running-facts');
    await running.getByText('Not on any sanctions list in our data.').waitFor();
    await running.getByText('BTC has no issuer who could freeze it.').waitFor();
    await running.getByText(/\d+ of at most 60 requests/).waitFor({ timeout: 60_000 });
    expect(await page.locator('.verdict .stars').count()).toBe(0);
    expect(await page.getByRole('status').filter({ hasText: 'The check is running.' }).textContent()).toBe(
      'The check is running. Reading the chain.',
    );
    chain.take(0);
    await page.locator('.verdict').getByRole('img', { name: '5 of 5 stars' }).waitFor({ timeout: 60_000 });
    await page
      .getByRole('status')
      .filter({ hasText: /^5 of 5 stars\. / })
      .waitFor();
    // The status is read out before all of the result is drawn.
    await page.locator('.facts').filter({ hasText: 'Read on demand' }).waitFor({ state: 'attached' });
    const facts = (await page.locator('.facts').allTextContents()).join();
    expect(facts).toMatch(/Read on demand\d+ of at most 60 requests through own esplora/);
    expect(facts).not.toContain(new URL(chain.explorer.url).host);
    expect(facts).toContain('BTC has no issuer who could freeze it.');
    expect(await page.locator('.freeze').count(), 'a line of its own only where an issuer could freeze it').toBe(0);
    await page.context().close();
  });

  it('can be cancelled by its owner at no cost', async () => {
    chain.take(SLOW_MS);
    const page = await signedIn({ width: 390, theme: 'dark' });
    await page.goto(product.url);
    const before = await checksLeft(page).textContent();
    await startCheck(page, chain.subjects[1] ?? '');
    await page.getByRole('button', { name: 'Cancel the check' }).click();
    await page
      .getByRole('heading', { name: 'The check was cancelled. No check was spent.' })
      .waitFor({ timeout: 60_000 });
    await page.goto(product.url);
    expect(await checksLeft(page).textContent()).toBe(before);
    await page.context().close();
  });

  it('is accessible while it runs, in both themes and at every width', async () => {
    chain.take(SLOW_MS);
    const first = await signedIn({ width: 1440, theme: 'light' });
    await startCheck(first, chain.subjects[2] ?? '');
    await first
      .locator('.running-facts')
      .getByText(/requests/)
      .waitFor({ timeout: 60_000 });
    chain.take(VERY_SLOW_MS);
    await expectAccessible(first, {
      at: async () => {
        if ((await first.locator('.running-facts').count()) === 0)
          throw new Error('The check was over before it was seen');
      },
    });
    chain.take(0);
    await first.context().close();
  });

  it('says that nothing was charged when no provider responds', async () => {
    chain.take(0);
    chain.explorer.failAlways('error');
    const page = await signedIn({ width: 768, theme: 'light' });
    await startCheck(page, chain.subjects[3] ?? '');
    await page.locator('.verdict .na').waitFor({ timeout: 60_000 });
    expect(await page.locator('.verdict').textContent()).toContain('Nothing was charged.');
    expect(await page.locator('.facts').first().textContent()).toMatch(/no source answered.*Could not be read/s);
    chain.explorer.failAlways(null);
    await page.context().close();
  });
});
