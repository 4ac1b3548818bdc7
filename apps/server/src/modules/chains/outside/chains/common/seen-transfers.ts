import { type Move, recordsOfTransaction } from '../../../formats/records.ts';
import type { AssetTransfers, SeenTransaction } from '../../../sources/seen-transaction.ts';

/** Moves of one asset; `contract` as in `AssetTransfers`. */
export interface AssetMoves {
  readonly contract: string | null;
  readonly moves: readonly Move[];
}

/** A confirmed transaction of an account network, as a look-up answers it. */
export function confirmedTransfers(
  provider: string,
  { id, block, time }: { readonly id: string; readonly block: number; readonly time: number },
  moved: readonly AssetMoves[],
  isWhole: boolean,
): SeenTransaction {
  const byContract = Map.groupBy(moved, ({ contract }) => contract);
  const assets = [...byContract]
    .map(([contract, parts]): AssetTransfers => {
      return { contract, transfers: recordsOfTransaction(parts.flatMap(({ moves }) => moves)) };
    })
    .filter(({ transfers }) => transfers.length > 0)
    .sort(({ contract: a }, { contract: b }) => ((a ?? '') < (b ?? '') ? -1 : 1));
  return { is: 'confirmed', id, block, time, content: { ledger: 'account', assets, isWhole }, provider };
}
