import { validateAddress } from '@assay/address';
import { isProtectedAddress } from '@assay/domain';
import { ISSUER } from '@assay/exposure';
import type { CoinNetworkId } from '../../../formats/coin-networks.ts';

/**
 * The party that an address of a coin network represents in the records, in canonical form; null where the text is not
 * an address of the network.
 */
export function coinParty(network: CoinNetworkId, text: string): string | null {
  const verdict = validateAddress(text, network);
  if (!verdict.ok) return null;
  return isProtectedAddress(network, verdict.canonical) ? ISSUER : verdict.canonical;
}
