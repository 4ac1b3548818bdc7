/**
 * First and last five characters of an address; one of fewer than fourteen characters is shown whole.
 *
 * @example shortenAddress('3Nc9HcCtxd4NdDHE2hRhxcGMT17LijSj'); // '3Nc9H…LijSj'
 */
export function shortenAddress(address: string): string {
  return address.length < 14 ? address : `${address.slice(0, 5)}…${address.slice(-5)}`;
}
