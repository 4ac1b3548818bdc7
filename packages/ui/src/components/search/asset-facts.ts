/** What a list of assets shows of one. Ticker and parent together are its identity. */
export interface AssetFacts {
  readonly ticker: string;
  readonly parent: string | null;
  readonly name: string;
  /** Other names of the asset, in small letters: a text that names one means this asset. */
  readonly otherTickers?: readonly string[];
  /** Other names of its network, in small letters. */
  readonly networkNames?: readonly string[];
}

/** Id of a row of the list of suggestions. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/**
 * Those that the text is another name of, then those whose ticker or name contains it, in any case (row PICK-02). For a
 * text that finds none: what {@link searchAssets} finds by its words.
 */
export function filterAssets<Asset extends AssetFacts>(assets: readonly Asset[], query: string): readonly Asset[] {
  const wanted = query.trim().toLowerCase();
  const isMeant = ({ otherTickers }: Asset) => otherTickers?.includes(wanted) === true;
  const found = [
    ...assets.filter(isMeant),
    ...assets.filter((one) => !isMeant(one) && `${one.ticker}\n${one.name}`.toLowerCase().includes(wanted)),
  ];
  return found.length > 0 ? found : searchAssets(assets, wanted);
}

/** Those of which a name, or one of their network, contains each word of the text: one ticker is on many networks. */
export function searchAssets<Asset extends AssetFacts>(assets: readonly Asset[], query: string): readonly Asset[] {
  const words = query.trim().toLowerCase().split(/\s+/);
  return assets.filter(({ ticker, name, parent, otherTickers, networkNames }) => {
    const text = [ticker, name, parent, otherTickers, networkNames].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
