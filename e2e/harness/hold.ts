import type { Page, Route } from 'playwright-core';

/**
 * Holds every response to the page's requests of that address until the returned function is called, so that the state
 * in between can be examined for as long as needed, however fast or slow the machine is.
 */
export async function hold(
  page: Page,
  where: string | RegExp,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(where, async (route) => {
    await released;
    await answer(route);
  });
  return letGo;
}

/** Keeps the present page from being replaced by the next one: holds the data of all pages until released. */
export function holdNextPage(page: Page): Promise<() => void> {
  return hold(page, /\.data(?:\?|$)/);
}
