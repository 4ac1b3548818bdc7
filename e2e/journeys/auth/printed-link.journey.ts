import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../harness/browser.ts';
import { type Product, startProduct } from '../../harness/start-product.ts';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct({ STARTER_DATA: 'off' })]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), product?.stop()]);
});

describe('the link that the terminal prints', () => {
  it('opens the demo account and the outbox, which a plain address does not show', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${product.url}/login`);
    await page.getByText('Open the link printed in its terminal').waitFor();
    expect(await page.getByRole('button', { name: 'Use the demo account' }).count()).toBe(0);
    await page.goto(`${product.url}/outbox`);
    await page.getByRole('heading', { name: 'Open the link in the terminal first' }).waitFor();

    await page.goto(product.newestLink());
    expect(page.url()).toBe(`${product.url}/`);
    await page.goto(`${product.url}/outbox`);
    await page.getByRole('heading', { name: 'Outbox' }).waitFor();
    await page.goto(`${product.url}/login`, { waitUntil: 'networkidle' });
    expect(await page.getByText('Open the link printed in its terminal').count()).toBe(0);
    await page.getByRole('button', { name: 'Use the demo account' }).click();
    await page.waitForURL(`${product.url}/`);
    await page.locator('header a[href="/account?tab=tariffs"]').first().waitFor();
  });
});
