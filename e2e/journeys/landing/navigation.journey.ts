import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { routeFile } from '../../harness/route-file.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

interface Move {
  readonly part: string;
  readonly delayMs: number;
  readonly durationMs: number;
}

/** Records the animations of every page change. */
async function recordMoves(page: Page): Promise<() => Promise<readonly Move[]>> {
  await page.addInitScript(() => {
    const seen: Move[] = [];
    Object.assign(window, { seenMoves: seen });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const change = start(update);
      void change.ready.then(() => {
        for (const { effect } of document.getAnimations()) {
          if (!(effect instanceof KeyframeEffect) || effect.pseudoElement === null) continue;
          const { delay, duration } = effect.getTiming();
          seen.push({ part: effect.pseudoElement, delayMs: Number(delay), durationMs: Number(duration) });
        }
      });
      return change;
    };
  });
  return () => page.evaluate(() => (window as unknown as { seenMoves: Move[] }).seenMoves);
}

function footerLink(page: Page, name: string) {
  return page.locator('.footer-slim').getByRole('link', { name });
}

describe('from page to page', () => {
  it('[ROUTE-17] the old page has left before the new one enters', async () => {
    const { page, siteUrl, end } = await visit(browser, { isMotionReduced: false });
    const moves = await recordMoves(page);
    await page.goto(`${siteUrl}/privacy-policy`);
    await footerLink(page, 'Terms').click();
    await page.getByRole('heading', { name: 'Terms of service', level: 1 }).waitFor();
    await expect.poll(async () => (await moves()).length).toBe(2);
    const seen = await moves();
    const old = seen.find(({ part }) => part === '::view-transition-old(page)');
    const next = seen.find(({ part }) => part === '::view-transition-new(page)');
    expect(old).toMatchObject({ delayMs: 0, durationMs: 100 });
    expect(next?.delayMs).toBeGreaterThanOrEqual(100);
    await end();
  });

  it('nothing moves under reduced motion', async () => {
    const { page, siteUrl, end } = await visit(browser, { isMotionReduced: true });
    const moves = await recordMoves(page);
    await page.goto(`${siteUrl}/privacy-policy`);
    await footerLink(page, 'Terms').click();
    await page.getByRole('heading', { name: 'Terms of service', level: 1 }).waitFor();
    expect(await moves()).toEqual([]);
    await end();
  });

  it('the new page is scrolled to its top', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/privacy-policy`);
    await footerLink(page, 'Terms').click();
    await page.getByRole('heading', { name: 'Terms of service', level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect.poll(() => page.title()).toBe('Terms of service - Assay');
    await end();
  });
});

describe('the prefetch of a page', () => {
  /** Requests for another page: its data, and its script once the open page can name it. */
  function watchEarly(page: Page, path: string): () => Promise<number> {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    return async () => {
      const script = await routeFile(page, `routes${path}`);
      return requested.filter((one) => one.includes(path) || one === script).length;
    };
  }

  async function pretend(page: Page, connection: { saveData: boolean; effectiveType: string }): Promise<void> {
    await page.addInitScript((facts) => {
      Object.defineProperty(Navigator.prototype, 'connection', {
        get: () => Object.assign(new EventTarget(), facts),
      });
    }, connection);
  }

  it('starts when the pointer is over its link', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await pretend(page, { saveData: false, effectiveType: '4g' });
    const early = watchEarly(page, '/terms-of-service');
    await page.goto(`${siteUrl}/privacy-policy`, { waitUntil: 'networkidle' });
    expect(await early()).toBe(0);
    await footerLink(page, 'Terms').hover();
    await expect.poll(early).toBeGreaterThan(0);
    await end();
  });

  it('starts when its link is in view, once the open page has loaded', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await pretend(page, { saveData: false, effectiveType: '4g' });
    const early = watchEarly(page, '/sources');
    await page.goto(`${siteUrl}/method`);
    await expect.poll(early, { timeout: 10_000 }).toBeGreaterThan(0);
    await end();
  });

  it.each([
    { name: 'saves data', saveData: true, effectiveType: '4g' },
    { name: 'is slow', saveData: false, effectiveType: '2g' },
    { name: 'is rather slow', saveData: false, effectiveType: '3g' },
  ])('[ROUTE-18] does not start on a connection that $name', async ({ saveData, effectiveType }) => {
    const { page, siteUrl, end } = await visit(browser);
    await page.clock.install();
    await pretend(page, { saveData, effectiveType });
    const early = watchEarly(page, '/sources');
    const hovered = watchEarly(page, '/terms-of-service');
    await page.goto(`${siteUrl}/method`, { waitUntil: 'networkidle' });
    await footerLink(page, 'Terms').hover();
    await page.clock.runFor(10_000);
    expect((await early()) + (await hovered())).toBe(0);
    await end();
  });
});
