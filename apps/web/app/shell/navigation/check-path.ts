/**
 * The page that checks an address for an asset.
 *
 * @example checkPath({ ticker: 'USDT', parent: 'TRX' }, 'T…'); // '/check/USDT?parent=TRX&address=T%E2%80%A6'
 */
export function checkPath(
  { ticker, parent }: { readonly ticker: string; readonly parent: string | null },
  address: string,
): string {
  return `/check/${ticker}?${new URLSearchParams({ ...(parent === null ? {} : { parent }), address })}`;
}
