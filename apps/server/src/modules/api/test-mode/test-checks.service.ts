import { setTimeout as sleep } from 'node:timers/promises';
import type { Asset } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { type CheckSubject, type ComputedCheck, resolveSubject } from '../../checks/index.ts';
import { randomDigits } from '../api-keys/key-text.ts';
import type { BatchTestChecks } from '../batches/batches.ports.ts';
import { endWith } from '../batches/results/result-summary.ts';
import { eventsStore } from '../events/events.store.ts';
import { recordEvent } from '../events/record-event.ts';
import { ID_PREFIXES } from '../public-api/api-checks.store.ts';
import type { AskedObject, CheckSource } from '../public-api/check-calls.ts';
import { endOf, type ShownCheck } from '../public-api/check-resource.ts';
import { outcomeOrRefuse } from './test-addresses.ts';
import { testChecksStore as store, type TestCheck } from './test-checks.store.ts';
import { runsMsOf } from './test-outcomes.ts';
import { paidInTest, resultOf } from './test-result.ts';
import { testPaymentOf } from './test-transactions.ts';

/** A timer may end so much early. */
const TIMER_MS = 5;
const ID_DIGITS = 20;
const NO_LINKS = { result_url: null, report_url: null, certificate_url: null };
const NO_PAYMENT = { transactionId: null, paymentDirection: null };

interface TestChecksDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly catalogue: readonly Asset[];
  readonly clock: Clock;
}

/** Checks by test keys, of published outcomes. They read no records, ask no provider and spend nothing. */
export function buildTestChecks({ db, transaction, catalogue, clock }: TestChecksDeps): CheckSource & {
  readonly ofBatches: BatchTestChecks;
} {
  function shown(check: TestCheck, now = clock.now()): ShownCheck {
    return shownTest(check, listedAsset(catalogue, check), now);
  }

  /** @throws ProblemError, AppError as live checks refuse, and for what test mode does not know */
  function subjectOf(asked: AskedObject): Subject {
    if (asked.object === 'check') {
      const { asset, address } = resolveSubject(catalogue, asked.request);
      return { asset, address, outcome: outcomeOrRefuse({ asset, address }), ...NO_PAYMENT };
    }
    const { ticker, parent = null } = asked.request;
    const asset = listedAsset(catalogue, { ticker, parent });
    return { asset, ...testPaymentOf(asset, asked.request) };
  }

  /** Its end is known beforehand, but for a cancellation: the event waits in the outbox until then. */
  async function noteEnd(tx: Db, workspace: string, check: TestCheck, at: Date): Promise<void> {
    const delayMs = Math.max(0, at.getTime() - clock.now().getTime());
    await recordEvent(tx, { ...endOf(shown(check, at)), workspace, mode: 'test', objectId: check.id, at, delayMs });
  }

  async function keep(workspace: string, check: TestCheck, beside: (tx: Db) => Promise<void>): Promise<void> {
    await transaction(async (tx) => {
      await store.insert(tx, workspace, check);
      await beside(tx);
    });
    await store.removeOldest(db, workspace);
  }

  return {
    async create({ keyId, workspace }, asked, { reference, metadata, waitMs }) {
      const subject = subjectOf(asked);
      const check = newTestCheck(subject, { keyId, reference, metadata, createdAt: clock.now(), ofBatch: false });
      await keep(workspace, check, (tx) => noteEnd(tx, workspace, check, check.finishesAt));
      await sleep(Math.min(waitMs, runsMsOf(check.outcome) + TIMER_MS));
      // Read again: it may have been cancelled meanwhile.
      return shown((await store.find(db, workspace, check.id)) ?? check);
    },

    async find(workspace, _object, id) {
      const check = await store.find(db, workspace, id);
      return check === null ? null : shown(check);
    },

    async page(workspace, object, wanted) {
      return (await store.page(db, workspace, object, wanted)).map((check) => shown(check));
    },

    async cancel(workspace, _object, id) {
      const now = clock.now();
      return transaction(async (tx) => {
        const check = await store.cancel(tx, workspace, id, now);
        if (check === null) return null;
        if (!check.ofBatch) {
          await eventsStore.withdrawOfTest(tx, workspace, id);
          await noteEnd(tx, workspace, check, now);
        }
        return shown(check);
      });
    },

    /** Their ends are no events: the batch reports. */
    ofBatches: {
      assertKnown(subject) {
        outcomeOrRefuse(subject);
      },

      /** One that takes long waits for its end in the database, so that no lane does; one that fails fails each time. */
      async check({ workspace, keyId, testCheck, ticker, parent, address }, begun) {
        // The key is gone with its workspace.
        if (keyId === null) return { state: 'canceled' };
        const asset = listedAsset(catalogue, { ticker, parent: parent === '' ? null : parent });
        let check = testCheck === null ? null : await store.find(db, workspace, testCheck);
        if (check === null) {
          const subject = { asset, address, outcome: outcomeOrRefuse({ asset, address }), ...NO_PAYMENT };
          const facts = { keyId, reference: null, metadata: {}, createdAt: clock.now(), ofBatch: true };
          const made = newTestCheck(subject, facts);
          await keep(workspace, made, (tx) => begun(tx, made.id));
          check = made;
        }
        const now = clock.now();
        const { failure, result } = stateOf(check, asset, now);
        if (failure !== null) return { state: 'failed', failure };
        if (result !== null) return endWith(result, result.riskscore, false);
        return { state: 'waiting', waitMs: check.finishesAt.getTime() - now.getTime(), isAttempt: false };
      },

      cancel: (tx, batch) => store.cancelOfBatch(tx, batch, clock.now()),
    },
  };
}

type Subject = CheckSubject & Pick<TestCheck, 'outcome' | 'transactionId' | 'paymentDirection'>;

/** What begins at a moment and ends as its outcome says. */
function newTestCheck(
  { asset: { ticker, parent }, ...of }: Subject,
  facts: Pick<TestCheck, 'keyId' | 'reference' | 'metadata' | 'createdAt' | 'ofBatch'>,
): TestCheck {
  const id = `${ID_PREFIXES[objectOf(of)]}${randomDigits(ID_DIGITS)}`;
  const finishesAt = new Date(facts.createdAt.getTime() + runsMsOf(of.outcome));
  return { ...facts, ...of, id, ticker, parent, finishesAt, cancelledAt: null };
}

/** A test check at a moment: it answers what is published, without a link and a signature. */
function shownTest(check: TestCheck, asset: Asset, now: Date): ShownCheck {
  return {
    ...check,
    ...stateOf(check, asset, now),
    mode: 'test',
    named: { ...check, object: objectOf(check) },
    charged: false,
    progress: progressOf(check, now),
    links: NO_LINKS,
    paid: paidInTest(asset),
  };
}

function objectOf({ transactionId }: Pick<TestCheck, 'transactionId'>): 'check' | 'transfer' {
  return transactionId === null ? 'check' : 'transfer';
}

/** At a moment: its failure or its result, or neither while it runs. */
function stateOf(
  check: TestCheck,
  asset: Asset,
  now: Date,
): Pick<ShownCheck, 'status' | 'failure'> & {
  readonly result: ComputedCheck | null;
} {
  if (check.cancelledAt !== null) return { status: 'failed', failure: 'CheckCancelled', result: null };
  if (now < check.finishesAt) return { status: 'running', failure: null, result: null };
  const result = resultOf(check, asset);
  return result === null
    ? { status: 'failed', failure: 'CheckFailed', result }
    : { status: 'done', failure: null, result };
}

/** While it runs. */
function progressOf({ createdAt, finishesAt }: TestCheck, now: Date): number {
  const whole = finishesAt.getTime() - createdAt.getTime();
  return Math.min(1, Math.max(0, (now.getTime() - createdAt.getTime()) / whole));
}

/** @throws Error for an asset that is not listed (any more) */
function listedAsset(catalogue: readonly Asset[], { ticker, parent }: Pick<TestCheck, 'ticker' | 'parent'>): Asset {
  const asset = catalogue.find((one) => one.ticker === ticker && one.parent === parent);
  if (asset === undefined) throw new Error(`Test mode has no asset ${ticker} on ${parent ?? ticker}`);
  return asset;
}
