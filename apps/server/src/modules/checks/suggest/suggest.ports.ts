/** An asset for which this installation knows an address; `ticker` null: by a label of the network as a whole. */
export interface KnownAddress {
  readonly network: string;
  readonly ticker: string | null;
}

/** Where records or labels of an address exist; a fixed number of queries for any number of spellings. */
export interface KnownAddressesPort {
  knownAddresses(addresses: readonly string[]): Promise<readonly KnownAddress[]>;
}
