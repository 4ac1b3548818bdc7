import { randomBytes } from 'node:crypto';
import { nowPaymentsGateway } from './adapters/nowpayments/nowpayments-gateway.ts';
import { stripeGateway } from './adapters/stripe/stripe-gateway.ts';
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
import type { PaymentFacts } from './payment-settings.ts';

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
