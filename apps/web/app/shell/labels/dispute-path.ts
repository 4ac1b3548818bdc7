/**
 * The form that disputes labels of an address.
 *
 * @param network network id, or the currency of a chain that cannot be followed
 */
export function disputePath(network: string, address: string): string {
  return `/dispute?network=${network}&address=${encodeURIComponent(address)}`;
}

/** The form that disputes a row of the list of services. */
export function disputeServicePath(slug: string): string {
  return `/dispute?service=${encodeURIComponent(slug)}`;
}
