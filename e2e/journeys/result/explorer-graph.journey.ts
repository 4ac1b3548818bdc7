import { createHash } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { KNOWN } from '../../harness/known-addresses.ts';
import { type AddressToCheck, checkAddress } from '../../harness/search.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

async function openGraph(page: Page, siteUrl: string, subject: AddressToCheck = KNOWN.seized): Promise<Locator> {
  await page.goto(siteUrl);
  await checkAddress(page, subject);
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

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Points at places of a grid, from the middle outwards, until the wallet of the check is selected. */
async function meetTheWallet(page: Page, canvas: Locator, point: (at: Place) => Promise<void>): Promise<void> {
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('The canvas is not there');
  const [middleX, middleY] = [box.width / 2, box.height / 2];
  const rows = Array.from({ length: Math.floor(box.height / GRID) }, (_, row) => (row + 0.5) * GRID);
  const columns = Array.from({ length: Math.floor(box.width / GRID) }, (_, column) => (column + 0.5) * GRID);
  const distance = ({ x, y }: Place) => Math.hypot(x - middleX, y - middleY);
  const places = rows.flatMap((y) => columns.map((x) => ({ x, y }))).sort((a, b) => distance(a) - distance(b));
  const wallet = page.getByRole('heading', { level: 2, name: 'This wallet' });
  for (const place of places) {
    await point(place);
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

const STEPS = 10;

/** Fingers over the canvas, each from one place to another, at once. */
async function moveFingers(
  page: Page,
  canvas: Locator,
  fingers: readonly { readonly from: Place; readonly to: Place }[],
  end: 'touchEnd' | 'touchCancel' = 'touchEnd',
): Promise<void> {
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('The canvas is not there');
  const devTools = await page.context().newCDPSession(page);
  for (let step = 0; step <= STEPS; step += 1) {
    const part = step / STEPS;
    await devTools.send('Input.dispatchTouchEvent', {
      type: step === 0 ? 'touchStart' : 'touchMove',
      touchPoints: fingers.map(({ from, to }, id) => ({
        id,
        x: box.x + box.width / 2 + from.x + part * (to.x - from.x),
        y: box.y + box.height / 2 + from.y + part * (to.y - from.y),
      })),
    });
  }
  await devTools.send('Input.dispatchTouchEvent', { type: end, touchPoints: [] });
  await devTools.detach();
}

describe('the graph of the explorer', () => {
  it('is moved by one finger sideways and by two anywhere, and lets one that goes up scroll the page', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', width: 390, hasTouch: true });
    const canvas = await openGraph(page, siteUrl);
    const first = await settled(canvas);
    const scrolled = () => page.evaluate(() => window.scrollY);
    const before = await scrolled();
    const edge = { x: -120, y: -200 };
    await moveFingers(page, canvas, [{ from: edge, to: { ...edge, x: edge.x + 80 } }]);
    await expect.poll(() => pictureOf(canvas), { message: 'sideways' }).not.toBe(first);
    const sideways = await settled(canvas);
    const [left, right] = [-80, 80].map((x) => ({ x, y: 0 })) as [Place, Place];
    const down = (place: Place) => ({ ...place, y: place.y + 90 });
    await moveFingers(page, canvas, [
      { from: left, to: down(left) },
      { from: right, to: down(right) },
    ]);
    await expect.poll(() => pictureOf(canvas), { message: 'two down' }).not.toBe(sideways);
    const moved = await settled(canvas);
    await moveFingers(page, canvas, [
      { from: left, to: { ...left, x: -20 } },
      { from: right, to: { ...right, x: 20 } },
    ]);
    await expect.poll(() => pictureOf(canvas), { message: 'two together' }).not.toBe(moved);
    const zoomed = await settled(canvas);
    expect(await scrolled()).toBe(before);
    await moveFingers(page, canvas, [{ from: edge, to: { ...edge, y: edge.y - 80 } }]);
    await expect.poll(scrolled, { message: 'up' }).toBeGreaterThan(before);
    expect(await pictureOf(canvas), 'up').toBe(zoomed);
    await page.getByRole('button', { name: 'Fit' }).tap();
    await expect.poll(() => pictureOf(canvas), { message: 'fit' }).toBe(first);
    await end();
  });

  it('stays where two fingers brought it when the browser takes them away', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', width: 390, hasTouch: true });
    const canvas = await openGraph(page, siteUrl);
    const first = await settled(canvas);
    const fingers = [-80, 80].map((x) => ({ from: { x, y: 0 }, to: { x: x / 4, y: 60 } }));
    await moveFingers(page, canvas, fingers, 'touchEnd');
    // Else the picture from before, which 'Fit' brings back, may be taken for the moved one.
    await expect.poll(() => pictureOf(canvas)).not.toBe(first);
    const released = await settled(canvas);
    await page.getByRole('button', { name: 'Fit' }).tap();
    await expect.poll(() => pictureOf(canvas)).not.toBe(released);
    await moveFingers(page, canvas, fingers, 'touchCancel');
    await expect.poll(() => pictureOf(canvas)).toBe(released);
    await end();
  });

  it('is moved by no button but the first', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    const canvas = await openGraph(page, siteUrl);
    const first = await settled(canvas);
    await canvas.dispatchEvent('pointerdown', { pointerId: 1, pointerType: 'mouse', button: 2, buttons: 2 });
    await canvas.hover({ position: { x: 40, y: 40 } });
    await canvas.hover({ position: { x: 90, y: 70 } });
    expect(await settled(canvas), 'a menu was opened').toBe(first);
    await meetTheWallet(page, canvas, (position) => canvas.click({ position }));
    await end();
  });

  it('selects what a finger taps', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo', width: 390, hasTouch: true });
    const canvas = await openGraph(page, siteUrl, KNOWN.twoAssets);
    await meetTheWallet(page, canvas, (position) => canvas.tap({ position }));
    await end();
  });

  it('shows one asset of several that an address has records of, from a link too, and all again', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    const canvas = await openGraph(page, siteUrl, KNOWN.twoAssets);
    await meetTheWallet(page, canvas, (position) => canvas.click({ position }));
    await page.getByRole('button', { name: 'Expand', exact: true }).click();
    const ofDaiToo = page.getByRole('button', { name: 'Expand DAI' });
    await ofDaiToo.waitFor();
    const before = await sizeOf(canvas);
    await ofDaiToo.click();
    await expect.poll(async () => (await sizeOf(canvas)).edges).toBeGreaterThan(before.edges);
    const all = await sizeOf(canvas);
    await page.getByText('Filters', { exact: true }).click();
    const asset = page.getByRole('combobox', { name: 'Asset', exact: true });
    await asset.selectOption('DAI on ETH');
    await expect.poll(async () => (await sizeOf(canvas)).edges).toBeLessThan(all.edges - before.edges + 1);
    const ofDai = await sizeOf(canvas);
    await asset.selectOption('MKR on ETH');
    await expect.poll(async () => (await sizeOf(canvas)).edges).toBe(all.edges - ofDai.edges);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => sizeOf(canvas)).toEqual(ofDai);

    // A link to an asset that the graph of its reader does not have can be taken back.
    await page.goto(`${new URL(page.url()).origin}${new URL(page.url()).pathname}?asset=USDC.ETH`);
    await expect.poll(async () => (await sizeOf(canvas)).edges).toBe(0);
    await page.getByText('Filters', { exact: true }).click();
    await asset.selectOption('All');
    await expect.poll(async () => (await sizeOf(canvas)).edges).toBeGreaterThan(0);
    await end();
  });

  it('is expanded at a node that was clicked, and that is undone', async () => {
    const { page, siteUrl, end } = await visit(browser, { as: 'demo' });
    const canvas = await openGraph(page, siteUrl);
    const before = await sizeOf(canvas);
    await meetTheWallet(page, canvas, (position) => canvas.click({ position }));
    await page.getByRole('button', { name: 'Expand', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Expanded.' }).waitFor();
    await expect.poll(async () => (await sizeOf(canvas)).edges).toBeGreaterThan(before.edges);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => sizeOf(canvas)).toEqual(before);
    await end();
  });
});
