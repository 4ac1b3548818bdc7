import fc from 'fast-check';
import { FEE_SINK } from '../../records/raw-records.ts';
import type { AssetTransfer } from './asset-transactions.ts';

/**
 * Transfers of one transaction a text, in one block each, an hour after the other: 'USDT a 5 b, ETH a 1 fee'. Its id is
 * `t` and its number, from 1.
 */
export const transfersOf = (...transactions: readonly string[]): readonly AssetTransfer[] =>
  transactions.flatMap((text, block) =>
    text.split(', ').map((record, index) => {
      const [asset = '', from = '', amount = '', to = ''] = record.split(' ');
      return transferOf({ asset, from, to, amount: BigInt(amount) }, block + 1, index);
    }),
  );

type Moved = Pick<AssetTransfer, 'asset' | 'from' | 'to' | 'amount'>;

const transferOf = (moved: Moved, block: number, index: number): AssetTransfer => ({
  ...moved,
  block,
  transactionIndex: 0,
  transactionId: `t${block}`,
  kind: moved.to === FEE_SINK ? 'fee' : 'token',
  index,
  ordinal: 0,
  time: 1_700_000_000 + block * 3600,
});

/** Transactions of two assets among few accounts, fees and transfers to oneself included, in the total order. */
export function randomTransfers(): fc.Arbitrary<readonly AssetTransfer[]> {
  const account = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const moved = fc.record({
    asset: fc.constantFrom('USDT', 'USDT', 'ETH'),
    from: account,
    to: fc.oneof({ weight: 9, arbitrary: account }, { weight: 1, arbitrary: fc.constant(FEE_SINK) }),
    amount: fc.oneof(fc.bigInt({ min: 1n, max: 9n }), fc.bigInt({ min: 1n, max: 10n ** 20n })),
  });
  const transaction = fc.array(moved, { minLength: 1, maxLength: 9 });
  return fc
    .array(transaction, { minLength: 1, maxLength: 12 })
    .map((all) => all.flatMap((own, block) => own.map((one, index) => transferOf(one, block + 1, index))));
}
