/** An asset as it is called in a sentence: its ticker, and the network of a token. */
export function assetName({ ticker, parent }: { readonly ticker: string; readonly parent: string | null }): string {
  return parent === null ? ticker : `${ticker} (${parent})`;
}
