import type { CanonicalResult } from '@assay/certificate';

/** What goes round the rim of the rosette: plain letters and digits, whatever the product is called. */
export function rimLine(result: CanonicalResult): string {
  const { issuer, sub_id: subId, asset, checked_at: checkedAt } = result;
  const line = `${issuer.product.toUpperCase()} ${subId} ${asset.ticker} ${checkedAt.slice(0, 10)}`;
  return line
    .replace(/[^\x21-\x7e]+/g, ' ')
    .trim()
    .slice(0, 120);
}

/** The letters on the disc of an asset without a glyph. */
export function discLetters(ticker: string): string {
  const letters = ticker.replace(/[^A-Za-z0-9]/g, '').slice(0, 4);
  return letters === '' ? '?' : letters;
}
