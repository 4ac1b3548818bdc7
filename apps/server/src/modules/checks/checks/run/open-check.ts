import type { CheckChanges } from '@assay/contracts';
import type { Db } from '../../../../platform/db/index.ts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { Readiness } from '../begin/await-readiness.ts';
import { changesBetween } from '../check-changes.ts';
import { isOpenTo, isOwnedBy } from '../checks.policy.ts';
import { resultOf } from '../checks.presenter.ts';
import type { ChecksStore, StoredCheck } from '../stored/checks.store.ts';
import type { CheckRunner } from './check-runner.ts';

export interface FindPorts {
  readonly db: Db;
  readonly store: Pick<ChecksStore, 'find' | 'findShared'>;
  readonly runner: Pick<CheckRunner, 'find'>;
  readonly readiness: () => Promise<Readiness>;
}

const SUB_ID = /^[0-9a-f]{32}$/;

/** Whether a text can be the id of a check; another is not queried. */
export function isSubId(text: string): boolean {
  return SUB_ID.test(text);
}

/** The stored check, with its present progress if it runs in this process. */
export async function findCheck({ db, store, runner, readiness }: FindPorts, subId: string): Promise<StoredCheck> {
  const check = isSubId(subId) ? ((await store.find(db, subId)) ?? (await store.findShared(db, subId))) : null;
  if (check === null) throw new AppError('NotFound');
  const here = runner.find(subId);
  if (here !== null) return { ...check, progress: here.progress, phase: here.phase };
  // Readiness is the same for all servers, so this also applies to a check of another server.
  const isLoading = check.status === 'running' && (await readiness()).state === 'loading';
  return isLoading ? { ...check, phase: 'loading' } : check;
}

/** The use case 'open a check': {@link ChecksService.openCheck}. */
export async function openCheck(ports: FindPorts, subId: string, reader: string | null): Promise<StoredCheck> {
  const check = await findCheck(ports, subId);
  if (!isOpenTo(check, reader)) throw new AppError('NotFound');
  return check;
}

/** The use case 'what has changed since the last result': {@link ChecksService.changesOf}. */
export async function changesOf(
  { db, store }: Pick<FindPorts, 'db'> & { readonly store: Pick<ChecksStore, 'find'> },
  check: StoredCheck,
  reader: string | null,
): Promise<CheckChanges | null> {
  if (check.status !== 'done' || check.previous === null || !isOwnedBy(check, reader)) return null;
  const before = await store.find(db, check.previous);
  return before !== null && isOwnedBy(before, reader) ? changesBetween(resultOf(before), resultOf(check)) : null;
}
