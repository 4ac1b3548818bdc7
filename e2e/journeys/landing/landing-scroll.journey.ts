import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';
import { openLanding } from '../../harness/landing.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

/** Scrolls to a part of the way through the pinned slides, 0 to 1. */
async function scrollThrough(page: Page, part: number): Promise<void> {
  await page.evaluate((share) => {
    const track = document.querySelector('.how-track');
    if (track === null) throw new Error('no track');
    const box = track.getBoundingClientRect();
    window.scrollTo({ top: window.scrollY + box.top + (box.height - window.innerHeight) * share, behavior: 'instant' });
  }, part);
}

const activeSlide = (page: Page) => page.locator('.steps').getAttribute('data-active');

/** Waits until the scrolled page was drawn and its listeners ran. */
async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

async function waitForSlide(page: Page, slide: number): Promise<void> {
  await page.locator(`.steps[data-active="${slide}"]`).waitFor({ state: 'attached' });
}

describe('the four slides of how it works', () => {
  it('[LAND-04] are pinned and cross-faded while scrolling; the last comes 700 ms after', async () => {
    const { page, siteUrl, end } = await visit(browser, { isMotionReduced: false });
    await openLanding(page, siteUrl);
    const pinTop = () => page.locator('.how-pin').evaluate((pin) => Math.round(pin.getBoundingClientRect().top));
    for (const [part, slide] of [
      [0.05, 0],
      [0.3, 1],
      [0.6, 2],
    ] as const) {
      await scrollThrough(page, part);
      await waitForSlide(page, slide);
      await expect.poll(pinTop).toBe(0);
    }

    // Halfway through the cross-fade, where both animations are paused, both pictures are half visible.
    const stageOpacity = (index: number) =>
      page
        .locator('.step-stage')
        .nth(index)
        .evaluate((stage) => Number(getComputedStyle(stage).opacity));
    await expect.poll(() => stageOpacity(2)).toBe(1);
    const faded = await page.evaluate(async () => {
      const [one, two] = [...document.querySelectorAll('.step-stage')].slice(1);
      const box = document.querySelector('.how-track')?.getBoundingClientRect();
      if (one === undefined || two === undefined || box === undefined) throw new Error('no slides');
      const fadeOf = (stage: Element) =>
        new Promise<Animation>((resolve) => {
          stage.addEventListener('transitionrun', () => {
            const fade = stage
              .getAnimations()
              .find((run) => run instanceof CSSTransition && run.transitionProperty === 'opacity');
            if (fade === undefined) return;
            fade.pause();
            resolve(fade);
          });
        });
      const fades = [fadeOf(one), fadeOf(two)];
      window.scrollBy({ top: -(box.height - window.innerHeight) * 0.3, behavior: 'instant' });
      const paused = await Promise.all(fades);
      for (const fade of paused) fade.currentTime = Number(fade.effect?.getComputedTiming().endTime) / 2;
      const seen = [one, two].map((stage) => Number(getComputedStyle(stage).opacity));
      for (const fade of paused) fade.play();
      return seen;
    });
    for (const opacity of faded) expect(opacity).toBeCloseTo(0.5, 1);

    await scrollThrough(page, 0.6);
    await waitForSlide(page, 2);
    const waited = await page.evaluate(async () => {
      const steps = document.querySelector('.steps');
      const box = document.querySelector('.how-track')?.getBoundingClientRect();
      if (steps === null || box === undefined) throw new Error('no slides');
      const shown = new Promise<number>((resolve) => {
        new MutationObserver(() => {
          if (steps.getAttribute('data-active') === '3') resolve(performance.now());
        }).observe(steps, { attributes: true });
      });
      const from = performance.now();
      window.scrollBy({ top: (box.height - window.innerHeight) * 0.3, behavior: 'instant' });
      return (await shown) - from;
    });
    expect(waited).toBeGreaterThanOrEqual(690);
    expect(waited).toBeLessThan(10_000);
    expect(await pinTop()).toBe(0);
    await end();
  });

  it('do not show the last one when the page is scrolled back within 700 ms', async () => {
    const { page, siteUrl, end } = await visit(browser, { isMotionReduced: false });
    await page.clock.install();
    await openLanding(page, siteUrl);
    await scrollThrough(page, 0.9);
    await waitForSlide(page, 2);
    await scrollThrough(page, 0.3);
    await waitForSlide(page, 1);
    await page.clock.runFor(1_000);
    expect(await activeSlide(page)).toBe('1');
    await end();
  });

  it.each([
    [1440, true],
    [1038, true],
    [770, true],
    [769, false],
    [545, false],
  ])('at %d px are pinned: %s', async (width, isPinned) => {
    const { page, siteUrl, end } = await visit(browser, { width, isMotionReduced: false });
    await page.goto(siteUrl, { waitUntil: 'networkidle' });
    const height = await page.locator('.how-track').evaluate((track) => track.clientHeight);
    const position = await page.locator('.how-pin').evaluate((pin) => getComputedStyle(pin).position);
    const pictures = page.locator('.step-stage:visible');
    if (isPinned) {
      await waitForSlide(page, 0);
      expect(position).toBe('sticky');
      expect(height).toBeGreaterThan(2 * 900);
      // The last picture is shown until the script has loaded; then it fades.
      await expect.poll(() => pictures.count()).toBe(1);
    } else {
      expect(position).toBe('static');
      await nextFrames(page);
      expect(await pictures.count()).toBe(4);
      expect(await activeSlide(page)).toBeNull();
    }
    await end();
  });

  it('are not pinned in a window that is too low', async () => {
    const { page, siteUrl, end } = await visit(browser, { width: 1280, height: 600, isMotionReduced: false });
    await page.goto(siteUrl, { waitUntil: 'networkidle' });
    expect(await page.locator('.how-pin').evaluate((pin) => getComputedStyle(pin).position)).toBe('static');
    await end();
  });

  it('are not pinned under reduced motion, where hovering selects a step', async () => {
    const { page, siteUrl, end } = await visit(browser, { isMotionReduced: true });
    await page.goto(siteUrl, { waitUntil: 'networkidle' });
    expect(await page.locator('.how-pin').evaluate((pin) => getComputedStyle(pin).position)).toBe('static');
    expect(await page.locator('.how-track').evaluate((track) => track.clientHeight)).toBeLessThan(900);
    await page.locator('.step-text').nth(1).hover();
    await waitForSlide(page, 1);
    await end();
  });

  it.each([
    { width: 1440, fontDelayMs: 0 },
    { width: 390, fontDelayMs: 0 },
    { width: 390, fontDelayMs: 2_500 },
  ])('cause no layout shift at $width px with fonts that take $fontDelayMs ms', async ({ width, fontDelayMs }) => {
    const { page, siteUrl, end } = await visit(browser, { width, isMotionReduced: false });
    if (fontDelayMs > 0) {
      await page.route('**/*.woff2', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, fontDelayMs));
        await route.continue();
      });
    }
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Reflect.set(window, 'layoutShifts', shifts);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
          if (!hadRecentInput) shifts.push(value);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await openLanding(page, siteUrl);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < height; top += 600) {
      await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
      // What comes into view is laid out with the next frame and painted with the one after.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
    const total = await page.evaluate(() => {
      const shifts = Reflect.get(window, 'layoutShifts') as number[];
      return shifts.reduce((sum, value) => sum + value, 0);
    });
    expect(total).toBeLessThan(0.01);
    await end();
  });
});
