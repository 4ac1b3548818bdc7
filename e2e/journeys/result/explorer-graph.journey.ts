import { createHash } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { checkAddress } from '../../harness/search.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

async function openGraph(page: Page, siteUrl: string): Promise<Locator> {
  await page.goto(siteUrl);
  await checkAddress(page, KNOWN.seized);
  await page.getByRole('link', { name: 'Explorer', exact: true }).click();
  const canvas = page.locator('.explorer-canvas');
  await canvas.waitFor();
  await canvas.scrollIntoViewIfNeeded();
  await settled(canvas);
  return canvas;
}

const pictureOf = async (canvas: Locator) =>
  createHash('sha256')
    .update(await canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL()))
    .digest('hex');

/** Waits until two pictures in a row are the same, and answers the picture. */
async function settled(canvas: Locator): Promise<string> {
  let before = '';
  await expect
    .poll(async () => {
      const now = await pictureOf(canvas);
      const isSame = now === before;
      before = now;
      return isSame;
    })
    .toBe(true);
  return before;
}

/** Nodes and edges that are drawn, as the canvas names them. */
async function sizeOf(canvas: Locator): Promise<{ readonly nodes: number; readonly edges: number }> {
  const [nodes = 0, edges = 0] = ((await canvas.getAttribute('aria-label')) ?? '').match(/\d+/g)?.map(Number) ?? [];
  return { nodes, edges };
}

const GRID = 14;

/** Clicks on a grid, from the middle outwards, until the wallet of the check is selected. */
async function clickTheWallet(page: Page, canvas: Locator): Promise<void> {
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('The canvas is not there');
  const [middleX, middleY] = [box.width / 2, box.height / 2];
  const rows = Array.from({ length: Math.floor(box.height / GRID) }, (_, row) => (row + 0.5) * GRID);
  const columns = Array.from({ length: Math.floor(box.width / GRID) }, (_, column) => (column + 0.5) * GRID);
  const distance = ({ x, y }: { readonly x: number; readonly y: number }) => Math.hypot(x - middleX, y - middleY);
  const places = rows.flatMap((y) => columns.map((x) => ({ x, y }))).sort((a, b) => distance(a) - distance(b));
  const wallet = page.getByRole('heading', { level: 2, name: 'This wallet' });
  for (const position of places) {
    await canvas.click({ position });
    if ((await wallet.count()) === 1) return;
  }
  throw new Error('The wallet was not met');
}

describe.each([{ width: 1440 }, { width: 390 }])('the graph of the explorer, at $width px', ({ width }) => {
  it('is moved, zoomed and fitted by keys, buttons and the pointer', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', width });
    const canvas = await openGraph(page, siteUrl);
    const first = await settled(canvas);
    await canvas.focus();
    for (const [key, back] of [
      ['ArrowLeft', 'ArrowRight'],
      ['ArrowUp', 'ArrowDown'],
      ['+', '0'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => pictureOf(canvas), { message: key }).not.toBe(first);
      await page.keyboard.press(back);
      await expect.poll(() => pictureOf(canvas), { message: back }).toBe(first);
    }
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(() => pictureOf(canvas)).not.toBe(first);
    await page.getByRole('button', { name: 'Fit' }).click();
    // Clear of the header, which stays in its place.
    await canvas.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect.poll(() => pictureOf(canvas)).toBe(first);
    const box = await canvas.boundingBox();
    if (box === null) throw new Error('The canvas is not there');
    const [x, y] = [box.x + 4, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 40, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => pictureOf(canvas), { message: 'dragged' }).not.toBe(first);
    await end();
  });

  it('is filtered by time and amount, searched, and brought back by undo and redo', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', width });
    const canvas = await openGraph(page, siteUrl);
    const all = await sizeOf(canvas);
    const first = await settled(canvas);
    await page.getByText('Filters', { exact: true }).click();
    for (const [field, value] of [
      ['From day (UTC)', '2100-01-01'],
      ['To day (UTC)', '2001-01-01'],
      ['Smallest amount', '1000000000'],
    ] as const) {
      await page.getByLabel(field).fill(value);
      await expect.poll(async () => (await sizeOf(canvas)).edges, { message: field }).toBeLessThan(all.edges);
      await page.getByText(/Filters and collapsed nodes hide \d+ of the edges/).waitFor();
      const { edges } = await sizeOf(canvas);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => sizeOf(canvas), { message: 'undo' }).toEqual(all);
      await page.getByRole('button', { name: 'Redo' }).click();
      await expect.poll(async () => (await sizeOf(canvas)).edges, { message: 'redo' }).toBe(edges);
      await page.getByRole('button', { name: 'Undo' }).click();
    }
    await page.getByRole('searchbox', { name: 'Search' }).fill('binance');
    await expect.poll(() => pictureOf(canvas), { message: 'what is found is marked' }).not.toBe(first);
    expect(new URL(page.url()).searchParams.get('q')).toBe('binance');
    await end();
  });
});

describe('the graph of the explorer', () => {
  it('is expanded at a node that was clicked, and that is undone', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    const canvas = await openGraph(page, siteUrl);
    const before = await sizeOf(canvas);
    await clickTheWallet(page, canvas);
    await page.getByRole('button', { name: 'Expand', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Expanded.' }).waitFor();
    await expect.poll(async () => (await sizeOf(canvas)).edges).toBeGreaterThan(before.edges);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => sizeOf(canvas)).toEqual(before);
    await end();
  });
});
