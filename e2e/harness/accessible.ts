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

/** The widths in which pages are looked at, each with the theme in which all rules are asked. Every look is in both themes. */
export const VIEWPORTS = [
  { width: 1440, theme: 'light' },
  { width: 768, theme: 'dark' },
  { width: 390, theme: 'light' },
] as const;

type Theme = (typeof THEMES)[number];

export interface Look {
  /** Brings about, or expects, what is looked at where that differs by width. Without it, what is open has to stay open. */
  readonly at?: (width: number) => Promise<void>;
  /** Name of a picture for people at each width, where `ASSAY_SHOTS` names a folder for them. */
  readonly picture?: string;
}

/**
 * No violation of WCAG 2.2 AA as far as axe can detect, at any width, in either theme, and no horizontal scrolling. The
 * page is loaded once, and left in the width and the theme in which it was found.
 */
export async function expectAccessible(page: Page, { at, picture }: Look = {}): Promise<void> {
  const found = page.viewportSize();
  if (found === null) throw new Error('The page has no viewport of its own');
  const themeFound = await themeOf(page);
  const open = await openParts(page);
  for (const { width, theme } of VIEWPORTS) {
    await showSize(page, { ...found, width });
    if (at === undefined) expect(await openParts(page), `open at ${width} px`).toEqual(open);
    else await at(width);
    await lookAt(page, width, theme);
    const { ASSAY_SHOTS } = process.env;
    if (picture === undefined || ASSAY_SHOTS === undefined) continue;
    await page.screenshot({ path: `${ASSAY_SHOTS}/${picture}-${width}-${theme}.png`, fullPage: true });
  }
  await showTheme(page, themeFound);
  await showSize(page, found);
}

/** The same at the width of the page alone, for a state that is looked at elsewhere too, or is of one width. */
export async function expectAccessibleHere(page: Page): Promise<void> {
  await lookAt(page, page.viewportSize()?.width ?? 0, await themeOf(page));
}

/** In both themes; in the named one, which is the last, by all rules. */
async function lookAt(page: Page, width: number, ofAllRules: Theme): Promise<void> {
  // One run in the page covers it all only while it has no frames.
  expect(page.frames()).toHaveLength(1);
  for (const theme of THEMES.toSorted((a) => (a === ofAllRules ? 1 : -1))) {
    await showTheme(page, theme);
    const asked = theme === ofAllRules ? ALL_RULES : COLOURS_ALONE;
    expect(await violationsOf(page, asked), `${width} px, ${theme}`).toEqual([]);
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overhang, `the page scrolls sideways at ${width} px, ${theme}`).toBeLessThanOrEqual(0);
  }
}

async function themeOf(page: Page): Promise<Theme> {
  return await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
}

/** What a change of width could close unseen. */
async function openParts(page: Page): Promise<readonly string[]> {
  const parts = page.locator('[role=dialog], [role=menu], [role=listbox], details[open]').filter({ visible: true });
  const names = await parts.evaluateAll((all) => all.map((part) => `${part.role ?? part.localName} ${part.id}`));
  return names.toSorted();
}

async function showSize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction((width) => window.innerWidth === width, size.width);
  // In the first frame listeners are notified of the width, and the second shows what they made of it.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await endOfTransitions(page);
}

async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  // A static error page has no script: it follows the browser's setting by its style sheet alone.
  await page.waitForFunction((name) => (document.documentElement.dataset['theme'] ?? name) === name, theme);
  // A colour half way between two themes is of neither.
  await endOfTransitions(page);
}

async function endOfTransitions(page: Page): Promise<void> {
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
