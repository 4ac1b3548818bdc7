import { ASSETS, defaultAssetFor } from '@assay/domain';

/** Pages that search engines may list, beside those of assets. */
const PAGES = [
  '/',
  '/method',
  '/developers',
  '/developers/reference',
  '/scorecard',
  '/sources',
  '/entities',
  '/services',
  '/verify',
  '/privacy-policy',
  '/terms-of-service',
] as const;

/** Pages of one user, of no use to others. */
export const PRIVATE_PATHS = ['/api/', '/account', '/confirm-link', '/success-auth', '/stripe'] as const;

/** Pictures of results for link previews: any site that shows a link may fetch them, although they are below the API. */
export const PREVIEW_PATHS = ['/api/monitor/check/*/preview.png'] as const;

/** Every path that may be listed, each under the one address it has. */
export function listedPaths(): readonly string[] {
  return [...PAGES, ...ASSETS.map(({ ticker, parent }) => assetPath(ticker, parent))];
}

/** A ticker alone means its first entry; the others name their network (GAP-56). */
export function assetPath(ticker: string, parent: string | null): string {
  const isFirst = defaultAssetFor(ticker)?.parent === parent;
  return isFirst || parent === null ? `/check/${ticker}` : `/check/${ticker}?parent=${parent}`;
}
