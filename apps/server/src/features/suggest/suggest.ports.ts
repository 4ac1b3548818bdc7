/** A place this installation knows an address in; `ticker` null means by a label of the network as a whole. */
export interface KnownPlace {
  readonly network: string;
  readonly ticker: string | null;
}

/** Where records or labels of an address are held; a fixed number of queries, whatever the number of spellings. */
export interface KnownPlacesPort {
  knownPlaces(addresses: readonly string[]): Promise<readonly KnownPlace[]>;
}
