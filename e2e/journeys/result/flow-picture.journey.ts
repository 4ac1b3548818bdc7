import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, VIEWPORTS } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { checkAddress } from '../../harness/search.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('the flow picture of a result', () => {
  it('is drawn without scripts, with its own layout at every width, in both themes', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.seized);
    const reader = await browser.newContext({ javaScriptEnabled: false });
    const plain = await reader.newPage();
    await plain.goto(page.url());
    const pictures = plain.locator('.flow-picture');
    for (const { width } of VIEWPORTS) {
      await plain.setViewportSize({ width, height: 900 });
      expect(await pictures.count()).toBe(2);
      const wide = plain.locator('.flow-picture svg[data-format="wide"]').first();
      await expect.poll(() => wide.isVisible(), { message: `${width} px` }).toBe(width > 640);
      const shown = plain.locator('.flow-picture svg:visible').first();
      expect(await shown.locator('title').textContent()).toBe('Incoming flow by category and entity');
      expect(await shown.locator('desc').textContent()).toMatch(/^Came from: .*Binance.*\.$/);
      expect(await shown.locator('text').allTextContents()).toEqual(expect.arrayContaining(['Binance', 'Sanctions']));
    }
    await reader.close();
    await expectAccessible(page);
    await end();
  });
});
