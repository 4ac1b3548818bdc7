import type { GoverningLabel } from '../../../labels/resolve-labels.ts';
import type { NodeId, Position } from '../../../records/record.ts';
import type { EverOfCoins } from '../../coins/coin-wallet.ts';
import type { CoinHistory as CoinRecords } from '../../coins/history.ts';
import { ratioOf } from '../../rating/bounds/bounds.ts';
import { tierOf } from '../../rating/floors/risk-row.ts';
import type { CoinHistory } from '../../rating/history/own-history.ts';
import { Numbers, payeeLabelOf, type ReadHistory } from '../read-history.ts';

/** The label that counts for an owner of coins at a time (Unix seconds). */
export type LabelAt = (owner: NodeId, time: number) => GoverningLabel | null;

/** The own records of an address as sections 8 and 9 of docs/method/3 read them. */
export function coinHistoryFor(
  { inflows, payments }: Pick<CoinRecords, 'inflows' | 'payments'>,
  ever: Pick<EverOfCoins, 'amount' | 'inflows'> | null,
  labelAt: LabelAt,
): ReadHistory<CoinHistory> {
  const places = new Numbers<Position>();
  const accounts = new Numbers<NodeId | null>();
  const base = ever?.amount ?? 0n;
  const positions = [
    ...inflows.map(({ transaction }) => transaction.position),
    ...payments.map(({ position }) => position),
  ];
  for (const position of positions.toSorted((a, b) => a - b)) places.of(position);
  return {
    history: {
      network: 'coin',
      base,
      inflows: inflows.map(({ transaction, amount, payers, unspent }, index) => {
        const share = ratioOf(amount, base);
        return {
          at: places.of(transaction.position),
          time: transaction.time,
          amount,
          share,
          badShare: share * (ever?.inflows[index]?.bad ?? 0),
          parts: payers.map(({ payer, amount: paid }) => {
            const label = labelAt(payer, transaction.time);
            const isStraightSevere = label !== null && tierOf(label.label.category) === 'S';
            return { payer: accounts.of(payer), amount: paid, isStraightSevere };
          }),
          unspent,
        };
      }),
      payments: payments.map(({ position, time, payee, amount }) => ({
        at: places.of(position),
        time,
        payee: accounts.of(payee),
        amount,
        label: payee === null ? null : payeeLabelOf(labelAt(payee, time)),
      })),
    },
    unit: 1n,
    places: places.all,
    accounts: accounts.all,
  };
}
