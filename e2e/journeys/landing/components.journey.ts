import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { launchBrowser, visit } from '../../harness/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

describe('the components', () => {
  it('keep the focus in a dialog, and return it', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/components`, { waitUntil: 'networkidle' });
    const opener = page.getByRole('button', { name: 'Open the dialog' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Delete Promo Code' });
    await dialog.waitFor();
    await expectAccessible(page);
    expect(await dialog.getAttribute('aria-describedby')).not.toBeNull();
    for (let presses = 0; presses < 5; presses++) {
      await page.keyboard.press('Tab');
      await expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
    }
    const behind = await page.evaluate(() => {
      const { overflowY, scrollbarGutter, backgroundImage } = getComputedStyle(document.documentElement);
      return { overflowY, scrollbarGutter, backgroundImage };
    });
    // The place of the scroll bar is kept, so that nothing moves, and is as dark as the rest.
    expect(behind).toEqual({ overflowY: 'hidden', scrollbarGutter: 'stable', backgroundImage: expect.any(String) });
    expect(behind.backgroundImage).toContain('gradient');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
    await opener.click();
    await page.mouse.click(5, 300);
    await dialog.waitFor({ state: 'detached' });
    await opener.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Chosen: Delete').waitFor();
    await end();
  });

  it('operate a menu by keys, and close it without a choice', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/components`, { waitUntil: 'networkidle' });
    await page.getByRole('radio', { name: 'Light', checked: true }).waitFor();
    const opener = page.getByRole('button', { name: 'Open the menu' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu');
    await menu.waitFor();
    // A key that comes before the first item has the focus would only give it.
    const hasFocus = (index: number) =>
      expect.poll(() =>
        menu
          .getByRole('menuitem')
          .nth(index)
          .evaluate((item) => item === document.activeElement),
      );
    await hasFocus(0).toBe(true);
    await page.keyboard.press('ArrowDown');
    await hasFocus(1).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('Chosen: Card').waitFor();
    await menu.waitFor({ state: 'detached' });
    await opener.click();
    expect(await page.getByRole('menuitem', { name: 'Invoice' }).getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
    await end();
  });

  it('move between tabs and pages by keys, and explain a control on focus', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.goto(`${siteUrl}/components`, { waitUntil: 'networkidle' });
    await page.getByRole('tab', { name: 'Month', exact: true }).focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.getByRole('tab', { name: 'Year' }).getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => page.getByRole('tabpanel').textContent()).toBe('Paid by year.');
    await page.getByRole('button', { name: 'Page 11', exact: true }).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Page 12 of 12').waitFor();
    expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
    const explained = page.getByRole('button', { name: 'Point at me' });
    // A tooltip goes away when the page scrolls, which moving the focus out of viewport would make it do.
    await explained.scrollIntoViewIfNeeded();
    await page.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    );
    await explained.focus();
    await page.locator('.tooltip', { hasText: 'Records of this asset end on 28 Feb 2026' }).waitFor();
    await end();
  });

  it('show what is chosen, and draw their signs, in the colours of the system', async () => {
    const { page, siteUrl, end } = await visit(browser);
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await page.goto(`${siteUrl}/components`, { waitUntil: 'networkidle' });
    const styleOf = (target: Locator, property: 'backgroundColor' | 'borderBottomColor' | 'color') =>
      target.evaluate((element, name) => getComputedStyle(element)[name], property);
    const segments = page.getByRole('radiogroup').first().getByRole('radio');
    const [chosen, other] = [
      segments.and(page.locator('[aria-checked="true"]')),
      segments.and(page.locator('[aria-checked="false"]')).first(),
    ];
    expect(await styleOf(chosen, 'backgroundColor')).not.toBe(await styleOf(other, 'backgroundColor'));
    const [tab, otherTab] = [
      page.getByRole('tab', { selected: true }),
      page.getByRole('tab', { selected: false }).first(),
    ];
    expect(await styleOf(tab, 'borderBottomColor')).not.toBe(await styleOf(otherTab, 'borderBottomColor'));
    const [current, otherPage] = [
      page.locator('.pages [aria-current]'),
      page.getByRole('button', { name: 'Page 11', exact: true }),
    ];
    expect(await styleOf(current, 'backgroundColor')).not.toBe(await styleOf(otherPage, 'backgroundColor'));
    const next = page.getByRole('button', { name: 'Next page' });
    expect(await styleOf(next.locator('svg'), 'color')).toBe(await styleOf(next, 'color'));
    const options = page.getByRole('option');
    const outlines = await options.evaluateAll((all) => all.map((option) => getComputedStyle(option).outlineStyle));
    expect(outlines).toContain('solid');
    expect(outlines).toContain('none');
    await end();
  });
});

describe('accessibility at every width and in both themes', () => {
  it('finds no violation in any state of the components', async () => {
    const { page, siteUrl, end } = await visit(browser, { width: 768, theme: 'dark' });
    await page.goto(`${siteUrl}/components`, { waitUntil: 'networkidle' });
    await page.getByRole('radio', { name: 'Dark', checked: true }).waitFor();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('menu').waitFor();
    await expectAccessible(page);
    await end();
  });
});
