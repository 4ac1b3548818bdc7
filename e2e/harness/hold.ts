import type { Page, Route } from 'playwright-core';

/**
 * Holds every answer to what a page asks for there, until the function that comes back is called: so that what stands in
 * between is looked at for as long as it takes, however fast or slow the machine is.
 */
export async function hold(
  page: Page,
  where: string | RegExp,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(where, async (route) => {
    await held;
    await answer(route);
  });
  return letGo;
}

/** Keeps the page that stands from giving way to the next one: holds the data of all pages until it is let go. */
export function holdNextPage(page: Page): Promise<() => void> {
  return hold(page, /\.data(?:\?|$)/);
}
