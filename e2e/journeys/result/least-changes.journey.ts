import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { checkAddress } from '../../harness/search.ts';

let browser: Browser;
let resultUrl: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
  await page.goto(siteUrl);
  await checkAddress(page, KNOWN.nearFraud);
  resultUrl = page.url();
  await end();
});
afterAll(async () => browser.close());

describe('what would change the stars', () => {
  it('begins with the smallest change, which names a share, what it is, and the stars it would give', async () => {
    const { page, end } = await visit(browser, { as: 'demo' });
    await page.goto(resultUrl);
    const [first] = await page.locator('.would-change li').allTextContents();
    expect(first).toMatch(
      /^The smallest change for more stars: (under|at most) [\d.]+% of \w+ value .+, in place of [\d.]+% \((three|four|five) stars\).*\.$/,
    );
    await end();
  });

  it('says the same to everyone who has the link, as it is stored', async () => {
    const owner = await visit(browser, { as: 'demo' });
    await owner.page.goto(resultUrl);
    const own = await owner.page.locator('.would-change li').allTextContents();
    await owner.end();
    const { page, end } = await visit(browser);
    await page.goto(resultUrl);
    expect(await page.locator('.would-change li').allTextContents()).toEqual(own);
    await end();
  });

  it('says of a result without stars what would give it a rating', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.unattributed);
    const [first] = await page.locator('.would-change li').allTextContents();
    expect(first).toMatch(
      /^The smallest change for a rating: at most 90% of incoming value not followed, in place of .+ \(four stars\)\.$/,
    );
    await end();
  });

  it('is accessible, in both themes and at every width', async () => {
    const { page, end } = await visit(browser, { as: 'demo', width: 390 });
    await page.goto(resultUrl);
    await expectAccessible(page, { at: () => page.locator('.would-change').waitFor() });
    await end();
  });
});
