/** Buys check credits, receives the payment provider's message, and waits for ever at the given step to be killed. */

import { randomBytes } from 'node:crypto';
import { DEFAULT_PRICE_LIST } from '@assay/domain';
import {
  buildPaymentsService,
  depositsStore,
  invoiceNumbersStore,
  invoicesStore,
  ledger,
  ordersStore,
  paymentsStore,
} from '../../../src/modules/money/index.ts';
import { stripeGateway } from '../../../src/modules/money/outside/payments/stripe/stripe-gateway.ts';
import type { CardGateway } from '../../../src/modules/money/payments/payments.ports.ts';
import { goodsOfChecks } from '../../../src/modules/money/payments/plans/goods.ts';
import { recordAudit } from '../../../src/platform/audit/index.ts';
import { inTransaction, openPool } from '../../../src/platform/db/index.ts';
import { SYSTEM_CLOCK } from '../../../src/platform/kernel/time/clock.ts';

const [, , url = '', step = '', settings = ''] = process.argv;
const pool = openPool(url, { maxConnections: 4 });
const stripe: CardGateway = stripeGateway(JSON.parse(settings) as Parameters<typeof stripeGateway>[0]);

async function at(name: string): Promise<void> {
  if (name !== step) return;
  process.stdout.write('here\n');
  await new Promise(() => setInterval(() => undefined, 1_000));
}

/** The steps are those of a payment; its order is written before. */
let isOrdered = false;

const payments = buildPaymentsService({
  db: pool,
  transaction: async (work) => {
    const result = await inTransaction(pool, async (tx) => {
      const done = await work(tx);
      if (isOrdered) await at('all written, not committed');
      return done;
    });
    if (isOrdered) await at('committed, nothing reported');
    return result;
  },
  deposits: depositsStore,
  numbers: invoiceNumbersStore,
  seller: { company: 'Firm OÜ', address: null, taxId: 'EE1', email: '', taxPercent: 24, productName: 'Assay' },
  emailsOf: async () => [],
  invoiceYears: 7,
  invoices: invoicesStore,
  audit: recordAudit,
  orders: {
    ...ordersStore,
    opened: async (...request) => {
      await at('opened at the provider, not written down');
      return ordersStore.opened(...request);
    },
  },
  payments: {
    ...paymentsStore,
    keep: async (...request) => {
      await paymentsStore.keep(...request);
      await at('payment written, not credited');
    },
  },
  ledger: {
    ...ledger,
    grant: async (...request) => {
      const isNew = await ledger.grant(...request);
      await at('credited, not committed');
      return isNew;
    },
  },
  gateways: {
    nowpayments: null,
    stripe: {
      ...stripe,
      open: async (purchase) => {
        await at('ordered, provider not asked');
        return stripe.open(purchase);
      },
      read: async (order, named) => {
        const facts = await stripe.read(order, named);
        await at('truth read, nothing written');
        return facts;
      },
    },
  },
  clock: SYSTEM_CLOCK,
  log: { warn: () => undefined, error: () => undefined },
  priceList: DEFAULT_PRICE_LIST,
  newId: () => randomBytes(16).toString('hex'),
});

const RETURN = 'http://localhost:3000/account';
const { order } = await payments.buy(
  { sub: 'demo', email: 'demo@localhost' },
  { provider: 'stripe', goods: goodsOfChecks(10, DEFAULT_PRICE_LIST), successUrl: RETURN, cancelUrl: RETURN },
);
isOrdered = true;
process.stdout.write(`bought ${order.id}\n`);
// The parent pays, and sends the message.
const [body = '', signature = ''] = await new Promise<string[]>((resolve) => {
  process.stdin.once('data', (chunk: Buffer) => resolve(chunk.toString().trimEnd().split('\n')));
});
await payments.receive('stripe', Buffer.from(body), { 'stripe-signature': signature });
