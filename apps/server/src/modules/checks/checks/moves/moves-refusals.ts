import type { TransactionData } from '@assay/contracts';
import { type Asset, NETWORKS, type NetworkId } from '@assay/domain';

/** How the sides are named where a refusal of moves is read. */
export const SIDE_NAMES = { address: 'its address', direction: 'whether it is a deposit or a withdrawal' };

type Refused = Extract<TransactionData, { readonly is: 'refused' }>;

/** A refusal with the networks that a transaction may be of. */
export type Refuse = (reason: Refused['reason'], text: string) => Refused;

export function refusedOn(networks: readonly NetworkId[]): Refuse {
  return (reason, text) => ({ is: 'refused', reason, text, networks: [...networks], other_assets: [] });
}

/** A token before the coin that paid its fee. */
export function firstOf(moved: readonly Asset[], network: NetworkId): Asset | undefined {
  return moved.find(({ ticker }) => ticker !== NETWORKS[network].native) ?? moved[0];
}
