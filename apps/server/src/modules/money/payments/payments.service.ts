import type { PaymentProvider } from '@assay/contracts';
import type { PriceList } from '@assay/domain';
import { currentAct } from '../../../platform/audit/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { currentScope, inService } from '../../../platform/kernel/scope.ts';
import type { BillingDetails } from './documents/invoices.store.ts';
import type { CardGateway, EventHint, Order, PaymentGateway, Reconciled, SavedCard } from './payments.ports.ts';
import { type Goods, titleOf } from './plans/goods.ts';
import { removeFormerCustomers } from './remove-customers.ts';
import { endLostSubscription, endReplacedSubscriptions } from './settle/end-subscriptions.ts';
import { type ShownOrder, withHeld } from './settle/held-orders.ts';
import { documentOf, type NumberedReceipt, numberedReceipts } from './settle/issued-documents.ts';
import { type CurrentPlan, cancelSubscriptions, resumeSubscription, runningPlanOf } from './settle/running-plan.ts';
import { addDueChecks, lookAtOrder, orderOfMessage, type SettleDeps } from './settle/settle-order.ts';

export interface PaymentsDeps extends SettleDeps {
  readonly newId: () => string;
  /** What is sold from now on; an order keeps the price it was opened at. */
  readonly priceList: PriceList;
  /** Documents are kept for so many years from the end of that of their issue. */
  readonly invoiceYears: number;
}

export interface Buyer {
  readonly sub: string;
  /** Null for a buyer without an email address here; the provider's page asks for it. */
  readonly email: string | null;
}

export interface PurchaseRequest {
  readonly provider: PaymentProvider;
  readonly goods: Goods;
  /** On our own origin. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** Whether to pay on the provider's own page even where our card form could be used; default false. */
  readonly isHosted?: boolean;
}

export type PaymentsService = ReturnType<typeof buildPaymentsService>;

const LOOKS_AT_ONCE = 50;

/** Buying, and everything that happens to an order afterwards. */
export function buildPaymentsService(deps: PaymentsDeps) {
  const { db, orders, payments, invoices, gateways, clock, log } = deps;

  function gatewayOf(provider: PaymentProvider): PaymentGateway {
    const gateway = gateways[provider];
    if (gateway === null) throw new AppError('PaymentsNotOffered');
    return gateway;
  }

  function cards(): CardGateway {
    if (gateways.stripe === null) throw new AppError('PaymentsNotOffered');
    return gateways.stripe;
  }

  async function customerOf({ sub, email }: Buyer): Promise<string | null> {
    const known = await orders.customerOf(db, sub);
    if (known !== null || email === null) return known;
    await orders.keepCustomer(db, sub, await cards().customerFor(sub, email));
    const kept = await orders.customerOf(db, sub);
    if (kept === null) throw new Error('The customer was not stored');
    return kept;
  }

  async function ownOrder(sub: string, id: string): Promise<Order> {
    const order = await orders.find(db, id);
    if (order === null || order.sub !== sub) throw new AppError('NotFound');
    return order;
  }

  async function recordPlan(sub: string, action: 'plan.stop' | 'plan.resume'): Promise<void> {
    const entry = { ...currentAct(), workspace: sub, action, target: null, text: null };
    await deps.transaction((tx) => deps.audit(tx, entry));
  }

  async function look(id: string, hint: EventHint | null = null): Promise<void> {
    const order = await lookAtOrder(deps, id, hint);
    if (order === null) return;
    try {
      await endLostSubscription({ ...deps, cards }, order);
      if (order.sub !== null) await endReplacedSubscriptions({ ...deps, cards }, order.sub);
    } catch (error) {
      log.error({ err: error, order: id }, 'a subscription could not be ended; it is tried again');
    }
  }

  /** Stores a message with the outcome of what it says to read. */
  async function keep(provider: PaymentProvider, hint: EventHint): Promise<{ readonly isNew: boolean }> {
    if (await payments.knowsEvent(db, provider, hint.event)) return { isNew: false };
    const order = await orderOfMessage(deps, gatewayOf(provider), provider, hint);
    if (order === null) {
      await payments.keepEvent(db, { ...hint, provider, orderId: null, now: clock.now() });
    } else {
      await look(order.id, hint);
    }
    return { isNew: true };
  }

  return {
    priceList: deps.priceList,

    /** The providers that are configured. */
    providers(): readonly PaymentProvider[] {
      return (['stripe', 'nowpayments'] as const).filter((provider) => gateways[provider] !== null);
    },

    /**
     * Opens an order; `url` is the provider's page, null where our card form is used.
     *
     * @throws AppError NotFound: the workspace was closed meanwhile
     */
    async buy(buyer: Buyer, request: PurchaseRequest): Promise<{ order: Order; url: string | null }> {
      const gateway = gatewayOf(request.provider);
      const { planId } = request.goods;
      if (planId !== null) {
        const running = await orders.subscriptionsOf(db, buyer.sub);
        if (running.some((one) => one.planId === planId && one.subscriptionStatus === 'active')) {
          throw new AppError('PlanIsCurrent');
        }
      }
      const customer = request.provider === 'stripe' ? await customerOf(buyer) : null;
      const order = await deps.transaction(async (tx) => {
        // A chat buys outside of the scope of a workspace, and has none of its own.
        const isInWorkspace = currentScope()?.kind === 'workspace';
        if (isInWorkspace && !(await orders.holdOwner(tx, buyer.sub))) throw new AppError('NotFound');
        const inserted = await orders.insert(tx, {
          id: deps.newId(),
          sub: buyer.sub,
          provider: request.provider,
          ...request.goods,
          successUrl: request.successUrl,
          cancelUrl: request.cancelUrl,
          createdAt: clock.now(),
        });
        const target = { kind: 'order', id: inserted.id };
        await deps.audit(tx, { ...currentAct(), workspace: buyer.sub, action: 'order.create', target, text: null });
        return inserted;
      });
      const opened = await gateway.open({
        order,
        title: titleOf(order),
        customer,
        isHosted: request.isHosted ?? false,
      });
      await orders.opened(db, order.id, opened.reference, opened.url);
      return { order, url: opened.url };
    },

    /** What the card form needs for the caller's own order that waits for its payment. */
    async cardForm(sub: string, id: string) {
      const order = await ownOrder(sub, id);
      if (order.provider !== 'stripe' || order.planId !== null || order.reference === null) {
        throw new AppError('NotFound');
      }
      if (!['pending', 'expired', 'failed'].includes(order.status)) throw new AppError('OrderClosed');
      const gateway = cards();
      const { publishableKey, scriptUrl } = gateway;
      return { order, publishableKey, scriptUrl, clientSecret: await gateway.clientSecret(order.reference) };
    },

    /** The caller's own order. One that still waits is first read from the provider: it may just have been paid. */
    async order(sub: string, id: string): Promise<ShownOrder> {
      const order = await ownOrder(sub, id);
      if (['pending', 'partial'].includes(order.status)) await look(id);
      return withHeld(deps, await ownOrder(sub, id));
    },

    /** The caller's orders whose payment was begun and not completed, or of which money is held, newest first. */
    async waiting(sub: string): Promise<readonly ShownOrder[]> {
      return Promise.all((await orders.waitingOf(db, sub, clock.now())).map((order) => withHeld(deps, order)));
    },

    async savedCards(sub: string): Promise<readonly SavedCard[]> {
      const gateway = cards();
      const customer = await orders.customerOf(db, sub);
      return customer === null ? [] : gateway.cards(customer);
    },

    /** The plan the account has paid for, and what comes next. */
    subscription: (sub: string): Promise<CurrentPlan | null> => runningPlanOf(deps, sub),

    /** Stops the renewal of all subscriptions of the account. */
    async cancel(sub: string): Promise<void> {
      await cancelSubscriptions({ ...deps, cards: cards() }, sub);
      await recordPlan(sub, 'plan.stop');
    },

    /** Lets the newest subscription renew again. */
    async resume(sub: string): Promise<void> {
      await resumeSubscription({ ...deps, cards: cards() }, sub);
      // Another plan may have been paid at the same moment: the account pays for the newer one only.
      await endReplacedSubscriptions({ ...deps, cards }, sub);
      await recordPlan(sub, 'plan.resume');
    },

    receipts: (sub: string): Promise<readonly NumberedReceipt[]> => numberedReceipts(deps, sub),

    /**
     * The content of the invoice of an own payment, or of its credit note with this number.
     *
     * @throws AppError NotFound
     */
    invoice: (buyer: { sub: string; email: string }, id: string, creditNote: string | null = null) =>
      documentOf(deps, buyer, { id, creditNote }),

    async billingDetails(sub: string): Promise<BillingDetails> {
      return (await invoices.detailsOf(db, sub)) ?? { company: '', address: '', taxId: '' };
    },

    /** @throws AppError NotFound: the workspace was closed meanwhile, and its details removed */
    setBillingDetails: (sub: string, details: BillingDetails): Promise<void> =>
      deps.transaction(async (tx) => {
        await orders.holdPerson(tx, sub);
        await invoices.keepDetails(tx, sub, details);
        if (!(await orders.holdOwner(tx, sub))) throw new AppError('NotFound');
      }),

    /**
     * Handles a message of a provider. The message only says which order to read; it is stored with the outcome of that
     * reading. A failure is reported to the provider, which then sends the message again.
     *
     * @throws AppError SignatureRefused
     */
    async receive(
      provider: PaymentProvider,
      body: Buffer,
      headers: Readonly<Record<string, unknown>>,
    ): Promise<{ readonly isNew: boolean }> {
      const hint = await gatewayOf(provider).readEvent(body, headers, clock.now());
      return inService('payments', () => keep(provider, hint));
    },

    /**
     * Finds changes that no message reported, and ends subscriptions that a change of plan left running; returns how
     * many orders were read. A failure stops no other order.
     */
    async reconcile(): Promise<number> {
      const open = await orders.toLookAt(db, clock.now(), LOOKS_AT_ONCE);
      for (const { id } of open) {
        try {
          await look(id);
        } catch (error) {
          log.warn({ err: error, order: id }, 'an order could not be looked at; it is tried again');
          await orders.postpone(db, id, clock.now());
        }
      }
      await endReplacedSubscriptions({ ...deps, cards }, null);
      await removeFormerCustomers({ db, cards: gateways.stripe, clock, log });
      return open.length;
    },

    /**
     * Asks the providers about every order there is, as after a restore: what was paid or paid back since the backup is
     * booked. An order whose provider does not answer is counted and left as it is.
     */
    async reconcileAll(signal: AbortSignal): Promise<Reconciled> {
      const done = { asked: 0, changed: 0, failed: 0 };
      for (let after = ''; ; ) {
        const page = await orders.page(db, after, LOOKS_AT_ONCE);
        for (const { id, status, subscriptionStatus } of page) {
          signal.throwIfAborted();
          done.asked += 1;
          try {
            await look(id);
            const now = await orders.find(db, id);
            if (now?.status !== status || now.subscriptionStatus !== subscriptionStatus) done.changed += 1;
          } catch (error) {
            log.warn({ err: error, order: id }, 'an order could not be looked at');
            done.failed += 1;
          }
        }
        const last = page.at(-1);
        if (last === undefined) return done;
        after = last.id;
      }
    },

    /** Adds the check credits of every month that began. */
    async addMonthlyChecks(): Promise<number> {
      const due = await payments.ordersToAdd(db, clock.now(), 1_000);
      for (const id of due) await addDueChecks(deps, id);
      return due.length;
    },
  };
}
