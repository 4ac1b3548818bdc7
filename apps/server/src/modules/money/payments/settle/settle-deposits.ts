import type { Db } from '../../../../platform/db/index.ts';
import type { Clock } from '../../../../platform/kernel/time/clock.ts';
import { dollarsOf } from '../deposits/amounts.ts';
import type { depositsStore } from '../deposits/deposits.store.ts';
import { type DepositReport, type DepositUse, type Judgement, judgeDeposits } from '../deposits/deposits.ts';
import type { Order, OrderFacts, PaymentFact } from '../payments.ports.ts';
import type { StoredPayment } from '../payments.store.ts';
import { addMonths } from '../plans/add-months.ts';
import { monthsOf, planNamed } from '../plans/goods.ts';
import { type LostGrantDeps, type LostStatus, takeBackGrants } from './lost-grants.ts';

interface SettleDepositsDeps extends LostGrantDeps {
  readonly deposits: typeof depositsStore;
  readonly clock: Clock;
}

/** What an order has come to by the money that was sent for it. */
export interface Settled {
  readonly payments: readonly PaymentFact[];
  readonly progress: OrderFacts['progress'];
  readonly missing: Judgement['missing'];
  /** How money was lost for which checks had been given: once for each grant that is taken back now. */
  readonly lost: readonly LostStatus[];
}

/** Stores what the provider reports newly, and what of it pays the order. The caller has locked the order. */
export async function settleDeposits(
  deps: SettleDepositsDeps,
  tx: Db,
  order: Order,
  facts: OrderFacts,
  stored: readonly StoredPayment[],
): Promise<Settled> {
  const { deposits, clock } = deps;
  const known = new Set(stored.map(({ reference }) => reference));
  const isOfOrder = (fact: PaymentFact) => fact.amountCents === order.amountCents || known.has(fact.reference);
  const payments = facts.payments.filter(isOfOrder);
  const others = facts.payments.filter((fact) => !isOfOrder(fact)).map((fact) => otherAmount(order, fact));
  for (const report of [...facts.deposits, ...others]) await deposits.report(tx, order.id, report);
  const reports = await deposits.reports(tx, order.id);
  if (reports.length === 0) return { payments, progress: facts.progress, missing: null, lost: [] };
  const now = clock.now();
  for (const use of usesBefore(reports, stored, await deposits.uses(tx, order.id))) {
    await deposits.use(tx, order.id, { ...use, ...BY_THE_RULE, now });
  }
  const uses = await deposits.uses(tx, order.id);
  const isPaid = stored.length > 0 || payments.length > 0;
  const judged = judgeDeposits({ ...order, isPaid }, reports, uses);
  for (const use of judged.counted) await deposits.use(tx, order.id, { ...use, ...BY_THE_RULE, now });
  await deposits.hold(tx, order.id, judged.held.length > 0, now);
  return {
    payments: [
      ...payments,
      ...(judged.paid === null ? [] : [paidBy(order, judged.paid.root, judged.paid.at)]),
      ...refundsOf(reports, uses, stored),
    ],
    progress: progressOf(facts, judged, uses),
    missing: judged.missing,
    lost: await takeBackGrants(deps, tx, reports, uses, now),
  };
}

/** No operator decided it. */
const BY_THE_RULE = { reason: null, grantKey: null } as const;

/** The payment of an order by crypto. Nothing renews itself here: the time that was paid for begins with the payment. */
export function paidBy(order: Order, deposit: string, paidAt: Date): PaymentFact {
  const months = order.planId === null ? null : monthsOf(planNamed(order.planId));
  return {
    reference: referenceOf(deposit),
    amountCents: order.amountCents,
    refundedCents: 0,
    status: 'paid',
    paidAt,
    period: months === null ? null : { startsAt: paidAt, endsAt: addMonths(paidAt, months) },
  };
}

/**
 * A card payment of another amount than the order's, as after a change of price or a discount in the provider's
 * dashboard: it pays no period by itself, and is held until somebody decides.
 */
function otherAmount(order: Order, { reference, status, amountCents, paidAt }: PaymentFact): DepositReport {
  return {
    deposit: reference,
    parent: null,
    status,
    state: status === 'refunded' || status === 'reversed' ? 'refunded' : 'arrived',
    asset: 'usd',
    asked: dollarsOf(order.amountCents),
    arrived: dollarsOf(amountCents),
    outcome: null,
    outcomeAsset: null,
    isOfPrice: false,
    reportedAt: paidAt,
  };
}

function referenceOf(deposit: string): string {
  return `nowpayments-${deposit}`;
}

/** Of orders of the version before, whose payments name the deposits that were credited, each as a whole. */
function usesBefore(
  reports: readonly DepositReport[],
  stored: readonly StoredPayment[],
  uses: readonly DepositUse[],
): readonly DepositUse[] {
  if (uses.length > 0) return [];
  const names = new Set(stored.map(({ reference }) => reference));
  const latest = new Map(reports.map((report) => [report.deposit, report]));
  return [...latest.values()]
    .filter(({ deposit }) => names.has(referenceOf(deposit)))
    .map(({ deposit, arrived }) => ({ deposit, use: 'order', amount: arrived ?? '0' }));
}

/** A payment is refunded with the deposit that it names; the only one of its order, with any deposit that paid it. */
function refundsOf(
  reports: readonly DepositReport[],
  uses: readonly DepositUse[],
  stored: readonly StoredPayment[],
): readonly PaymentFact[] {
  const latest = new Map(reports.map((report) => [report.deposit, report.state]));
  const refunded = uses.flatMap(({ use, deposit }) =>
    use === 'order' && latest.get(deposit) === 'refunded' ? [referenceOf(deposit)] : [],
  );
  return stored
    .filter(({ reference }) => (stored.length === 1 ? refunded.length > 0 : refunded.includes(reference)))
    .map(({ reference, amountCents, paidAt }) => {
      return { reference, amountCents, refundedCents: amountCents, status: 'refunded', paidAt, period: null };
    });
}

function progressOf(facts: OrderFacts, { held }: Judgement, uses: readonly DepositUse[]): OrderFacts['progress'] {
  if (held.length > 0) return 'partial';
  // All of it was sent back: what was shown as underpaid is over.
  return facts.progress === 'open' && uses.some(({ use }) => use === 'refused') ? 'failed' : facts.progress;
}
