import type { Pool, PoolClient } from '../../../platform/db/index.ts';
import {
  carriedLabels,
  contractMark,
  deriveSink,
  givenLabelChanges,
  givenLabelVersion,
  labelsOf,
  refreshEntities,
} from '../../labels/index.ts';
import { refreshClusters } from './clusters/refresh-clusters.ts';
import { refreshDerivedLabels } from './derive/derive-labels.ts';
import { refreshLabels2 } from './derive-2/refresh-labels-2.ts';
import type { DerivePorts } from './transfers.ports.ts';

interface RefreshContext {
  readonly pool: Pool;
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Brings what is computed from labels and records up to date: entities, derived labels, clusters, labels of method 2. */
export async function refreshAfterChange({ pool, progress, signal }: RefreshContext): Promise<void> {
  await refreshEntities(pool, signal);
  await pool.ledgers?.awaitLabels(pool, derivedFrom, signal);
  const ports = derivePorts(pool);
  await refreshDerivedLabels(pool, ports, progress, signal);
  await refreshClusters(pool, ports.given, progress, signal);
  await refreshLabels2(pool, givenByMethod2, progress, signal);
}

/** Version of what labels are derived from, beside the records. */
async function derivedFrom(client: PoolClient): Promise<string> {
  return `${await givenLabelVersion(client)} ${await contractMark(client)}`;
}

interface JobQueue {
  work<T extends object>(queue: string, handle: (data: T, signal: AbortSignal) => Promise<void>): Promise<void>;
  send(queue: string, key: string, data: object): Promise<void>;
}

export const REFRESH_QUEUE = 'conclude';

/** Refreshes in the background after changes that no refresh followed, because a process was killed. */
export async function workRefreshes(jobs: JobQueue, context: Omit<RefreshContext, 'signal'>): Promise<void> {
  await jobs.work(REFRESH_QUEUE, (_data, signal) => refreshAfterChange({ ...context, signal }));
  await jobs.send(REFRESH_QUEUE, 'all', {});
}

/** Given labels, and the store of the labels that method 1 derives. */
export function derivePorts(pool: Pool): DerivePorts {
  return {
    given: (client) => ({
      labelsOf: (network, addresses) => labelsOf(client, network, addresses),
      version: () => givenLabelVersion(client),
      changes: () => givenLabelChanges(client),
    }),
    sink: deriveSink(pool),
  };
}

/** Given labels as method 2 has them: with those that the same key has on another network. */
const givenByMethod2: DerivePorts['given'] = (client) => ({
  labelsOf: carriedLabels(client).labelsOf,
  version: () => givenLabelVersion(client),
  changes: () => givenLabelChanges(client),
});
