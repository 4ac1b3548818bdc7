import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type NowPaymentsStandIn,
  type StripeStandIn,
  startNowPaymentsStandIn,
  startStripeStandIn,
} from '@assay/stand-ins';
import { afterAll, beforeAll } from 'vitest';
import { buildChecksService } from '../../../src/modules/checks/checks/checks.service.ts';
import { checksDeps } from '../../../src/modules/checks/checks/test/check-fakes.ts';
import type { HeldOrders, PaymentsService } from '../../../src/modules/money/index.ts';
import { wireHeldOrders, wirePayments } from '../../../src/modules/money/open/payments.ts';
import { factsOf, QUIET } from '../../../src/modules/money/payments/test/payments-fixture.ts';
import { type ReportFeatures, wireReports } from '../../../src/modules/reports/open/reports.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import type { Pool } from '../../../src/platform/db/index.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

const PUBLIC_URL = 'http://localhost:3000';

/** The parts that are used by several runs. */
export interface Stage {
  readonly database: TestDatabase;
  readonly stripe: StripeStandIn;
  readonly crypto: NowPaymentsStandIn;
  readonly payments: PaymentsService;
  /** The operator's commands for held money, on a server with these connections. */
  readonly heldOver: (pool: Pool) => HeldOrders;
  readonly reports: ReportFeatures['reports'];
  /** Moves the clocks of payments and of both providers to this time, earlier or later. */
  readonly moveTo: (at: Date) => void;
  /** Delivers the payment providers' messages since the last call, each twice. */
  readonly deliver: () => Promise<void>;
}

/** One stage for the block that calls it. */
export function useStage(): { readonly stage: Stage } {
  let open: { readonly stage: Stage; close(): Promise<void> } | undefined;
  beforeAll(async () => {
    open = await openStage();
  });
  afterAll(() => open?.close());
  return {
    get stage() {
      if (open === undefined) throw new Error('The stage of this block is not open yet');
      return open.stage;
    },
  };
}

async function openStage() {
  const database = await testDatabase();
  const stripe = await startStripeStandIn();
  const crypto = await startNowPaymentsStandIn({ delivers: false });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'assay-greedy-'));
  let offsetMs = 0;
  const clock = { now: () => new Date(Date.now() + offsetMs) };
  const payments = wirePayments(database.pool, factsOf(stripe, crypto), { log: QUIET, publicUrl: PUBLIC_URL, clock });
  const heldOver = (pool: Pool) => wireHeldOrders(pool, { log: QUIET, clock });
  const settings = { publicUrl: PUBLIC_URL, productName: 'Assay', dataDir, databaseUrl: null, reportCacheBytes: 0 };
  const reports = wireReports(
    database.pool,
    { ...settings, signing: readConfig({}).signing, operator: readConfig({}).operator },
    buildChecksService(checksDeps(database.pool)),
    { warn: () => undefined },
  );
  const moveTo = (at: Date) => {
    const byMs = at.getTime() - clock.now().getTime();
    offsetMs += byMs;
    stripe.passTime(byMs);
    crypto.passTime(byMs);
  };
  const reported = { stripe: 0, nowpayments: 0 };
  const deliver = async () => {
    for (const [provider, all] of [
      ['stripe', stripe.messages],
      ['nowpayments', crypto.messages],
    ] as const) {
      const messages = all.slice(reported[provider]);
      reported[provider] = all.length;
      for (const message of [...messages, ...messages]) {
        await payments.receive(provider, Buffer.from(message.body), message.headers());
      }
    }
  };
  return {
    stage: { database, stripe, crypto, payments, heldOver, reports: reports.reports, moveTo, deliver },
    close: async () => {
      await reports.close();
      await Promise.all([stripe.close(), crypto.close()]);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
