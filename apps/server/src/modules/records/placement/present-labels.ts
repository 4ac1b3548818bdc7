import type { LedgerDirectory, Pool } from '../../../platform/db/index.ts';
import { inSnapshot } from '../../../platform/db/transactions.ts';
import { copiedVersion } from './label-copy.store.ts';
import { RecentVersions } from './recent-versions.ts';

const RECENT = new WeakMap<LedgerDirectory, RecentVersions>();

/** Reads which labels the main database has now, and returns those that it had of late, as this process has seen them. */
export async function recentLabels(directory: LedgerDirectory): Promise<RecentVersions> {
  const recent = RECENT.get(directory) ?? new RecentVersions();
  RECENT.set(directory, recent);
  const at = performance.now();
  recent.note(await labelsOn(directory.servers[0].pool), at);
  return recent;
}

/** The version of the labels that a server has now. */
export function labelsOn(server: Pool): Promise<string> {
  return inSnapshot(server, copiedVersion);
}
