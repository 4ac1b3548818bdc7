import { randomBytes } from 'node:crypto';
import { ASSETS } from '@assay/domain';
import {
  assess,
  type DirectionExposure,
  type ExposureStore,
  findNotes,
  type Label,
  METHOD_REVISION,
  METHOD_VERSION,
  type SubjectFacts,
  TEXT_SET,
} from '@assay/exposure';
import { recordAudit } from '../../../../platform/audit/index.ts';
import type { Pool } from '../../../../platform/db/index.ts';
import { inTransaction } from '../../../../platform/db/transactions.ts';
import { SYSTEM_CLOCK } from '../../../../platform/kernel/time/clock.ts';
import { ledger } from '../../../money/index.ts';
import type { CheckSnapshot, ChecksBalance, EnginePort } from '../checks.ports.ts';
import type { ChecksDeps } from '../checks.service.ts';
import { checksStore } from '../stored/checks.store.ts';

/** Real, valid addresses; the fakes have records of each of them. */
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

/** Everything received and sent is a licensed exchange's, in one direct transfer per direction. */
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
  recordsUntil: async () => null,
  labelsOf: async (_network, addresses) => addresses.map(() => []),
  hasDerivedLabels: true,
  labelsElsewhere: async () => [],
};

/** Uses the real assessment; every walk finds the exchange at once. */
export const fakeEngine: EnginePort = {
  version: METHOD_VERSION,
  revision: METHOD_REVISION,
  textSet: TEXT_SET,
  exposureOf: async (_store, subject, direction) => exchangeExposure(direction, subject.address),
  findNotes,
  assess,
};

/** The real ledger, in which every owner may have `runningChecks` unfinished checks. */
export function balanceWith(runningChecks: number): ChecksBalance {
  return { ...ledger, limitsOf: async () => ({ runningChecks }) };
}

/** Dependencies with a real database, fake records and a fake walk; each can be overridden. */
export function checksDeps(pool: Pool, overrides: Partial<ChecksDeps> = {}): ChecksDeps {
  return {
    catalogue: ASSETS,
    db: pool,
    transaction: (work) => inTransaction(pool, work),
    audit: recordAudit,
    store: checksStore,
    balance: ledger,
    withSnapshot: ({ network }, work) =>
      work(network === null ? { ...fakeSnapshot, store: null, tip: null } : fakeSnapshot),
    engine: fakeEngine,
    clock: SYSTEM_CLOCK,
    newId: () => randomBytes(16).toString('hex'),
    log: { warn: () => undefined, error: () => undefined },
    ...overrides,
  };
}
