import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ASSETS } from '@assay/domain';
import {
  assess,
  type DirectionExposure,
  type ExposureStore,
  findNotes,
  type Label,
  type SubjectFacts,
} from '@assay/exposure';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { expect } from 'vitest';
import { type TestAuth, testAuth } from '../../../../test/auth.ts';
import { type AppDeps, buildApp } from '../../../app.ts';
import { readConfig } from '../../../config.ts';
import { inTransaction, type Pool } from '../../../db/index.ts';
import { fixedSite } from '../../../host/site-source.ts';
import { wireAccount, wireCoverage } from '../../../wiring.ts';
import { wireReports } from '../../../wiring-reports.ts';
import { buildHistoryService, historyStore } from '../../history/index.ts';
import { buildBalanceService, ledger } from '../../ledger/index.ts';
import { buildSuggestService } from '../../suggest/index.ts';
import type { CheckSnapshot } from '../checks.ports.ts';
import { buildChecksService, type ChecksDeps, type ChecksService } from '../checks.service.ts';
import { checksStore } from '../checks.store.ts';

/** Real, valid addresses; the fakes hold records of each of them. */
export const BTC_ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
export const TRON_ADDRESS = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';
/** Valid, without records. */
export const UNKNOWN_ADDRESS = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
export const BTC_CHECK = { address: BTC_ADDRESS, ticker: 'BTC', parent: null, subticker: null, name: 'Bitcoin' };
export const NA_CHECK = { ...BTC_CHECK, address: UNKNOWN_ADDRESS };
export const LOOPBACK = { host: 'localhost:3000' };

const EXCHANGE: Label = {
  entity: 'Example Exchange',
  category: 'exchange_licensed',
  confidence: 70,
  source: 'test',
  sourceUrl: null,
  sourceDate: '2024-01-01',
  validFrom: null,
  validTo: null,
  origin: 'given',
};

/** Everything received and sent is a licensed exchange's, in one direct transfer each way. */
export function exchangeExposure(direction: 'bwd' | 'fwd', address: string): DirectionExposure {
  const step = { from: 'exchange', to: address, transactionId: 'f'.repeat(64), amount: 150_000n, time: 1_700_000_000 };
  return {
    direction,
    records: 1,
    amount: 150_000n,
    rows: [
      {
        category: 'exchange_licensed',
        entity: EXCHANGE.entity,
        layer: 'direct',
        share: 0.9,
        amount: 135_000n,
        minHops: 1,
        labels: [EXCHANGE],
        beforeDesignation: 0,
        strongShare: 0.9,
        firstTime: step.time,
        lastTime: step.time,
        paths: [{ hops: 1, share: 0.9, steps: [step] }],
      },
    ],
    residuals: { unknown_origin: 0.1, not_followed: 0, still_held: 0, fee: 0 },
    cut: { threshold: 1e-4, rounds: 1, states: 1, recordsRead: 1, partial: [] },
  };
}

export function subjectOf(address: string): SubjectFacts {
  return {
    node: 1,
    address,
    role: 'account',
    labels: [],
    openingUnread: false,
    inflows: 1,
    outflows: 1,
    firstTime: 1_600_000_000,
    lastTime: 1_700_000_000,
    complete: true,
  };
}

const fakeStore: ExposureStore = {
  ledger: 'account',
  network: 'BTC',
  subject: async (address) => (address === UNKNOWN_ADDRESS ? null : subjectOf(address)),
  page: async (_direction, asks) => asks.map((ask) => ({ ask, records: [], more: false })),
  accounts: async () => [],
  transactionIds: async () => [],
};

export const fakeSnapshot: CheckSnapshot = {
  store: fakeStore,
  tip: { block: '840000', time: new Date('2024-04-20T00:00:00Z') },
  recordsHeld: 'Two transfers.',
  labelSetVersion: '0123456789abcdef',
  origin: {
    labelSet: {
      digest: '0123456789abcdef'.repeat(4),
      sets: [{ name: 'example-list', digest: 'ab'.repeat(32) }],
    },
    records: { count: 2, firstTime: 1_600_000_000, lastTime: 1_713_571_200, fromBeginning: true },
  },
  labelsOf: async (_network, addresses) => addresses.map(() => []),
};

/** Dependencies over a real database with fake records and a fake walk; everything may be replaced. */
export function checksDeps(pool: Pool, overrides: Partial<ChecksDeps> = {}): ChecksDeps {
  return {
    catalogue: ASSETS,
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    store: checksStore,
    balance: ledger,
    withSnapshot: ({ network }, work) =>
      work(network === null ? { ...fakeSnapshot, store: null, tip: null } : fakeSnapshot),
    engine: {
      exposureOf: async (_store, subject, direction) => exchangeExposure(direction, subject.address),
      findNotes,
      assess,
    },
    clock: { now: () => new Date() },
    newId: () => randomBytes(16).toString('hex'),
    log: { warn: () => undefined, error: () => undefined },
    ...overrides,
  };
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly checks: ChecksService;
  readonly balance: ReturnType<typeof buildBalanceService>;
  readonly auth: TestAuth;
  close(): Promise<void>;
}

const bearers = new WeakMap<FastifyInstance, string>();

/** Headers of a visit on this machine that is signed in to the demo account of {@link testApp}. */
export function signedIn(app: FastifyInstance): { host: string; authorization: string } {
  const authorization = bearers.get(app);
  if (authorization === undefined) throw new Error('This app was not made by testApp');
  return { ...LOOPBACK, authorization };
}

/** The whole HTTP side with a filled demo account, signed in to it. */
export async function testApp(
  pool: Pool,
  overrides: Partial<ChecksDeps> = {},
  appOverrides: Partial<AppDeps> = {},
): Promise<TestApp> {
  const checks = buildChecksService(checksDeps(pool, overrides));
  const balance = buildBalanceService(pool, ledger);
  await balance.refillDemo();
  const auth = testAuth(pool, { checks });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'assay-app-'));
  const reports = wireReports(
    pool,
    {
      publicUrl: 'http://localhost:3000',
      productName: 'Assay',
      dataDir,
      reportCacheBytes: 64 * 1024 * 1024,
      signing: readConfig({}).signing,
    },
    checks,
    { warn: (_facts, message) => expect.fail(message) },
  );
  const app = await buildApp({
    settings: {
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      productName: 'Assay',
      version: '0.0.0',
      trustProxy: 0,
    },
    logger: pino({ level: 'silent' }),
    checks,
    certificates: reports.certificates,
    reports: reports.reports,
    suggestions: buildSuggestService(ASSETS, { knownPlaces: async () => [] }),
    balance,
    history: buildHistoryService({ db: pool, store: historyStore, catalogue: ASSETS }),
    account: wireAccount(pool, balance),
    auth: { ...auth, outbox: null },
    checkReady: async () => {
      await pool.query('SELECT 1');
    },
    coverage: wireCoverage(pool),
    showcase: { read: () => [] },
    site: {
      source: fixedSite(null),
      settings: async () => ({
        productName: 'Assay',
        publicUrl: 'http://localhost:3000',
        coverage: [],
        examples: [],
        hasLandingHeaderSearch: true,
        operator: readConfig({}).operator,
      }),
    },
    limits: {
      checksPerMinute: 1_000,
      readsPerMinute: 10_000,
      reportsPerMinute: 10_000,
      pagesPerMinute: 10_000,
      exportsPerMinute: 10_000,
      unknownPerMinute: 10_000,
      linksPerAddress: 10_000,
      linksPerNetwork: 10_000,
      tokensPerMinute: 10_000,
    },
    maxEventLoopDelayMs: 0,
    ...appOverrides,
  });
  const { tokens } = await auth.signIn.openDemo('A test');
  bearers.set(app, `Bearer ${tokens.accessToken}`);
  return {
    app,
    checks,
    auth,
    balance,
    close: async () => {
      await app.close();
      await checks.close(0);
      await reports.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function postCheck(app: FastifyInstance, body: unknown = BTC_CHECK, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/monitor/check',
    headers: { ...signedIn(app), 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}
