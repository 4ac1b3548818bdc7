/**
 * Which visitors get the same bytes of a page:
 * - everybody: the page depends on the installation only;
 * - with its data: it depends on what the API answers for its path, and on nothing of the visitor;
 * - never: it depends on the visitor.
 */
export type PageSharing = 'everybody' | 'with its data' | 'never';

const EVERYBODY: ReadonlySet<string> = new Set([
  '/',
  '/components',
  '/method',
  '/method/2',
  '/method/transactions',
  '/privacy-policy',
  '/scorecard',
  '/sources',
  '/terms-of-service',
  '/verify',
]);
const ASSET = /^\/check\/[\w-]+$/;
const OF_ONE_RESULT = /^\/(?:riskcheck|verify)\/[0-9a-f]{32}$/;

/** @param path of a request, with its query: a page with a query is rendered for each visit */
export function sharingOf(path: string): PageSharing {
  if (EVERYBODY.has(path) || ASSET.test(path)) return 'everybody';
  return OF_ONE_RESULT.test(path) ? 'with its data' : 'never';
}
