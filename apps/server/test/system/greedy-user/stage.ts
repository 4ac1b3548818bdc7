import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type StripeStandIn, startStripeStandIn } from '@assay/stand-ins';
import { afterAll, beforeAll } from 'vitest';
import { wirePayments } from '../../../src/composition/wiring-payments.ts';
import { type ReportFeatures, wireReports } from '../../../src/composition/wiring-reports.ts';
import { readConfig } from '../../../src/config/config.ts';
import { buildChecksService } from '../../../src/features/checks/checks.service.ts';
import { checksDeps } from '../../../src/features/checks/test/check-fakes.ts';
import type { PaymentsService } from '../../../src/features/payments/index.ts';
import { QUIET } from '../../../src/features/payments/test/payments-fixture.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

const PUBLIC_URL = 'http://localhost:3000';

/** Runs of every test; `npm run verify:long` sets a higher number, and another seed each time. */
export const RUNS = Number(process.env['GREEDY_RUNS'] ?? 15);
export const SEED = Number(process.env['GREEDY_SEED'] ?? 20_261_122);
/** Only a run that hangs takes that long, for any number of runs. */
export const TIMEOUT_MS = 6 * 3_600_000;

/** The parts that are used by several runs. */
export interface Stage {
  readonly database: TestDatabase;
  readonly stripe: StripeStandIn;
  readonly payments: PaymentsService;
  readonly reports: ReportFeatures['reports'];
  /** Delivers the payment provider's messages since the last call, each twice. */
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
  const dataDir = await mkdtemp(path.join(tmpdir(), 'assay-greedy-'));
  const { url: apiUrl, secretKey, publishableKey, webhookSecret, scriptUrl } = stripe;
  const payments = wirePayments(
    database.pool,
    { stripe: { apiUrl, secretKey, publishableKey, webhookSecret, scriptUrl }, nowpayments: null },
    { log: QUIET, publicUrl: PUBLIC_URL },
  );
  const settings = { publicUrl: PUBLIC_URL, productName: 'Assay', dataDir, databaseUrl: null, reportCacheBytes: 0 };
  const reports = wireReports(
    database.pool,
    { ...settings, signing: readConfig({}).signing, operator: readConfig({}).operator },
    buildChecksService(checksDeps(database.pool)),
    { warn: () => undefined },
  );
  let reported = 0;
  const deliver = async () => {
    const messages = stripe.messages.slice(reported);
    reported = stripe.messages.length;
    for (const message of [...messages, ...messages]) {
      await payments.receive('stripe', Buffer.from(message.body), message.headers());
    }
  };
  return {
    stage: { database, stripe, payments, reports: reports.reports, deliver },
    close: async () => {
      await reports.close();
      await stripe.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
