import { ASSETS, defaultAssetFor } from '@assay/domain';

/** Pages that search engines may list, beside those of assets. */
const PAGES = ['/', '/method', '/sources', '/verify', '/privacy-policy', '/terms-of-service'] as const;

/** Parts of the site that are of no use to anybody but their visitor. */
export const PRIVATE_PATHS = ['/api/', '/account', '/confirm-link', '/success-auth', '/stripe'] as const;

/** Pictures of results for link previews: whoever shows a link may fetch them, although they stand below the API. */
export const PREVIEW_PATHS = ['/api/monitor/check/*/preview.png'] as const;

/** Every path that may be listed, each under the one address it has. */
export function listedPaths(): readonly string[] {
  return [...PAGES, ...ASSETS.map(({ ticker, parent }) => assetPath(ticker, parent))];
}

/** A bare ticker stands for its first entry; the others say which network they mean (GAP-56). */
export function assetPath(ticker: string, parent: string | null): string {
  const isFirst = defaultAssetFor(ticker)?.parent === parent;
  return isFirst || parent === null ? `/check/${ticker}` : `/check/${ticker}?parent=${parent}`;
}
