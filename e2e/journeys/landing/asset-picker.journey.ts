import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visit } from '../../harness/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('the asset picker', () => {
  it('[PICK-01] [PICK-03] lists the assets under its title, and marks the selected one', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await page.getByRole('button', { name: /Select an asset/ }).click();
    const picker = page.locator('.picker');
    expect(await picker.locator('.picker-title').textContent()).toBe('Select an asset');
    const selected = picker.getByRole('option', { selected: true });
    expect(await selected.textContent()).toBe('USDTTRXTether');
    expect(await selected.locator('svg').count(), 'its glyph and the check mark').toBe(2);
    expect(await picker.getByRole('option', { selected: false }).first().locator('svg').count()).toBe(1);
    const withoutDrawing = await picker
      .locator('[role=option] > svg:first-child')
      .evaluateAll(
        (glyphs) => glyphs.filter((glyph) => getComputedStyle(glyph).getPropertyValue('--cut') === '').length,
      );
    expect(withoutDrawing, 'discs whose letter has no colour').toBe(0);
    await end();
  });

  it('[PICK-02] [PICK-04] filters by ticker or name in any case, and is operated by keys', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await page.getByRole('button', { name: /Select an asset/ }).click();
    const picker = page.locator('.picker');
    const query = picker.getByPlaceholder('Type an asset');
    await expect.poll(() => query.evaluate((field) => field === document.activeElement)).toBe(true);
    await query.fill('no such asset');
    await picker.getByText('Nothing found yet').waitFor();
    await query.fill('BITCOIN c');
    await expect.poll(() => picker.getByRole('option').allTextContents()).toEqual(['BCHBitcoin Cash']);
    await query.fill('usdt');
    await picker.getByRole('option').nth(1).waitFor();
    for (const text of await picker.getByRole('option').allTextContents()) expect(text).toMatch(/^USDT/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Select an asset, ?USDT ?ETH ?selected$/ }).waitFor();
    await page.keyboard.press('Enter');
    await picker.waitFor();
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });
    await end();
  });

  it.each([
    [460, 'hidden'],
    [461, 'visible'],
  ])('[PICK-05] at %d px sets the overflow of the page to %s', async (width, overflow) => {
    const { page, siteUrl, end } = await visit(browser, { width });
    await page.goto(siteUrl);
    const scrolling = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
    await page.getByRole('button', { name: /Select an asset/ }).click();
    await page.locator('.picker').waitFor();
    await expect.poll(scrolling).toBe(overflow);
    await page.keyboard.press('Escape');
    await page.locator('.picker').waitFor({ state: 'detached' });
    await expect.poll(scrolling).toBe('visible');
    await end();
  });

  it('shows a drawing for every asset', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(siteUrl);
    await page.getByRole('button', { name: /Select an asset/ }).click();
    const sheet = await page.locator('.picker use').first().getAttribute('href');
    const sprite = await (await page.request.get(new URL(sheet ?? '', siteUrl).href)).text();
    const used = await page.locator('.picker use').evaluateAll((uses) => uses.map((use) => use.getAttribute('href')));
    expect(used.length).toBeGreaterThan(100);
    for (const href of used) expect(sprite).toContain(`id="${href?.split('#')[1]}"`);
    await end();
  });
});
