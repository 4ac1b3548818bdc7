import { randomBytes, randomInt } from 'node:crypto';
import { nowPaymentsGateway } from './adapters/nowpayments/nowpayments-gateway.ts';
import { stripeGateway } from './adapters/stripe/stripe-gateway.ts';
import type { Config } from './config.ts';
import { inTransaction, type Pool } from './db/index.ts';
import { ledger } from './features/ledger/index.ts';
import {
  buildPaymentsService,
  type Gateways,
  ordersStore,
  type PaymentsLog,
  type PaymentsService,
  paymentsStore,
} from './features/payments/index.ts';
import { buildPromoService, type PromoService, promoStore } from './features/promo/index.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { PaymentFacts } from './payment-settings.ts';
import { isLoopbackAddress } from './plugins/loopback.ts';
import { everyWhile } from './timing.ts';

export { invoicePdf } from './adapters/invoice/invoice-pdf.ts';

export interface PaymentParts {
  readonly log: PaymentsLog;
  /** The address visitors use: where the crypto provider sends its notifications. */
  readonly publicUrl: string;
  /** Default: the time of this machine. */
  readonly clock?: { now(): Date };
}

/** Puts paying together over one database and the providers whose keys there are. */
export function wirePayments(
  pool: Pool,
  facts: PaymentFacts,
  { log, publicUrl, clock = { now: () => new Date() } }: PaymentParts,
): PaymentsService {
  const callbackUrl = `${publicUrl}/api/payment/webhooks/nowpayments`;
  const gateways: Gateways = {
    stripe: facts.stripe === null ? null : stripeGateway(facts.stripe, () => clock.now()),
    nowpayments:
      facts.nowpayments === null ? null : nowPaymentsGateway({ ...facts.nowpayments, callbackUrl }, () => clock.now()),
  };
  return buildPaymentsService({
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    orders: ordersStore,
    payments: paymentsStore,
    ledger,
    gateways,
    clock,
    log,
    newId: () => randomBytes(16).toString('hex'),
  });
}

/** Puts promo codes together over one database. */
export function wirePromo(pool: Pool, clock: { now(): Date } = { now: () => new Date() }): PromoService {
  return buildPromoService({
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    store: promoStore,
    ledger,
    clock,
    random: (below) => randomInt(below),
  });
}

export interface OpenTill {
  readonly payments: PaymentsService;
  /** True where stand-ins on this machine take the providers' place. */
  readonly isTrial: boolean;
  /** Of the card provider, which the page of the card form lets in; null where no card is taken. */
  readonly cardScriptUrl: string | null;
  close(): Promise<void>;
}

/**
 * Paying as this installation can: by the providers whose keys are set; on this machine without any, by stand-ins;
 * elsewhere not at all.
 */
export async function openTill(
  pool: Pool,
  config: Pick<Config, 'host' | 'publicUrl' | 'payments'>,
  log: PaymentsLog,
): Promise<OpenTill> {
  const { host, publicUrl, payments } = config;
  const hasKeys = payments.stripe !== null || payments.nowpayments !== null;
  const isLocal = isLoopbackAddress(host) && isLoopbackAddress(new URL(publicUrl).hostname);
  if (hasKeys || !isLocal) {
    return {
      payments: wirePayments(pool, payments, { log, publicUrl }),
      isTrial: false,
      cardScriptUrl: payments.stripe?.scriptUrl ?? null,
      close: async () => undefined,
    };
  }
  // Loaded here: nothing of it exists where it is not needed.
  const { startPaymentStandIns } = await import('./stand-ins.ts');
  const standIns = await startPaymentStandIns(publicUrl);
  return {
    payments: wirePayments(pool, standIns.facts, { log, publicUrl }),
    isTrial: true,
    cardScriptUrl: standIns.facts.stripe?.scriptUrl ?? null,
    close: () => standIns.close(),
  };
}

const QUEUE = 'payments';
const EVERY_MS = 300_000;

/** Looks at what no message told of and adds the months that began: at the start and every five minutes, by one server. */
export async function workPayments(
  jobs: Jobs,
  payments: PaymentsService,
  { signal, say }: { readonly signal: AbortSignal; readonly say: (text: string) => void },
): Promise<void> {
  await jobs.work(QUEUE, async () => {
    await payments.reconcile();
    await payments.addMonthlyChecks();
  });
  everyWhile(EVERY_MS, signal, async () => {
    try {
      await jobs.send(QUEUE, 'round', {});
    } catch (error) {
      if (!signal.aborted) say(`The round of payments could not be asked for: ${String(error)}`);
    }
  });
}
