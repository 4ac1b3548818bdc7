import type { Page } from 'playwright-core';

interface RouteFiles {
  readonly routes: Readonly<Record<string, { readonly module: string }>>;
}

/** Path of the script of a page, from the list of routes that the router holds; files are named by their hash. */
export async function routeFile(page: Page, route: string): Promise<string> {
  return page.evaluate((id) => {
    const { __reactRouterManifest: list } = window as typeof window & { __reactRouterManifest?: RouteFiles };
    const file = list?.routes[id]?.module;
    if (file === undefined) throw new Error(`No page ${id} is listed`);
    return file;
  }, route);
}
