import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckV1 } from '@assay/contracts/v1';
import type { Asset } from '@assay/domain';
import type { Db } from '../../db/index.ts';
import { resolveSubject } from '../checks/index.ts';
import { type CheckCalls, type CheckView, cursorOf, ProblemError, readCursor } from '../public-api/index.ts';
import { listedAsset, newTestCheck } from './new-test-check.ts';
import { TEST_CHECKS_KEPT, type TestCheck, type TestChecksStore } from './test-checks.store.ts';
import { OUTCOMES } from './test-outcomes.ts';
import { stateOf, testResource } from './test-resource.ts';

/** A timer may end so much early. */
const TIMER_MS = 5;

/** The end of a test check, for those who get events. */
export interface TestCheckEnd {
  readonly workspace: string;
  readonly type: 'check.completed' | 'check.failed';
  readonly objectId: string;
  readonly data: CheckV1;
  readonly at: Date;
  readonly delayMs: number;
}

export interface TestChecksDeps {
  readonly db: Db;
  readonly transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  readonly events: {
    /** Writes the event of an end, in the transaction of what it reports. */
    ended(tx: Db, end: TestCheckEnd): Promise<void>;
    /** Takes back that of an end which will not come. */
    withdraw(tx: Db, workspace: string, id: string): Promise<void>;
  };
  readonly store: TestChecksStore;
  readonly catalogue: readonly Asset[];
  readonly clock: { now(): Date };
}

/** The calls about checks for test keys. They read no records, ask no provider and spend nothing. */
export function buildTestChecks({ db, transaction, events, store, catalogue, clock }: TestChecksDeps): CheckCalls {
  function viewOf(check: TestCheck): CheckView {
    const now = clock.now();
    const asset = listedAsset(catalogue, check);
    return {
      isRunning: stateOf(check, now) === 'running',
      resource: (expand) => testResource(check, asset, { now, expand }),
    };
  }

  async function findOwn(workspace: string, id: string): Promise<TestCheck> {
    const check = await store.find(db, workspace, id);
    if (check !== null) return check;
    throw new ProblemError('not_found', 'There is no test check of this id. Live checks are not found by test keys.');
  }

  /** Its end is known beforehand, but for a cancellation: the event waits in the outbox until then. */
  async function noteEnd(tx: Db, workspace: string, check: TestCheck, at: Date): Promise<void> {
    const type = stateOf(check, at) === 'completed' ? 'check.completed' : 'check.failed';
    const data = testResource(check, listedAsset(catalogue, check), { now: at, expand: [] });
    const delayMs = Math.max(0, at.getTime() - clock.now().getTime());
    await events.ended(tx, { workspace, type, objectId: check.id, data, at, delayMs });
  }

  return {
    async create({ keyId, workspace }, { request, reference, metadata, waitMs }) {
      const check = newTestCheck(resolveSubject(catalogue, request), { reference, metadata }, clock.now());
      await transaction(async (tx) => {
        await store.insert(tx, { ...check, workspace, keyId, ofBatch: false });
        await noteEnd(tx, workspace, check, check.finishesAt);
      });
      await store.removeOldest(db, workspace, TEST_CHECKS_KEPT);
      await sleep(Math.min(waitMs, OUTCOMES[check.outcome].runsMs + TIMER_MS));
      // Read again: it may have been cancelled meanwhile.
      return viewOf((await store.find(db, workspace, check.id)) ?? check);
    },

    retrieve: async (workspace, id) => viewOf(await findOwn(workspace, id)),

    async list(workspace, { cursor, reference, limit }) {
      const after = cursor === null ? null : readCursor(cursor);
      const found = await store.page(db, workspace, { after, reference, size: limit + 1 });
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return {
        checks: shown.map(viewOf),
        nextCursor: found.length > limit && last !== undefined ? cursorOf(last) : null,
      };
    },

    async cancel(workspace, id) {
      await findOwn(workspace, id);
      const now = clock.now();
      await transaction(async (tx) => {
        const ended = await store.cancel(tx, workspace, id, now);
        if (ended === null) {
          throw new ProblemError('check_is_over', 'Only a running check can be cancelled. Retrieve it for its result.');
        }
        if (ended.ofBatch) return;
        await events.withdraw(tx, workspace, id);
        const cancelled = await store.find(tx, workspace, id);
        if (cancelled !== null) await noteEnd(tx, workspace, cancelled, now);
      });
      return viewOf(await findOwn(workspace, id));
    },
  };
}
