import type { RawInput, RawOutput } from '@assay/exposure';
import type { SeenTransaction } from '../../../sources/seen-transaction.ts';
import type { CoinTransaction } from '../../../sources/sources.ports.ts';

/** A confirmed transaction of a UTXO network, as a look-up answers it. */
export function confirmedCoins(provider: string, { transaction }: CoinTransaction): SeenTransaction {
  const { transactionId: id, block, time } = transaction;
  return { is: 'confirmed', id, block, time, content: { ledger: 'utxo', transaction }, provider };
}

/** A transaction that waits for a block: the coins that it would spend and create. */
export function pendingCoins(
  provider: string,
  id: string,
  { inputs, outputs }: { readonly inputs: readonly RawInput[]; readonly outputs: readonly RawOutput[] },
): SeenTransaction {
  const moves = [
    ...inputs.map(({ owner, amount }) => ({ contract: null, from: owner, to: null, amount: amount ?? 0n })),
    ...outputs.map(({ owner, amount }) => ({ contract: null, from: null, to: owner, amount })),
  ];
  return { is: 'pending', id, moves, coins: { inputs, outputs }, provider };
}
