import { validateAddress } from '@assay/address';
import { isProtectedAddress } from '@assay/domain';
import { ISSUER } from '@assay/exposure';
import type { LiveCoinNetwork } from './coin-networks.ts';

/**
 * The party an address of a coin network stands for in the records, in canonical form; null where the text is no
 * address of the network.
 */
export function coinParty(network: LiveCoinNetwork, text: string): string | null {
  const verdict = validateAddress(text, network);
  if (!verdict.ok) return null;
  return isProtectedAddress(network, verdict.canonical) ? ISSUER : verdict.canonical;
}
