import type { CheckV1 } from '@assay/contracts/v1';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import type { BatchTestChecks, ClaimedSubject, SubjectEnd } from './batches.ports.ts';
import { summaryOfTest } from './result-summary.ts';

export interface CheckTestSubjectPorts {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly testChecks: Pick<BatchTestChecks, 'begin' | 'find'>;
  /** Stores which test check answers the subject. */
  readonly begun: (tx: Db, testCheck: string) => Promise<void>;
}

/**
 * Answers an address of a test key's batch from its published outcome. One that takes long waits for its end in the
 * database, so that no lane does; one that fails is not tried again, for it fails each time.
 */
export async function checkTestSubject(
  { db, transaction, testChecks, begun }: CheckTestSubjectPorts,
  subject: ClaimedSubject,
): Promise<SubjectEnd> {
  const { workspace, keyId, ticker, parent, address } = subject;
  // The key is gone with its workspace.
  if (keyId === null) return { state: 'canceled' };
  const begin = () =>
    transaction(async (tx) => {
      const id = await testChecks.begin(tx, { workspace, keyId, ticker, parent, address });
      await begun(tx, id);
      return id;
    });
  const known = subject.testCheck === null ? null : await testChecks.find(db, workspace, subject.testCheck);
  const found = known ?? (await testChecks.find(db, workspace, await begin()));
  if (found === null) return { state: 'waiting', waitMs: 0, isAttempt: false };
  return endOf(found.check, found.runsForMs);
}

function endOf(check: CheckV1, runsForMs: number): SubjectEnd {
  switch (check.status) {
    case 'running':
      return { state: 'waiting', waitMs: Math.max(1, Math.ceil(runsForMs)), isAttempt: false };
    case 'failed':
      return { state: 'failed', failure: check.failure?.code === 'check_cancelled' ? 'CheckCancelled' : 'CheckFailed' };
    case 'completed':
      return {
        state: check.stars === null ? 'not_rated' : 'rated',
        charged: false,
        summary: JSON.stringify(summaryOfTest(check)),
      };
  }
}
