import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { checkAddress } from '../../harness/search.ts';

let browser: Browser;
let resultPath: string;

/** One result of the demo account for all journeys here. */
beforeAll(async () => {
  browser = await launchBrowser();
  const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
  await page.goto(siteUrl);
  await checkAddress(page, KNOWN.gambler);
  resultPath = new URL(page.url()).pathname;
  await end();
});
afterAll(async () => browser.close());

const HEADING = /^By version 2 of the method: (\d of 5 stars|not rated)$/;

describe('the stars of a result by the other version of the method', () => {
  it('are below the result for its owner, with a link to the page of that version', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl + resultPath);
    const note = page.getByRole('region', { name: HEADING });
    await note.waitFor();
    const text = await note.innerText();
    expect(text).toContain('from the same records and label lists as the result. It costs nothing.');
    expect(text).toContain('Only you see this.');
    await note.getByRole('link', { name: 'Version 2 of the method' }).click();
    await page.getByRole('heading', { level: 1, name: 'The method, version 2' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/method/2');
    await page.getByRole('link', { name: 'the method in use' }).click();
    await page.getByRole('heading', { level: 1, name: 'How the score is made' }).waitFor();
    await end();
  });

  it('are not shown to somebody who opened the link, and not asked for', async () => {
    const { page, siteUrl, calls, end } = await visit(browser);
    await page.goto(siteUrl + resultPath);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('region', { name: HEADING }).count()).toBe(0);
    expect(calls.filter((call) => call.includes('by-other-version'))).toEqual([]);
    await end();
  });

  it('are accessible, in both themes and at every width', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', width: 390 });
    await page.goto(siteUrl + resultPath);
    await page.getByRole('region', { name: HEADING }).waitFor();
    await expectAccessible(page, { at: () => page.getByRole('region', { name: HEADING }).waitFor() });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${siteUrl}/method/2`);
    await expectAccessible(page);
    await end();
  });
});
