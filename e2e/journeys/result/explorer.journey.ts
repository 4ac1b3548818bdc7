import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { checkAddress } from '../../harness/search.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

/** From the result of the seized wallet to its explorer; answers the address of the explorer. */
async function openExplorer(page: Page, siteUrl: string): Promise<string> {
  await page.goto(siteUrl);
  await checkAddress(page, KNOWN.seized);
  await page.getByRole('link', { name: 'Explorer', exact: true }).click();
  await page.waitForURL(/\/explore$/);
  await page.locator('.explorer-canvas, .explorer-list').first().waitFor();
  return page.url();
}

async function showList(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'List' }).click();
  await page.locator('.explorer-list').waitFor();
}

const edgeCount = async (page: Page) =>
  Number(await page.locator('.explorer-list h2').filter({ hasText: 'What moved' }).locator('small').textContent());

describe('the explorer', () => {
  it('opens from the result, expands an address, and undoes and does that again', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await openExplorer(page, siteUrl);
    expect(await page.locator('.explorer-canvas').getAttribute('aria-label')).toMatch(/^Graph of \d+ nodes/);
    await showList(page);
    const before = await edgeCount(page);
    await page.locator('.explorer-nodes button').filter({ hasText: 'This wallet' }).click();
    await page.getByRole('button', { name: 'Expand', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Expanded.' }).waitFor();
    const after = await edgeCount(page);
    expect(after).toBeGreaterThan(before);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => edgeCount(page)).toBe(before);
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => edgeCount(page)).toBe(after);

    await page.reload();
    await page.locator('.explorer-list').waitFor();
    expect(await edgeCount(page), 'the address holds the state').toBe(after);
    expect(new URL(page.url()).searchParams.get('open')).toContain(KNOWN.seized.address);
    await end();
  });

  it('expands what a link names and nobody has expanded', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await page.goto(siteUrl);
    await checkAddress(page, KNOWN.gambler);
    const named = encodeURIComponent(`${KNOWN.gambler.address}~BTC`);
    await page.goto(`${page.url()}/explore?show=list&open=${named}`);
    await page.locator('.explorer-nodes button').filter({ hasText: 'This wallet' }).click();
    await page.getByRole('button', { name: 'Expand', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Expanded.' }).waitFor();
    expect(await page.getByRole('button', { name: 'Expand', exact: true }).isDisabled()).toBe(true);
    await end();
  });

  it('lists transactions with links to a block explorer, also without scripts', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    const address = await openExplorer(page, siteUrl);
    await end();
    const plain = await visit(browser, { hasScript: false });
    await plain.page.goto(address);
    const edge = plain.page
      .locator('.explorer-edges details')
      .filter({ has: plain.page.locator('a') })
      .first();
    await edge.locator('summary').click();
    const link = edge.getByRole('link').first();
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/tronscan\.org\/#\/transaction\/[0-9a-f]{64}$/);
    expect(await plain.page.locator('.explorer-edges').textContent()).toContain('not followed');
    await plain.end();
  });

  it('keeps notes from visitors of the shared result, who cannot expand', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    const address = await openExplorer(page, siteUrl);
    await showList(page);
    await page.locator('.explorer-nodes button').filter({ hasText: 'This wallet' }).click();
    await page.getByLabel('Note, read by your workspace only').fill('Ask for the court order.');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByRole('status').filter({ hasText: 'The note is saved' }).waitFor();
    await end();

    const visitor = await visit(browser);
    await visitor.page.goto(`${address}?show=list`);
    await visitor.page.locator('.explorer-nodes button').filter({ hasText: 'This wallet' }).click();
    await visitor.page.locator('.explorer-selection .mono').waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Expand', exact: true }).count()).toBe(0);
    expect(await visitor.page.content()).not.toContain('court order');
    await visitor.end();
  });

  it('is used by keyboard alone, from the list to a path, step by step', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await openExplorer(page, siteUrl);
    await page.getByRole('radio', { name: 'Graph' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.explorer-list').waitFor();
    await page.locator('.explorer-nodes button').nth(1).focus();
    await page.keyboard.press('Enter');
    await page.locator('.explorer-nodes button[aria-pressed=true]').waitFor();
    await page.getByRole('button', { name: 'Collapse' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show what is beyond' }).waitFor();
    await page.keyboard.press('Enter');

    const paths = page.getByLabel('Follow a path');
    await paths.focus();
    await paths.selectOption({ index: (await paths.locator('option').count()) - 1 });
    const slider = page.getByRole('slider');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^Step 1 of \d+/);
    const last = Number(await slider.getAttribute('max'));
    await slider.focus();
    await page.keyboard.press('End');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(new RegExp(`^Step ${last} of ${last}`));
    await end();
  });

  it('saves what is visible as files that open', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    await openExplorer(page, siteUrl);
    await page.locator('.explorer-canvas').waitFor();
    const saved = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      return readFile(await download.path());
    };
    const graph = JSON.parse((await saved('JSON')).toString());
    expect(graph.nodes.length).toBeGreaterThan(1);
    expect(JSON.stringify(graph)).not.toContain('court order');
    const svg = (await saved('SVG')).toString();
    const parsed = await page.evaluate((text) => {
      const read = new DOMParser().parseFromString(text, 'image/svg+xml');
      return { root: read.documentElement.nodeName, lines: read.querySelectorAll('path').length };
    }, svg);
    expect(parsed).toEqual({
      root: 'svg',
      lines: graph.edges.filter((edge: { from: string; to: string }) => edge.from !== edge.to).length,
    });
    expect((await saved('PNG')).subarray(1, 4).toString()).toBe('PNG');
    await end();
  });

  it('has no barrier, at every width and in both themes', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', width: 390 });
    await openExplorer(page, siteUrl);
    await page.locator('.explorer-canvas').waitFor();
    await expectAccessible(page);
    await showList(page);
    await page.locator('.explorer-nodes button').first().click();
    await expectAccessible(page);
    await end();
  });
});
