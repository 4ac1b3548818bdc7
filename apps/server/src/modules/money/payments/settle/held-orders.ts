import type { Db } from '../../../../platform/db/index.ts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { FLEX_TARIFF } from '../../ledger/ledger.ports.ts';
import type { DecidedUse, HeldOrder } from '../deposits/deposits.store.ts';
import { type DepositReport, type Held, type Judgement, judgeDeposits } from '../deposits/deposits.ts';
import type { Order } from '../payments.ports.ts';
import { periodOf } from '../plans/crypto-renewal.ts';
import { orderStatusOf } from './order-status.ts';
import { paidBy } from './settle-deposits.ts';
import { bookPayments, type SettleDeps } from './settle-order.ts';

export interface ShownOrder extends Order {
  /** Money that was sent for it and pays nothing, each part with its reason. */
  readonly held: readonly Held[];
}

/** Everything that is known about the money of an order. */
export interface OrderMoney {
  readonly order: ShownOrder;
  readonly reports: readonly DepositReport[];
  readonly uses: readonly DecidedUse[];
  readonly missing: Judgement['missing'];
}

export interface Decision {
  /** `order`: the held money is accepted as the order's price. A number: so many check credits are given for it. */
  readonly what: 'order' | 'refuse' | { readonly checks: number };
  /** One of the deposits that are held; null for all of them. */
  readonly deposit: string | null;
  readonly reason: string;
}

type Reading = Pick<SettleDeps, 'orders' | 'payments' | 'deposits'>;

/** The order with what of its money is held. */
export async function withHeld(deps: Reading & Pick<SettleDeps, 'db'>, order: Order): Promise<ShownOrder> {
  return order.heldSince === null ? { ...order, held: [] } : (await moneyOf(deps, deps.db, order)).order;
}

/** What the operator does about money that is held. */
export function buildHeldOrders(deps: SettleDeps) {
  const { db, orders, deposits } = deps;

  async function named(at: Db, id: string): Promise<Order> {
    const order = await orders.find(at, id);
    if (order === null) throw new AppError('NotFound');
    return order;
  }

  return {
    /** The orders, the longest held first, at most `limit`. */
    list: (limit: number): Promise<readonly HeldOrder[]> => deposits.heldOrders(db, limit),

    /** @throws AppError NotFound */
    show: async (id: string): Promise<OrderMoney> => moneyOf(deps, db, await named(db, id)),

    /**
     * Decides about money that is held, once; returns what was decided about, which is nothing where nothing of it is
     * held any more.
     *
     * @throws AppError NotFound: no such order, or nobody to credit. OrderClosed: the order is paid, or by card.
     */
    decide: (id: string, decision: Decision): Promise<readonly Held[]> =>
      deps.transaction(async (tx) => {
        const { version } = await named(tx, id);
        if (!(await orders.lock(tx, id, version))) throw new AppError('Overloaded', { internal: 'the order changed' });
        const { order } = await moneyOf(deps, tx, await named(tx, id));
        const chosen = order.held.filter(({ deposit }) => decision.deposit === null || deposit === decision.deposit);
        if (chosen.length > 0) await apply(deps, tx, order, chosen, decision);
        return chosen;
      }),
  };
}

export type HeldOrders = ReturnType<typeof buildHeldOrders>;

async function moneyOf({ payments, deposits }: Reading, db: Db, order: Order): Promise<OrderMoney> {
  const reports = await deposits.reports(db, order.id);
  const uses = await deposits.uses(db, order.id);
  const isPaid = (await payments.ofOrder(db, order.id)).length > 0;
  const { held, missing } = judgeDeposits({ ...order, isPaid }, reports, uses);
  return { order: { ...order, held }, reports, uses, missing };
}

async function apply(
  deps: SettleDeps,
  tx: Db,
  order: ShownOrder,
  chosen: readonly Held[],
  { what, reason }: Decision,
): Promise<void> {
  const { orders, payments, deposits, ledger, clock } = deps;
  const now = clock.now();
  const before = await payments.ofOrder(tx, order.id);
  if (what !== 'refuse' && order.sub === null) throw new AppError('NotFound', { internal: 'nobody to credit' });
  const [first] = chosen;
  if (what === 'order' && first !== undefined) {
    if (before.length > 0 || order.provider !== 'nowpayments') throw new AppError('OrderClosed');
    const fact = paidBy(order, first.deposit, now);
    await payments.keep(tx, order.id, { ...fact, period: await periodOf(deps, tx, order, fact) });
  }
  const use = what === 'order' ? 'order' : what === 'refuse' ? 'refused' : 'checks';
  // The version: each decision about an order moves it.
  const grantKey = use === 'checks' ? `held:${order.id}-${order.version}` : null;
  for (const { deposit, amount } of chosen) {
    await deposits.use(tx, order.id, { deposit, use, amount: amount ?? '0', reason, grantKey, now });
  }
  if (typeof what === 'object' && order.sub !== null && grantKey !== null) {
    await ledger.grant(tx, {
      sub: order.sub,
      tariff: FLEX_TARIFF,
      checks: what.checks,
      reason: 'operator',
      key: grantKey,
      expiresAt: null,
      now,
    });
  }
  const stored = await payments.ofOrder(tx, order.id);
  const left = await moneyOf(deps, tx, order);
  const isHeld = left.order.held.length > 0;
  await deposits.hold(tx, order.id, isHeld, now);
  await orders.settle(tx, order.id, {
    status: orderStatusOf(order, { progress: isHeld ? 'partial' : 'failed', reference: order.reference }, stored),
    subscription: null,
    subscriptionStatus: null,
    missing: left.missing,
    now,
  });
  await bookPayments(deps, tx, order, stored, now);
  await deps.audit(tx, {
    workspace: order.sub,
    actor: { kind: 'operator' },
    action: what === 'refuse' ? 'order.refuse' : 'order.accept',
    target: { kind: 'order', id: order.id },
    from: null,
    text: reason,
  });
}
