import { receive, spend } from '../../records/ratios.ts';
import type { NodeId } from '../../records/record.ts';

/** A flow before its ratios; a pool has a node, as accounts have. */
export interface FlowToSettle {
  readonly from: NodeId;
  readonly to: NodeId;
  /** Base units, more than zero. */
  readonly amount: bigint;
  readonly isFee: boolean;
}

/** Running balances; what does not move on answers the ratio it has already. */
export interface FlowBalances<F extends FlowToSettle> {
  /**
   * Takes from the balance of a payer.
   *
   * @param flows What it pays in its part, or one fee; at least one.
   * @param amount Their sum, base units.
   * @returns kappa (docs/method/3, section 4), 0..1.
   */
  pay(payer: NodeId, amount: bigint, flows: readonly F[]): number;
  /** Adds to the balance of a receiver, and answers the share of it that the flow then is, 0..1. */
  take(flow: F): number;
}

/** The two ratios of a flow. */
export interface FlowRatios {
  readonly inflowShare: number;
  readonly covered: number;
}

/**
 * The ratios of the flows of one transaction, in the order of `flows`: fees are paid first, then what each payer pays in
 * its part at once, then receivers take their flows one after the other (docs/method/3, section 4). An account is in one
 * part only, so all that it pays without its fees is of that part.
 *
 * @param flows All flows of the transaction at the ends whose balances move on, in order.
 */
export function settleFlows<F extends FlowToSettle>(
  flows: readonly F[],
  balances: FlowBalances<F>,
): readonly FlowRatios[] {
  const ofFees = new Map(
    flows
      .filter(({ isFee }) => isFee)
      .map((fee) => {
        const covered = balances.pay(fee.from, fee.amount, [fee]);
        return [fee, { covered, inflowShare: balances.take(fee) }] as const;
      }),
  );
  const byPayer = Map.groupBy(
    flows.filter(({ isFee }) => !isFee),
    ({ from }) => from,
  );
  const covered = new Map(
    [...byPayer].map(([payer, paid]) => {
      const amount = paid.reduce((sum, one) => sum + one.amount, 0n);
      return [payer, balances.pay(payer, amount, paid)] as const;
    }),
  );
  return flows.map(
    (flow) => ofFees.get(flow) ?? { covered: covered.get(flow.from) ?? 1, inflowShare: balances.take(flow) },
  );
}

/** How a node keeps a balance: `pool` holds what it received until it pays it; sinks of fees and issuers keep none. */
export type BalanceRule = 'account' | 'pool' | 'none';

/** Balance and ratio after a payment. @param before Base units. */
export function pay(rule: BalanceRule, before: bigint, amount: bigint): { after: bigint; covered: number } {
  switch (rule) {
    case 'account':
      return spend(before, amount);
    case 'pool':
    case 'none':
      return { after: before, covered: 1 };
  }
}

/** Balance and ratio after a receipt. @param before Base units. */
export function take(rule: BalanceRule, before: bigint, amount: bigint): { after: bigint; inflowShare: number } {
  switch (rule) {
    case 'account':
    case 'pool':
      return receive(before, amount);
    case 'none':
      return { after: before, inflowShare: 1 };
  }
}
