import { spend } from '../../../records/ratios.ts';
import type { NodeId, Position } from '../../../records/record.ts';
import type { Flow } from '../../flow.ts';
import { ratioOf } from '../../rating/bounds/bounds.ts';
import { tierOf } from '../../rating/floors/risk-row.ts';
import type { AccountHistory, BalanceAfter, OwnPayment } from '../../rating/history/own-history.ts';
import type { FlowReading } from '../../walk/reading.ts';
import type { EverWalk } from '../../walk/wallet-walk.ts';
import { Numbers, payeeLabelOf, type ReadHistory } from '../read-history.ts';
import { amountsIn, type SharedFlow, sharedFlows, unitOf } from './exact-parts.ts';
import type { OwnFlows } from './own-flows.ts';

/** Own flows of one transaction, one way. */
interface OwnTransaction {
  readonly transaction: Position;
  /** Unix seconds. */
  readonly time: number;
  /** Base units. */
  readonly amount: bigint;
  readonly flows: readonly SharedFlow[];
}

/** Own flows by transaction, in order; fees are paid first and are left out. */
export function ownTransactions(
  own: OwnFlows,
  direction: 'into' | 'outOf',
  isFee: (flow: Flow) => boolean,
): readonly OwnTransaction[] {
  const flows = own[direction].filter((flow) => !isFee(flow));
  return [...Map.groupBy(flows, ({ transaction }) => transaction)].map(([transaction, all]) => ({
    transaction,
    time: all[0]?.time ?? 0,
    amount: all.reduce((sum, { amount }) => sum + amount, 0n),
    flows: sharedFlows(all, direction, own.pools),
  }));
}

/** What an account held, in base units. */
export interface OwnBalances {
  /** After each transaction that changed it. */
  readonly after: readonly { readonly transaction: Position; readonly balance: bigint }[];
  readonly afterLastInflow: bigint;
  readonly atCutOff: bigint;
}

/** The running balance of docs/method/3, section 4. */
export function ownBalances({ into, outOf }: OwnFlows, opening: bigint): OwnBalances {
  let balance = opening;
  let afterLastInflow = opening;
  const after = new Map<Position, bigint>();
  const last = into.at(-1)?.transaction;
  const received = new Set(into);
  for (const flow of [...into, ...outOf].toSorted((a, b) => a.position - b.position)) {
    balance = received.has(flow) ? balance + flow.amount : spend(balance, flow.amount).after;
    after.set(flow.transaction, balance);
    if (flow.transaction === last) afterLastInflow = balance;
  }
  return {
    after: [...after].map(([transaction, held]) => ({ transaction, balance: held })),
    afterLastInflow,
    atCutOff: balance,
  };
}

/** The own history of an account as sections 8 and 9 of docs/method/3 read it. */
export function accountHistoryOf(
  own: OwnFlows,
  balances: OwnBalances,
  ever: Pick<EverWalk, 'amount' | 'inflows'> | null,
  reading: Pick<FlowReading, 'parties' | 'facts' | 'subject'>,
): ReadHistory<AccountHistory> {
  const isFee = ({ to }: Flow): boolean => reading.facts.known(to).role === 'fee';
  const inflows = ownTransactions(own, 'into', isFee);
  const payments = ownTransactions(own, 'outOf', isFee);
  const unit = unitOf([...inflows, ...payments].flatMap(({ flows }) => flows));
  const places = new Numbers<Position>();
  for (const { transaction } of balances.after) places.of(transaction);
  const accounts = new Numbers<NodeId>();
  const labelOf = (node: NodeId, time: number) => reading.parties.labelAt(node, time, reading.subject);
  const base = ever?.amount ?? 0n;
  const badOf = new Map(ever?.inflows.map(({ transaction, bad }) => [transaction, bad]));
  return {
    history: {
      network: 'account',
      base: base * unit,
      inflows: inflows.map(({ transaction, time, amount, flows }) => {
        const share = ratioOf(amount, base);
        return {
          at: places.of(transaction),
          time,
          amount: amount * unit,
          share,
          badShare: share * (badOf.get(transaction) ?? 0),
          parts: [...amountsIn(unit, flows)].map(([payer, paid]) => {
            const label = labelOf(payer, time);
            const isStraightSevere = label !== null && tierOf(label.label.category) === 'S';
            return { payer: accounts.of(payer), amount: paid, isStraightSevere };
          }),
        };
      }),
      payments: payments.flatMap(({ transaction, time, flows }) =>
        [...amountsIn(unit, flows)].map(
          ([payee, amount]): OwnPayment => ({
            at: places.of(transaction),
            time,
            payee: accounts.of(payee),
            amount,
            label: payeeLabelOf(labelOf(payee, time)),
          }),
        ),
      ),
      balances: balances.after.map(
        ({ transaction, balance }): BalanceAfter => ({ at: places.of(transaction), balance: balance * unit }),
      ),
    },
    unit,
    places: places.all,
    accounts: accounts.all,
  };
}
