import type { RawInput, RawOutput } from '@assay/exposure';
import type { CoinNetworkId } from '../../../formats/coin-networks.ts';

/**
 * Zcash has shielded money. A transaction that pays more than its transparent inputs took the difference from the
 * shielded pool; one that pays less, beyond any usual fee, moved the difference there. Both are shown as a coin without
 * an owner, so that the transparent coins get only their own share.
 */
export interface PoolSide {
  readonly network: CoinNetworkId;
  readonly transactionId: string;
  readonly inputs: readonly RawInput[];
  readonly outputs: readonly RawOutput[];
}

/**
 * Fees are a few thousandths at most (ZIP 317: 5,000 zatoshi an action); a difference above 0.01 ZEC is moved money.
 */
const LARGEST_FEE = 1_000_000n;
const POOL_MARK = 'f'.repeat(16);

/** Whether an id of an input's transaction represents the pool; it needs no request to a provider. */
export function isPoolId(transactionId: string): boolean {
  return transactionId.startsWith(POOL_MARK);
}

export function shieldedInputs(pool: PoolSide): readonly RawInput[] {
  const missing = -excessOf(pool);
  if (pool.network !== 'ZEC' || missing <= 0n) return [];
  const transactionId = `${POOL_MARK}${pool.transactionId.slice(POOL_MARK.length)}`;
  return [{ transactionId, index: 0, owner: null, amount: missing }];
}

export function shieldedOutputs(pool: PoolSide): readonly RawOutput[] {
  const excess = excessOf(pool);
  if (pool.network !== 'ZEC' || excess <= LARGEST_FEE) return [];
  return [{ index: pool.outputs.length, owner: null, amount: excess }];
}

/** The sum of the transparent inputs minus that of the transparent outputs. */
function excessOf({ inputs, outputs }: PoolSide): bigint {
  const sum = (coins: readonly { readonly amount: bigint | null }[]): bigint =>
    coins.reduce((total, { amount }) => total + (amount ?? 0n), 0n);
  return sum(inputs) - sum(outputs);
}
