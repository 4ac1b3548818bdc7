import { setTimeout as sleep } from 'node:timers/promises';
import type { Asset } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { type CheckSubject, resolveSubject } from '../../checks/index.ts';
import type { BatchTestChecks } from '../batches/batches.ports.ts';
import { eventsStore } from '../events/events.store.ts';
import { recordEvent } from '../events/record-event.ts';
import type { AskedObject, CheckSource } from '../public-api/check-calls.ts';
import { checkResource, endOf, type ShownCheck } from '../public-api/check-resource.ts';
import { outcomeOrRefuse } from './test-addresses.ts';
import { newTestCheck, shownTest } from './test-check.ts';
import { TEST_CHECKS_KEPT, type TestCheck, type TestChecksStore } from './test-checks.store.ts';
import { OUTCOMES } from './test-outcomes.ts';
import { testPaymentOf } from './test-transactions.ts';

/** A timer may end so much early. */
const TIMER_MS = 5;

export interface TestChecksDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly store: TestChecksStore;
  readonly catalogue: readonly Asset[];
  readonly clock: Clock;
}

/** Checks by test keys, of published outcomes. They read no records, ask no provider and spend nothing. */
export function buildTestChecks({ db, transaction, store, catalogue, clock }: TestChecksDeps): CheckSource & {
  readonly ofBatches: BatchTestChecks;
} {
  function shown(check: TestCheck, now = clock.now()): ShownCheck {
    return shownTest(check, listedAsset(catalogue, check), now);
  }

  /** @throws ProblemError, AppError as live checks refuse, and for what test mode does not know */
  function subjectOf(asked: AskedObject): Pick<TestCheck, 'outcome' | 'payment'> & { readonly of: CheckSubject } {
    if (asked.object === 'check') {
      const of = resolveSubject(catalogue, asked.request);
      return { of, outcome: outcomeOrRefuse(of), payment: null };
    }
    const { ticker, parent = null } = asked.request;
    const asset = listedAsset(catalogue, { ticker, parent });
    const { outcome, address, payment } = testPaymentOf(asset, asked.request);
    return { of: { asset, address }, outcome, payment };
  }

  /** Its end is known beforehand, but for a cancellation: the event waits in the outbox until then. */
  async function noteEnd(tx: Db, workspace: string, check: TestCheck, at: Date): Promise<void> {
    const delayMs = Math.max(0, at.getTime() - clock.now().getTime());
    await recordEvent(tx, { ...endOf(shown(check, at)), workspace, mode: 'test', objectId: check.id, at, delayMs });
  }

  return {
    async create({ keyId, workspace }, asked, { reference, metadata, waitMs }) {
      const { of, ...found } = subjectOf(asked);
      const check = newTestCheck(of, { ...found, keyId, reference, metadata, createdAt: clock.now() });
      await transaction(async (tx) => {
        await store.insert(tx, { ...check, workspace, ofBatch: false });
        await noteEnd(tx, workspace, check, check.finishesAt);
      });
      await store.removeOldest(db, workspace, TEST_CHECKS_KEPT);
      await sleep(Math.min(waitMs, OUTCOMES[check.outcome].runsMs + TIMER_MS));
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
      const isCancelled = await transaction(async (tx) => {
        const ended = await store.cancel(tx, workspace, id, now);
        if (ended === null) return false;
        if (ended.ofBatch) return true;
        await eventsStore.withdrawOfTest(tx, workspace, id);
        const cancelled = await store.find(tx, workspace, id);
        if (cancelled !== null) await noteEnd(tx, workspace, cancelled, now);
        return true;
      });
      const cancelled = isCancelled ? await store.find(db, workspace, id) : null;
      return cancelled === null ? null : shown(cancelled);
    },

    /** Their ends are no events: the batch reports. */
    ofBatches: {
      assertKnown(subject) {
        outcomeOrRefuse(subject);
      },

      async begin(tx, { workspace, keyId, ticker, parent, address }) {
        const asset = listedAsset(catalogue, { ticker, parent: parent === '' ? null : parent });
        const outcome = outcomeOrRefuse({ asset, address });
        const facts = { outcome, payment: null, keyId, reference: null, metadata: {}, createdAt: clock.now() };
        const check = newTestCheck({ asset, address }, facts);
        await store.insert(tx, { ...check, workspace, ofBatch: true });
        await store.removeOldest(tx, workspace, TEST_CHECKS_KEPT);
        return check.id;
      },

      async find(on, workspace, id) {
        const check = await store.find(on, workspace, id);
        if (check === null) return null;
        const now = clock.now();
        return {
          check: checkResource(shown(check, now), { withEvidence: false }),
          runsForMs: Math.max(0, check.finishesAt.getTime() - now.getTime()),
        };
      },

      async cancel(tx, workspace, ids) {
        for (const id of ids) await store.cancel(tx, workspace, id, clock.now());
      },
    },
  };
}

/** @throws Error for an asset that is not listed (any more) */
function listedAsset(catalogue: readonly Asset[], { ticker, parent }: Pick<TestCheck, 'ticker' | 'parent'>): Asset {
  const asset = catalogue.find((one) => one.ticker === ticker && one.parent === parent);
  if (asset === undefined) throw new Error(`Test mode has no asset ${ticker} on ${parent ?? ticker}`);
  return asset;
}
