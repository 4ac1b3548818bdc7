import type { CheckV1 } from '@assay/contracts/v1';
import type { Asset } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { CheckSubject } from '../../checks/index.ts';
import { listedAsset, newTestCheck } from './new-test-check.ts';
import { TEST_CHECKS_KEPT, type TestChecksStore } from './test-checks.store.ts';
import { testResource } from './test-resource.ts';
import { outcomeOrRefuse } from './test-subject.ts';

export interface BatchTestChecksDeps {
  readonly store: TestChecksStore;
  readonly catalogue: readonly Asset[];
  readonly clock: Clock;
}

interface Subject {
  readonly workspace: string;
  readonly keyId: string;
  readonly ticker: string;
  /** Empty for a coin of its own network. */
  readonly parent: string;
  readonly address: string;
}

/** Test checks for batches of test keys. Their ends are no events: the batch reports. */
export function buildBatchTestChecks({ store, catalogue, clock }: BatchTestChecksDeps) {
  return {
    /** @throws ProblemError test_address_required */
    assertKnown(subject: CheckSubject): void {
      outcomeOrRefuse(subject);
    },

    /** Begins one, and returns its id. */
    async begin(tx: Db, { workspace, keyId, ticker, parent, address }: Subject): Promise<string> {
      const asset = listedAsset(catalogue, { ticker, parent: parent === '' ? null : parent });
      const check = newTestCheck({ asset, address }, { keyId, reference: null, metadata: {} }, clock.now());
      await store.insert(tx, { ...check, workspace, ofBatch: true });
      await store.removeOldest(tx, workspace, TEST_CHECKS_KEPT);
      return check.id;
    },

    /** One as it is, and how long it still runs; null where it was removed by age. */
    async find(
      db: Db,
      workspace: string,
      id: string,
    ): Promise<{ readonly check: CheckV1; readonly runsForMs: number } | null> {
      const check = await store.find(db, workspace, id);
      if (check === null) return null;
      const now = clock.now();
      return {
        check: testResource(check, listedAsset(catalogue, check), { now, expand: [] }),
        runsForMs: Math.max(0, check.finishesAt.getTime() - now.getTime()),
      };
    },

    /** Ends those of them that run. */
    async cancel(tx: Db, workspace: string, ids: readonly string[]): Promise<void> {
      for (const id of ids) await store.cancel(tx, workspace, id, clock.now());
    },
  };
}
