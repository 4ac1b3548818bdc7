import type { Page } from 'playwright-core';

/**
 * Watches for words that come and go by themselves. What comes back waits until both have happened and says how long they
 * stood, in milliseconds of the page's own clock: who looks from outside may be late.
 */
export async function standingTime(page: Page, within: string, words: string): Promise<() => Promise<number>> {
  await page.evaluate(
    ([selector = '', text = '']) => {
      const isThere = () => [...document.querySelectorAll(selector)].some((part) => part.textContent?.includes(text));
      const stood = new Promise<number>((resolve) => {
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
      Object.assign(window, { stood });
    },
    [within, words],
  );
  return () => page.evaluate(() => Reflect.get(window, 'stood') as Promise<number>);
}
