import type { Page } from 'playwright-core';

/**
 * Watches for a text that appears and disappears again. The returned function waits until both have happened and
 * gives how long they were shown, in milliseconds of the page's own clock: an observer outside may be late.
 */
export async function visibleTime(page: Page, within: string, words: string): Promise<() => Promise<number>> {
  await page.evaluate(
    ([selector = '', text = '']) => {
      const isThere = () => [...document.querySelectorAll(selector)].some((part) => part.textContent?.includes(text));
      const visibleFor = new Promise<number>((resolve) => {
        let from: number | null = null;
        const watch = new MutationObserver(() => {
          if (isThere()) from ??= performance.now();
          else if (from !== null) {
            watch.disconnect();
            resolve(performance.now() - from);
          }
        });
        watch.observe(document.body, { childList: true, subtree: true, characterData: true });
      });
      Object.assign(window, { visibleFor });
    },
    [within, words],
  );
  return () => page.evaluate(() => Reflect.get(window, 'visibleFor') as Promise<number>);
}
