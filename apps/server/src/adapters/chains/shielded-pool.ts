import type { RawInput, RawOutput } from '@assay/exposure';
import type { LiveCoinNetwork } from './coin-networks.ts';

/**
 * Zcash has money nobody can see. A transaction that pays more than its open inputs hold took the rest from the shielded
 * pool; one that pays less, beyond any usual fee, put it there. Both show as a coin nobody can be named for, so that the
 * open coins get their own share and no more.
 */
export interface PoolSide {
  readonly network: LiveCoinNetwork;
  readonly transactionId: string;
  readonly inputs: readonly RawInput[];
  readonly outputs: readonly RawOutput[];
}

/** Fees are a few thousandths at most (ZIP 317: 5,000 zatoshi an action); above 0.01 ZEC it is money that moved. */
const LARGEST_FEE = 1_000_000n;
const POOL_MARK = 'f'.repeat(16);

/** Stands for the pool where an input names the transaction that made it; no provider need be asked for it. */
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

/** What the open inputs hold beyond the open outputs. */
function excessOf({ inputs, outputs }: PoolSide): bigint {
  const sum = (coins: readonly { readonly amount: bigint | null }[]): bigint =>
    coins.reduce((total, { amount }) => total + (amount ?? 0n), 0n);
  return sum(inputs) - sum(outputs);
}
