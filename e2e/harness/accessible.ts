import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const ALL_RULES = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} satisfies RunOnly;
/** All that a theme can change is colours. */
const COLOURS_ALONE = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } satisfies RunOnly;
const THEMES = ['light', 'dark'] as const;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The widths in which pages are looked at, each with the theme in which it is loaded. Every look is in both themes. */
export const VIEWPORTS = [
  { width: 1440, theme: 'light' },
  { width: 768, theme: 'dark' },
  { width: 390, theme: 'light' },
] as const;

/** No violation of WCAG 2.2 AA as far as axe can detect, in either theme, and no horizontal scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  // One run in the page covers it all only while it has no frames.
  expect(page.frames()).toHaveLength(1);
  const loadedIn = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  // The theme of the load is last, so that the page is left as it was found.
  for (const theme of THEMES.toSorted((a) => (a === loadedIn ? 1 : -1))) {
    await showTheme(page, theme);
    const asked = theme === loadedIn ? ALL_RULES : COLOURS_ALONE;
    expect(await violationsOf(page, asked), theme).toEqual([]);
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overhang, 'the page scrolls sideways').toBeLessThanOrEqual(0);
  }
}

async function showTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  // A static error page has no script: it follows the browser's setting by its style sheet alone.
  await page.waitForFunction((name) => (document.documentElement.dataset['theme'] ?? name) === name, theme);
  // A colour half way between two themes is of neither.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  );
}

async function violationsOf(page: Page, asked: RunOnly): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (runOnly) => {
    const axe = Reflect.get(window, 'axe') as typeof import('axe-core');
    const results: AxeResults = await axe.run({
      runOnly,
      // What passes is not described: that took most of the time.
      resultTypes: ['violations'],
    });
    return results.violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) }));
  }, asked);
  return violations.map(({ id, targets }) => `${id}: ${targets.join(', ')}`);
}
