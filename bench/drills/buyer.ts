import { setTimeout as sleep } from 'node:timers/promises';
import type { StripeStandIn } from '@assay/stand-ins';
import { openPool } from '../../apps/server/src/platform/db/index.ts';
import type { Visitor } from '../checks/visitors.ts';
import { numberOf } from './books.ts';
import type { Client } from './client.ts';
import type { DrillRun } from './drill.ts';

const CHECKS_BOUGHT = 10;
const CARD = '4242424242424242';
const PAUSE_MS = 150;
const TRIES = 20;

/** A user who buys check credits by card, one purchase after the other, and pays every payment that was opened. */
export interface Buyer {
  readonly buyUntil: (isOver: () => boolean) => Promise<void>;
  /** The provider sends every message again that may not have arrived; returns what was bought. */
  readonly settle: () => Promise<string>;
  /** Every payment is credited exactly once. */
  readonly assertCredited: (databaseUrl: string) => Promise<void>;
}

interface BuyerParts {
  readonly stripe: StripeStandIn;
  readonly client: Client;
  readonly user: Visitor;
  readonly url: () => string;
}

export function openBuyer(run: DrillRun, { stripe, client, user, url }: BuyerParts): Buyer {
  const back = () => `${url()}/account`;
  let orders = 0;
  const pay = () => {
    let paid = 0;
    for (const intent of stripe.state.intents.values()) if (stripe.actions.payIntent(intent, CARD)) paid += 1;
    return paid;
  };
  let payments = 0;
  return {
    async buyUntil(isOver) {
      while (!isOver()) {
        const body = {
          payment_type: 'stripe',
          pay_for_checks: { checks_number: CHECKS_BOUGHT },
          success_url: back(),
          cancel_url: back(),
        };
        const { status } = await client.post(`${url()}/api/payment/url`, body, { authorization: user.authorization });
        if (status === 200) orders += 1;
        payments += pay();
        await sleep(PAUSE_MS);
      }
    },
    async settle() {
      payments += pay();
      let refused = 0;
      for (const message of stripe.messages) {
        let status = 0;
        for (let tried = 0; tried < TRIES && !(status >= 200 && status < 300); tried += 1) {
          if (tried > 0) await sleep(PAUSE_MS);
          status = await stripe.send(message, `${url()}/api/payment/webhooks/stripe`);
        }
        if (!(status >= 200 && status < 300)) refused += 1;
      }
      if (refused > 0) run.fault(`${refused} messages of the card provider were not taken in the end`);
      return `${orders} purchases answered, ${payments} paid`;
    },
    async assertCredited(databaseUrl) {
      const pool = openPool(databaseUrl, { maxConnections: 1 });
      try {
        const credited = await numberOf(
          pool,
          `SELECT coalesce(sum(checks), 0)::integer AS n FROM ledger_entries WHERE kind = 'grant' AND reason = 'purchase'`,
        );
        const expected = payments * CHECKS_BOUGHT;
        if (credited !== expected)
          run.fault(`${credited} check credits were credited for ${payments} payments, not ${expected}`);
      } finally {
        await pool.end();
      }
    },
  };
}
