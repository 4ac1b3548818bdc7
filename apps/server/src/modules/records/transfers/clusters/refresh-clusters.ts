import { NETWORKS } from '@assay/domain';
import { carriedEntity, type NodeId } from '@assay/exposure';
import type { Pool, PoolClient } from '../../../../platform/db/index.ts';
import { ledgerPool } from '../../placement/in-ledger.ts';
import { findLedger, type Ledger, listAllLedgers } from '../ledgers/ledger.store.ts';
import type { DerivePorts, GivenLabelsPort } from '../transfers.ports.ts';
import { readMembers, writeMemberLabels } from './cluster-label-changes.store.ts';
import { sameLabels, takenLabels } from './cluster-labels.ts';
import { beginNotes, type ClusterState, clearClusters, inTurn, readState, writeState } from './cluster-state.store.ts';
import {
  makeWork,
  movedThrough,
  readAllWork,
  readWork,
  resetSeeds,
  seed,
  seedChanges,
  workChanges,
} from './cluster-work.store.ts';
import { type Joining, joinTransactions } from './join-transactions.ts';

/** Rises with each change of the rule or of what is stored of it: all clusters are then computed again. */
const CLUSTER_RULE = 1;
const TRANSACTIONS_PER_READ = 2_000;
const MEMBERS_PER_READ = 5_000;

/** Brings the clusters of every UTXO ledger up to date; without a change it costs a few small queries a ledger. */
export async function refreshClusters(
  pool: Pool,
  given: DerivePorts['given'],
  progress: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const ledger of await listAllLedgers(pool)) {
    if (NETWORKS[ledger.network].ledger !== 'utxo') continue;
    signal.throwIfAborted();
    await refreshClustersOf(await ledgerPool(pool, ledger), given, ledger, progress, signal);
  }
}

/**
 * Brings the clusters of one ledger up to date with its records and the given labels (docs/method/2, section 5.3). New
 * transactions at the tip touch only the clusters of their inputs. Where the order of joins matters, and for removed and
 * corrected records, the clusters concerned are computed again. The result is the same as that of computing all of them
 * from the records.
 *
 * @param pool of the ledger's server
 */
export async function refreshClustersOf(
  pool: Pool,
  given: DerivePorts['given'],
  { network, ticker }: Pick<Ledger, 'network' | 'ticker'>,
  progress: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const named = await findLedger(pool, network, ticker);
  if (named === null) throw new Error(`No ledger holds ${ticker} on ${network}`);
  await beginNotes(pool, named);
  await inTurn(pool, async (client) => {
    const ledger = await findLedger(client, network, ticker);
    if (ledger === null) return;
    const labels = given(client);
    const labelsVersion = await labels.version();
    const state = await readState(client, ledger.id);
    const isOfRule = state.rule === CLUSTER_RULE && state.revision !== null;
    if (isOfRule && state.revision === ledger.revision && state.labelsVersion === labelsVersion) return;
    progress(`clusters of ${ticker}`);
    const joining = { client, given: labels, ledger };
    await makeWork(client);
    if (isOfRule) await followChanges(joining, state, labels, state.labelsVersion !== labelsVersion, signal);
    else await joinAll(joining, signal);
    await writeState(client, ledger, { rule: CLUSTER_RULE, labelsVersion });
  });
}

async function joinAll(joining: Joining, signal: AbortSignal): Promise<void> {
  const { client, ledger } = joining;
  await clearClusters(client, ledger.id);
  await joinPages(joining, (after, limit) => readAllWork(client, ledger.id, after, limit), -1, signal);
}

async function followChanges(
  joining: Joining,
  state: ClusterState,
  labels: GivenLabelsPort,
  areLabelsNew: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { client, ledger } = joining;
  await seedChanges(client, ledger.id);
  if (areLabelsNew) await followLabels(client, ledger, labels, signal);
  await workChanges(client, ledger.id);
  const through = Math.max(state.throughPosition, await movedThrough(client, ledger.id));
  const work = (after: Place, limit: number) => readWork(client, after, limit);
  await joinPages(joining, work, through, signal);
  if (await resetSeeds(client, ledger.id)) await joinPages(joining, work, -1, signal);
}

interface Place {
  readonly position: number;
  readonly id: NodeId;
}

async function joinPages(
  joining: Joining,
  pageAfter: (after: Place, limit: number) => Promise<readonly Place[]>,
  through: number,
  signal: AbortSignal,
): Promise<void> {
  for (let after: Place = { position: -1, id: 0 }; ; ) {
    signal.throwIfAborted();
    const page = await pageAfter(after, TRANSACTIONS_PER_READ);
    const last = page.at(-1);
    if (last === undefined) return;
    const orderMatters = await joinTransactions(
      joining,
      page.map(({ id }) => id),
      through,
    );
    await seed(joining.client, orderMatters);
    after = last;
  }
}

/** Stores the labels that addresses in clusters have now, and seeds those that carry another service than before. */
async function followLabels(
  client: PoolClient,
  ledger: Ledger,
  labels: GivenLabelsPort,
  signal: AbortSignal,
): Promise<void> {
  for (let after: NodeId = 0; ; ) {
    signal.throwIfAborted();
    const page = await readMembers(client, ledger.id, after, MEMBERS_PER_READ);
    const last = page.at(-1);
    if (last === undefined) return;
    const now = await labels.labelsOf(
      ledger.network,
      page.map(({ address }) => address),
    );
    const changed = page
      .map((member, at) => ({ ...member, now: takenLabels(now[at] ?? []) }))
      .filter((member) => !sameLabels(member.labels, member.now));
    await writeMemberLabels(
      client,
      changed.map(({ node, now: own }) => ({ node, labels: own })),
    );
    await seed(
      client,
      changed.filter((one) => carriedEntity(one.labels) !== carriedEntity(one.now)).map(({ node }) => node),
    );
    after = last.node;
  }
}
