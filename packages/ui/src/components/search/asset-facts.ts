/** What a list of assets shows of one. Ticker and parent together are its identity. */
export interface AssetFacts {
  readonly ticker: string;
  readonly parent: string | null;
  readonly name: string;
}

/** Id of a row of the list of suggestions. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** Those whose ticker or name contains the text, in any case (row PICK-02). */
export function filterAssets<Asset extends AssetFacts>(assets: readonly Asset[], query: string): readonly Asset[] {
  const wanted = query.trim().toLowerCase();
  return assets.filter(
    ({ ticker, name }) => ticker.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted),
  );
}

/** Those whose ticker, name or network contains each word of the text, in any case: one ticker is on many networks. */
export function searchAssets<Asset extends AssetFacts>(assets: readonly Asset[], query: string): readonly Asset[] {
  const words = query.trim().toLowerCase().split(/\s+/);
  return assets.filter(({ ticker, name, parent }) => {
    const text = `${ticker} ${name} ${parent ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
