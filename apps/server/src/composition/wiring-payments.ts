import { randomInt } from 'node:crypto';
import { DEFAULT_PRICE_LIST, type PriceList } from '@assay/domain';
import {
  gatewaysOf,
  openPaymentProviders,
  type PaymentProviders,
  type PaymentStandIns,
} from '../adapters/payments/payment-providers.ts';
import type { Config } from '../config/config.ts';
import type { PaymentFacts } from '../config/payment-settings.ts';
import { inTransaction, type Pool } from '../db/index.ts';
import { recordAudit } from '../features/audit/index.ts';
import { type MailboxHash, mailboxHashOf } from '../features/auth/index.ts';
import { ledger } from '../features/ledger/index.ts';
import {
  buildPaymentsService,
  invoicesStore,
  ordersStore,
  type PaymentsLog,
  type PaymentsService,
  paymentsStore,
} from '../features/payments/index.ts';
import { buildPromoService, type PromoService, promoStore } from '../features/promo/index.ts';
import { newId } from '../kernel/random-text.ts';

export { invoicePdf } from '../adapters/invoice/invoice-pdf.ts';

export interface PaymentParts {
  readonly log: PaymentsLog;
  /** The address visitors use: where the crypto provider sends its notifications. */
  readonly publicUrl: string;
  /** What is sold; default: the product's own. */
  readonly priceList?: PriceList;
  /** Default: the system clock. */
  readonly clock?: { now(): Date };
}

/** Constructs payments over one database and the providers whose keys are set. */
export function wirePayments(
  pool: Pool,
  facts: PaymentFacts,
  { log, publicUrl, priceList = DEFAULT_PRICE_LIST, clock = { now: () => new Date() } }: PaymentParts,
): PaymentsService {
  return buildPaymentsService({
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    orders: ordersStore,
    payments: paymentsStore,
    invoices: invoicesStore,
    ledger,
    audit: recordAudit,
    gateways: gatewaysOf(facts, publicUrl, clock),
    clock,
    log,
    priceList,
    newId,
  });
}

/** Constructs promo codes over one database. */
export function wirePromo(
  pool: Pool,
  mailboxHash: MailboxHash,
  clock: { now(): Date } = { now: () => new Date() },
): PromoService {
  return buildPromoService({
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    store: promoStore,
    ledger,
    mailboxHashOf: mailboxHashOf(mailboxHash),
    audit: recordAudit,
    clock,
    random: (below) => randomInt(below),
  });
}

export interface OpenPayments extends Pick<PaymentProviders, 'isTrial' | 'cardScriptUrl' | 'close'> {
  readonly payments: PaymentsService;
}

/** Payments of this installation, through its providers or their stand-ins. */
export async function openPayments(
  pool: Pool,
  config: Pick<Config, 'host' | 'publicUrl' | 'payments' | 'priceList'>,
  log: PaymentsLog,
): Promise<OpenPayments> {
  const providers = await openPaymentProviders(config, startStandIns);
  const { publicUrl, priceList } = config;
  return { ...providers, payments: wirePayments(pool, providers.facts, { log, publicUrl, priceList }) };
}

/** Imported here, so that the stand-ins are loaded only if they are needed. */
async function startStandIns(publicUrl: string): Promise<PaymentStandIns> {
  const { startPaymentStandIns } = await import('./stand-ins.ts');
  return startPaymentStandIns(publicUrl);
}
