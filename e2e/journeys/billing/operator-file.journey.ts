import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser } from '../../harness/browser.ts';
import { payAsYouGo, plan } from '../../harness/money.ts';
import { newEmail, signInByMail } from '../../harness/sign-in.ts';
import { type Product, startProduct } from '../../harness/start-product.ts';

const FILE = `
product_name: Probe
claims: { assets: 900+, support_hours: "Mon to Fri, 9 to 17", priority_support: Answer within a day }
prices:
  check: 1.50
  discounts: [{ from: 100, percent: 5 }]
  periods: { year: 30 }
plans:
  basic: { offered: false }
  standard: { month: 59.99, checks_per_month: 90 }
`;

let browser: Browser;
let product: Product;
let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'assay-operator-'));
  const file = path.join(dir, 'operator.yaml');
  await writeFile(file, FILE);
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ OPERATOR_FILE: file, STARTER_DATA: 'off' })]);
}, 240_000);
afterAll(async () => {
  await product.stop();
  await browser.close();
  await rm(dir, { recursive: true });
});

async function open(viewport: { readonly width: number; readonly theme: 'light' | 'dark' }): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: viewport.width, height: 900 },
    colorScheme: viewport.theme,
    reducedMotion: 'reduce',
  });
  await context.addCookies([product.localCookie]);
  return await context.newPage();
}

describe('the file of an operator', { timeout: 120_000 }, () => {
  it('says what a visitor reads of prices and claims', async () => {
    const page = await open({ width: 1440, theme: 'light' });
    await page.goto(product.url);
    expect(await page.title()).toContain('Probe');
    expect(await page.locator('.hero').textContent()).toContain('900+ assets');
    const pricing = page.locator('#pricing');
    await pricing.scrollIntoViewIfNeeded();
    await pricing.getByRole('heading', { name: 'Standard' }).waitFor();
    const text = (await pricing.textContent()) ?? '';
    for (const words of ['$59.99', '90 checks', 'Pay As You Go is $1.50 per check', '900+ available assets']) {
      expect(text).toContain(words);
    }
    expect(text).toContain('Mon to Fri, 9 to 17 support');
    expect(text).not.toContain('Basic');
    expect(await page.content()).not.toMatch(/8000\+|\$0\.99|24\/7 support/);
    await page.context().close();
  });

  it('says what a customer pays, at every width', async () => {
    const page = await open({ width: 390, theme: 'light' });
    await signInByMail(page.context().request, product.url, newEmail('operator'));
    await page.goto(`${product.url}/account?tab=tariffs`);
    await plan(page, 'Standard').waitFor();
    expect(await plan(page, 'Basic').count()).toBe(0);
    await page.getByRole('radiogroup', { name: 'Payment period' }).getByRole('radio', { name: /^Year/ }).click();
    // 12 × 59.99 less 30 percent is 503.916.
    await expect.poll(() => plan(page, 'Standard').textContent()).toContain('$503.92');
    await expectAccessible(page, {
      at: async () => {
        await plan(page, 'Standard').waitFor();
        await expect.poll(() => plan(page, 'Standard').textContent()).toContain('$503.92');
        expect(await plan(page, 'Basic').count()).toBe(0);
        await payAsYouGo(page).getByText('Total $15').waitFor();
        // What the header lies over is too small to touch.
        await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      },
    });
    await page.context().close();
  });

  it('is what an order is opened at', async () => {
    const page = await open({ width: 1440, theme: 'light' });
    await signInByMail(page.context().request, product.url, newEmail('operator'));
    await page.goto(`${product.url}/account?tab=tariffs`);
    await payAsYouGo(page).getByRole('button', { name: 'Get Started' }).click();
    await page.getByRole('menuitem', { name: 'Crypto' }).click();
    await page.waitForURL((url) => url.origin !== product.url);
    expect(await page.textContent('body')).toContain('10 checks$15');
    await page.context().close();
  });
});
