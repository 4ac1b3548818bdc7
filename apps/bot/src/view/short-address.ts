/** First and last five characters, as everywhere in the product, from 14 characters on. */
export function shortAddress(address: string): string {
  return address.length < 14 ? address : `${address.slice(0, 5)}…${address.slice(-5)}`;
}

/** An asset as it is called in a sentence: its ticker, and the network of a token. */
export function assetName({ ticker, parent }: { readonly ticker: string; readonly parent: string | null }): string {
  return parent === null ? ticker : `${ticker} (${parent})`;
}
