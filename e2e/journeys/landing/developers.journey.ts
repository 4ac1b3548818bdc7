import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectAccessibleHere, VIEWPORTS } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const REFERENCE = '/developers/reference';

describe('the guides for developers', () => {
  it('are all listed on one page, and each opens', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    await page.goto(`${siteUrl}/developers`);
    const links = page.locator('.text-body a[href^="/developers/"]');
    const paths = new Set(
      (await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))).map(
        (path) => path.split('#')[0],
      ),
    );
    expect(paths.size).toBeGreaterThan(9);
    for (const path of paths) expect((await context.request.get(`${siteUrl}${path}`)).status(), path).toBe(200);
    await end();
  });
});

/** The viewer goes on adding parts after its first heading; one that is half there has no name yet. */
async function waitUntilDrawn(page: Page): Promise<void> {
  const parts = page.locator('.reference *');
  let before = -1;
  const isSame = async () => {
    const now = await parts.count();
    const wasSame = now === before;
    before = now;
    return wasSame;
  };
  await expect.poll(isSame, { interval: 500, timeout: 20_000 }).toBe(true);
}

describe('the reference of the public API', () => {
  it('has a policy of its own, which no other page has', async () => {
    const { page, siteUrl, context, end } = await visit(browser);
    const answer = await page.goto(`${siteUrl}${REFERENCE}`);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toMatch(/script-src 'self' 'nonce-[0-9a-f]{32}'(?:;|$)/);
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    const other = await context.request.get(`${siteUrl}/developers`);
    expect(other.headers()['content-security-policy']).not.toContain('unsafe-inline');
    await end();
  });

  // The viewer chooses its layout on a load: one that is widened is not what somebody with that screen is shown.
  it.each(VIEWPORTS)('is shown at $width px in both themes, and asks nobody else for anything', async (viewport) => {
    const { page, siteUrl, end } = await visit(browser, viewport);
    await page.goto(`${siteUrl}${REFERENCE}`);
    await page.locator('.reference').getByRole('heading', { name: 'Create a check' }).first().waitFor();
    await waitUntilDrawn(page);
    await expectAccessibleHere(page);
    await end();
  });

  it('is reached from another page of the site', async () => {
    const { page, siteUrl, end } = await visit(browser, { width: 390 });
    await page.goto(`${siteUrl}/developers`);
    await page.locator('.text-lead').getByRole('link', { name: 'reference' }).click();
    await page.locator('.reference').getByRole('heading', { name: 'Create a check' }).first().waitFor();
    await end();
  });

  it('is a plain page without scripts, and wherever it is wanted', async () => {
    const { page, siteUrl, end } = await visit(browser, { hasScript: false });
    await page.goto(`${siteUrl}${REFERENCE}`);
    await page.getByRole('heading', { name: 'Create a check' }).waitFor();
    await page.getByRole('group', { name: 'Fields of CreateCheck' }).waitFor();
    await end();
    const plain = await visit(browser, { width: 768, theme: 'dark' });
    await plain.page.goto(`${plain.siteUrl}${REFERENCE}?view=plain`);
    await plain.page.getByRole('heading', { name: 'Create a check' }).waitFor();
    await expectAccessible(plain.page);
    await plain.end();
  });
});
