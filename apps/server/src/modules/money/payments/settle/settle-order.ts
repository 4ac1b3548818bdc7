import type { PaymentProvider } from '@assay/contracts';
import type { AuditAction } from '@assay/domain';
import type { Audit } from '../../../../platform/audit/index.ts';
import type { Db } from '../../../../platform/db/index.ts';
import type { Transaction } from '../../../../platform/db/transactions.ts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { Log } from '../../../../platform/kernel/log.ts';
import type { Clock } from '../../../../platform/kernel/time/clock.ts';
import type { Ledger } from '../../ledger/ledger.ports.ts';
import type { depositsStore } from '../deposits/deposits.store.ts';
import { type NumberingDeps, numberDocuments } from '../documents/number-documents.ts';
import { namedPayments } from '../named-payments.ts';
import type { ordersStore } from '../orders.store.ts';
import type { EventHint, Gateways, Order, OrderFacts, PaymentGateway, PaymentStatus } from '../payments.ports.ts';
import type { paymentsStore, StoredPayment } from '../payments.store.ts';
import { creditsOf, lapsesAt } from '../plans/credits.ts';
import { carryOver, periodOf, undoCarryOver } from '../plans/crypto-renewal.ts';
import type { LostStatus } from './lost-grants.ts';
import { orderStatusOf } from './order-status.ts';
import { settleDeposits } from './settle-deposits.ts';

export interface SettleDeps extends NumberingDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly orders: typeof ordersStore;
  readonly payments: typeof paymentsStore;
  readonly deposits: typeof depositsStore;
  readonly ledger: Pick<Ledger, 'grant' | 'revoke'>;
  readonly gateways: Gateways;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

const TRIES = 6;

/**
 * Reads the present state of an order at its provider and stores it: order, payments, check credits and the message
 * that triggered the reading, in one transaction. If another process stored a newer state meanwhile, it reads again.
 */
export async function lookAtOrder(deps: SettleDeps, id: string, hint: EventHint | null = null): Promise<Order | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const order = await deps.orders.find(deps.db, id);
    if (order === null) return null;
    const gateway = deps.gateways[order.provider];
    if (gateway === null) throw new AppError('PaymentsNotOffered');
    const known = await deps.payments.named(deps.db, id);
    const facts = await gateway.read(order, namedPayments(known, hint?.references ?? []));
    if (facts.unread > 0) {
      deps.log.error({ order: id, unread: facts.unread }, 'an order has more payments than are read at once');
    }
    const isWritten = await deps.transaction((tx) => writeFacts(deps, tx, order, facts, hint));
    if (isWritten) return deps.orders.find(deps.db, id);
  }
  throw new AppError('Overloaded', { internal: `order ${id} changed ${TRIES} times while it was read` });
}

async function writeFacts(
  deps: SettleDeps,
  tx: Db,
  order: Order,
  facts: OrderFacts,
  hint: EventHint | null,
): Promise<boolean> {
  const { orders, payments, clock } = deps;
  if (!(await orders.lock(tx, order.id, order.version))) return false;
  const now = clock.now();
  if (hint !== null) {
    await payments.keepEvent(tx, { ...hint, provider: order.provider, orderId: order.id, now });
    await payments.keepHints(tx, order.id, hint.references);
  }
  if (order.reference === null && facts.reference !== null) await orders.opened(tx, order.id, facts.reference);
  const before = await payments.ofOrder(tx, order.id);
  const settled = await settleDeposits(deps, tx, order, facts, before);
  for (const fact of settled.payments) {
    await payments.keep(tx, order.id, { ...fact, period: await periodOf(deps, tx, order, fact) });
  }
  const stored = await payments.ofOrder(tx, order.id);
  const current = await orders.find(tx, order.id);
  const { progress, missing, lost } = settled;
  const status = orderStatusOf(current ?? order, { progress, reference: facts.reference }, stored);
  await orders.settle(tx, order.id, {
    status,
    subscription: facts.subscription?.reference ?? null,
    subscriptionStatus: facts.subscription?.status ?? null,
    missing: status === 'partial' ? missing : null,
    now,
  });
  await bookPayments(deps, tx, order, stored, now);
  await recordChanges(deps, tx, order, { before, stored, lost });
  return true;
}

/** Books the monthly additions that are due by now, from the stored payments. */
export async function addDueChecks(deps: SettleDeps, id: string): Promise<void> {
  const order = await deps.orders.find(deps.db, id);
  if (order === null) return;
  await deps.transaction(async (tx) => {
    // Changed meanwhile: the process that changed it has booked what was due.
    if (!(await deps.orders.lock(tx, id, order.version))) return;
    await bookPayments(deps, tx, order, await deps.payments.ofOrder(tx, id), deps.clock.now());
  });
}

/** Books what the stored payments of an order credit by now, and takes back what those that were lost did. */
export async function bookPayments(
  deps: SettleDeps,
  tx: Db,
  order: Order,
  stored: readonly StoredPayment[],
  now: Date,
): Promise<void> {
  const { ledger, payments } = deps;
  const { sub } = order;
  for (const payment of stored) {
    const credits = creditsOf(order, payment);
    const due = credits.filter(({ dueAt }) => dueAt <= now);
    const isLost = payment.status === 'refunded' || payment.status === 'reversed';
    if (payment.status === 'paid') {
      if (sub !== null) for (const { dueAt: _due, ...credit } of due) await ledger.grant(tx, { ...credit, sub, now });
      await payments.planAdds(tx, payment.reference, due.length, credits[due.length]?.dueAt ?? null);
      await carryOver(deps, tx, order, payment, now);
    }
    if (!isLost) continue;
    const reason = payment.status === 'reversed' ? 'chargeback' : 'refunded';
    const ends = endAfterLoss(stored, payment);
    for (const { key } of credits) {
      await ledger.revoke(tx, { key, reason, now, ...(ends === null ? {} : { expiresAt: ends }) });
    }
    await undoCarryOver(deps, tx, order, { payment, reason, now });
    await payments.planAdds(tx, payment.reference, due.length, null);
  }
  await numberDocuments(deps, tx, order, stored, now);
}

/** When a subscription lapses once a payment is lost: with the last remaining payment, or as if it was never paid. */
function endAfterLoss(stored: readonly StoredPayment[], lost: StoredPayment): Date | null {
  if (lost.startsAt === null) return null;
  const left = stored.flatMap(({ status, endsAt }) =>
    (status === 'paid' || status === 'disputed') && endsAt !== null ? [endsAt.getTime()] : [],
  );
  return left.length === 0 ? lost.startsAt : lapsesAt(new Date(Math.max(...left)));
}

const ACTION_OF_STATUS: Readonly<Record<PaymentStatus, AuditAction>> = {
  paid: 'order.paid',
  disputed: 'order.dispute',
  refunded: 'order.refund',
  reversed: 'order.chargeback',
};

/** Records what the provider reports newly about the payments of an order. */
async function recordChanges(
  { audit }: { readonly audit: Audit },
  tx: Db,
  { id, sub }: Order,
  {
    before,
    stored,
    lost,
  }: {
    readonly before: readonly StoredPayment[];
    readonly stored: readonly StoredPayment[];
    /** Of money that pays no order, and for which checks had been given. */
    readonly lost: readonly LostStatus[];
  },
): Promise<void> {
  if (sub === null) return;
  const known = new Map(before.map((payment) => [payment.id, payment.status]));
  const changed = stored.filter(({ id: payment, status }) => known.get(payment) !== status);
  for (const status of [...changed.map((payment) => payment.status), ...lost]) {
    await audit(tx, {
      workspace: sub,
      actor: { kind: 'system' },
      action: ACTION_OF_STATUS[status],
      target: { kind: 'order', id },
      from: null,
      text: null,
    });
  }
}

/**
 * The order that a message is about: the one that it names, or that one of its names belongs to; otherwise the provider
 * is asked, as for a further payment of which the first is not known yet. Null for what is not ours.
 */
export async function orderOfMessage(
  { db, orders }: Pick<SettleDeps, 'db' | 'orders'>,
  gateway: PaymentGateway,
  provider: PaymentProvider,
  hint: EventHint,
): Promise<Order | null> {
  const named = hint.orderId === null ? null : await orders.find(db, hint.orderId);
  const known = named ?? (await orders.findByReferences(db, provider, hint.references));
  if (known !== null) return known.provider === provider ? known : null;
  const asked = (await gateway.orderOf?.(hint)) ?? null;
  const found = asked === null ? null : await orders.find(db, asked);
  return found?.provider === provider ? found : null;
}
