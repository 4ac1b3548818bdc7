import { randomInt } from 'node:crypto';
import { DEFAULT_PRICE_LIST, type PriceList } from '@assay/domain';
import { recordAudit } from '../../../platform/audit/index.ts';
import type { Config } from '../../../platform/config/config.ts';
import { sellerOf } from '../../../platform/config/settings/operator-settings.ts';
import type { PaymentFacts } from '../../../platform/config/settings/payment-settings.ts';
import { type Pool, transactionsOf } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { newId } from '../../../platform/kernel/text/random-text.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import type { MailSender } from '../../../platform/mail/index.ts';
import { billingEmailsOf, type MailboxHash, mailboxHashOf, sendDeletionMail } from '../../accounts/index.ts';
import type { FreeGrants } from '../grants/grants.ports.ts';
import { ledger } from '../ledger/ledger.store.ts';
import { invoicePdf } from '../outside/invoice/invoice-pdf.ts';
import {
  gatewaysOf,
  openPaymentProviders,
  type PaymentProviders,
  type PaymentStandIns,
} from '../outside/payments/payment-providers.ts';
import { depositsStore } from '../payments/deposits/deposits.store.ts';
import { invoiceNumbersStore } from '../payments/documents/invoice-numbers.store.ts';
import { INVOICE_KEPT_YEARS } from '../payments/documents/invoice-years.ts';
import { invoicesStore } from '../payments/documents/invoices.store.ts';
import type { Seller } from '../payments/documents/invoices.ts';
import { buildPaymentNotices, type PaymentNotices } from '../payments/notices.ts';
import { ordersStore } from '../payments/orders.store.ts';
import { buildPaymentsService, type PaymentsService } from '../payments/payments.service.ts';
import { paymentsStore } from '../payments/payments.store.ts';
import { buildHeldOrders, type HeldOrders } from '../payments/settle/held-orders.ts';
import type { SettleDeps } from '../payments/settle/settle-order.ts';
import { buildPromoService, type PromoService } from '../promo/promo.service.ts';
import { promoStore } from '../promo/promo.store.ts';

export { invoicePdf } from '../outside/invoice/invoice-pdf.ts';

export interface PaymentParts {
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** The address visitors use: where the crypto provider sends its notifications. */
  readonly publicUrl: string;
  /** What is sold; default: the product's own. */
  readonly priceList?: PriceList;
  /** Whose invoices are issued; default: one that is not named. */
  readonly seller?: Seller;
  /** For how many years invoices are kept; default: those of the law. */
  readonly invoiceYears?: number;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

const NO_SELLER = { company: '', address: null, taxId: null, email: '', taxPercent: 0, productName: '' };

/** Constructs payments over one database and the providers whose keys are set. */
export function wirePayments(
  pool: Pool,
  facts: PaymentFacts,
  {
    log,
    publicUrl,
    priceList = DEFAULT_PRICE_LIST,
    seller = NO_SELLER,
    invoiceYears = INVOICE_KEPT_YEARS,
    clock = SYSTEM_CLOCK,
  }: PaymentParts,
): PaymentsService {
  const gateways = gatewaysOf(facts, publicUrl, clock);
  return buildPaymentsService({
    ...settling(pool, seller, { gateways, clock, log }),
    invoiceYears,
    priceList,
    newId,
  });
}

/** Constructs what decides about money that is held; it asks no provider. */
export function wireHeldOrders(
  pool: Pool,
  { log, seller = NO_SELLER, clock = SYSTEM_CLOCK }: Pick<PaymentParts, 'log' | 'seller' | 'clock'>,
): HeldOrders {
  return buildHeldOrders(settling(pool, seller, { gateways: { stripe: null, nowpayments: null }, clock, log }));
}

function settling(pool: Pool, seller: Seller, parts: Pick<SettleDeps, 'gateways' | 'clock' | 'log'>): SettleDeps {
  return {
    db: pool,
    transaction: transactionsOf(pool),
    orders: ordersStore,
    payments: paymentsStore,
    deposits: depositsStore,
    numbers: invoiceNumbersStore,
    invoices: invoicesStore,
    seller,
    emailsOf: billingEmailsOf,
    ledger,
    audit: recordAudit,
    ...parts,
  };
}

/** Constructs promo codes over one database. */
export function wirePromo(
  pool: Pool,
  mailboxHash: MailboxHash,
  grants: FreeGrants,
  clock: Clock = SYSTEM_CLOCK,
): PromoService {
  return buildPromoService({
    db: pool,
    transaction: transactionsOf(pool),
    store: promoStore,
    grants,
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
  config: Pick<
    Config,
    'host' | 'publicUrl' | 'payments' | 'priceList' | 'operator' | 'productName' | 'invoiceRetentionYears'
  >,
  log: Pick<Log, 'warn' | 'error'>,
  startStandIns: (publicUrl: string) => Promise<PaymentStandIns>,
): Promise<OpenPayments> {
  const providers = await openPaymentProviders(config, startStandIns);
  const { publicUrl, priceList, invoiceRetentionYears: invoiceYears } = config;
  const parts = { log, publicUrl, priceList, seller: sellerOf(config), invoiceYears };
  return { ...providers, payments: wirePayments(pool, providers.facts, parts) };
}

export type NoticeConfig = Pick<Config, 'productName' | 'publicUrl' | 'operator'>;

export interface NoticeParts {
  readonly payments: Pick<PaymentsService, 'invoice'>;
  readonly sender: MailSender;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

/** Constructs the mails about payments. */
export function wireNotices(
  pool: Pool,
  { productName, publicUrl, operator }: NoticeConfig,
  { payments, sender, log, clock = SYSTEM_CLOCK }: NoticeParts,
): PaymentNotices {
  return buildPaymentNotices({
    db: pool,
    payments,
    emailsOf: billingEmailsOf,
    sender,
    render: invoicePdf,
    settings: { productName, publicUrl, operator },
    clock,
    log,
  });
}

/** Sends the mail after the deletion of an account. */
export function wireDeletionMail(
  { productName, publicUrl, operator }: NoticeConfig,
  parts: Pick<NoticeParts, 'sender' | 'log'>,
): (email: string) => Promise<void> {
  return (email) => sendDeletionMail(email, { productName, publicUrl, operator }, parts);
}
