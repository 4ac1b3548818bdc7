import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckV1, Expansion, TransferV1 } from '@assay/contracts/v1';
import type { Asset } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { ApiObject } from '../public-api/api-checks.store.ts';
import type { CheckCalls, CheckView } from '../public-api/check-calls.ts';
import { cursorOf, readCursor } from '../public-api/cursor.ts';
import { ProblemError } from '../public-api/problem-error.ts';
import { listedAsset } from './new-test-check.ts';
import { TEST_CHECKS_KEPT, type TestCheck, type TestChecksStore } from './test-checks.store.ts';
import { OUTCOMES } from './test-outcomes.ts';
import { stateOf } from './test-resource.ts';

/** A timer may end so much early. */
const TIMER_MS = 5;

interface EndFacts {
  readonly workspace: string;
  readonly objectId: string;
  readonly at: Date;
  readonly delayMs: number;
}

/** The end of what a test key checked, for those who get events. */
export type TestCheckEnd =
  | (EndFacts & { readonly type: 'check.completed' | 'check.failed'; readonly data: CheckV1 })
  | (EndFacts & { readonly type: 'transfer.completed' | 'transfer.failed'; readonly data: TransferV1 });

export interface TestChecksDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly events: {
    /** Writes the event of an end, in the transaction of what it reports. */
    ended(tx: Db, end: TestCheckEnd): Promise<void>;
    /** Takes back that of an end which will not come. */
    withdraw(tx: Db, workspace: string, id: string): Promise<void>;
  };
  readonly store: TestChecksStore;
  readonly catalogue: readonly Asset[];
  readonly clock: Clock;
}

/** What differs between checks of addresses and of transactions. */
export interface TestObject<Request, Resource> {
  readonly object: ApiObject;
  readonly idForm: RegExp;
  /** One that begins at this moment. @throws ProblemError, AppError */
  readonly begin: (
    request: Request,
    named: Pick<TestCheck, 'keyId' | 'reference' | 'metadata'>,
    createdAt: Date,
  ) => TestCheck;
  readonly resource: (
    check: TestCheck,
    asset: Asset,
    options: { readonly now: Date; readonly expand: readonly Expansion[] },
  ) => Resource;
  readonly endOf: (facts: EndFacts, hasResult: boolean, data: Resource) => TestCheckEnd;
}

/** The calls of test keys about one kind of object. They read no records, ask no provider and spend nothing. */
export function buildTestCalls<Request, Resource>(
  { db, transaction, events, store, catalogue, clock }: TestChecksDeps,
  { object, idForm, begin, resource, endOf }: TestObject<Request, Resource>,
): CheckCalls<Request, Resource> {
  function viewOf(check: TestCheck): CheckView<Resource> {
    const now = clock.now();
    const asset = listedAsset(catalogue, check);
    return {
      isRunning: stateOf(check, now) === 'running',
      resource: (expand) => resource(check, asset, { now, expand }),
    };
  }

  async function findOwn(workspace: string, id: string): Promise<TestCheck> {
    const check = await store.find(db, workspace, id);
    if (check !== null) return check;
    throw new ProblemError(
      'not_found',
      `There is no test ${object} of this id. What live keys made is not found by test keys.`,
    );
  }

  /** Its end is known beforehand, but for a cancellation: the event waits in the outbox until then. */
  async function noteEnd(tx: Db, workspace: string, check: TestCheck, at: Date): Promise<void> {
    const data = resource(check, listedAsset(catalogue, check), { now: at, expand: [] });
    const delayMs = Math.max(0, at.getTime() - clock.now().getTime());
    const facts = { workspace, objectId: check.id, at, delayMs };
    await events.ended(tx, endOf(facts, stateOf(check, at) === 'completed', data));
  }

  return {
    async create({ keyId, workspace }, { request, reference, metadata, waitMs }) {
      const check = begin(request, { keyId, reference, metadata }, clock.now());
      await transaction(async (tx) => {
        await store.insert(tx, { ...check, workspace, ofBatch: false });
        await noteEnd(tx, workspace, check, check.finishesAt);
      });
      await store.removeOldest(db, workspace, TEST_CHECKS_KEPT);
      await sleep(Math.min(waitMs, OUTCOMES[check.outcome].runsMs + TIMER_MS));
      // Read again: it may have been cancelled meanwhile.
      return viewOf((await store.find(db, workspace, check.id)) ?? check);
    },

    retrieve: async (workspace, id) => viewOf(await findOwn(workspace, id)),

    async list(workspace, { cursor, reference, limit }) {
      const after = cursor === null ? null : readCursor(cursor, idForm);
      const found = await store.page(db, workspace, object, { after, reference, size: limit + 1 });
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
          throw new ProblemError(
            'check_is_over',
            `Only a running ${object} can be cancelled. Retrieve it for its result.`,
          );
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
