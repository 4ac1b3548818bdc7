import { createHash } from 'node:crypto';
import {
  type ClusterBefore,
  ClusterUnion,
  carriedEntity,
  jointOwners,
  type Label,
  type NodeId,
  type TransactionRecord,
} from '@assay/exposure';
import type { PoolClient } from '../../../../platform/db/index.ts';
import { readTransactions } from '../coin-records.store.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';
import type { LabelsPort } from '../transfers.ports.ts';
import { lendable, takenLabels } from './cluster-labels.ts';
import { addToState } from './cluster-state.store.ts';
import { readOwners, type StoredCluster, type WrittenCluster, writeClusters } from './clusters.store.ts';

/** What joining needs of a ledger. */
export interface Joining {
  readonly client: PoolClient;
  readonly given: LabelsPort;
  readonly ledger: Ledger;
}

interface Join {
  readonly transaction: TransactionRecord;
  readonly owners: readonly NodeId[];
}

interface Owner {
  readonly address: string;
  readonly cluster: StoredCluster;
  /** Its own labels, where it is stored for the first time; null for one that is stored already. */
  readonly newWith: readonly Label[] | null;
}

/**
 * Joins the input addresses of these transactions, and stores what became of their clusters. It costs as many rows as
 * the joins name, and those of each smaller cluster.
 *
 * @param transactions in the order of records
 * @returns of the transactions at or before `through`, one owner each whose cluster a join was refused of: there, the
 *   order of joins matters
 */
export async function joinTransactions(
  { client, given, ledger }: Joining,
  transactions: readonly NodeId[],
  through: number,
): Promise<readonly NodeId[]> {
  const joins: Join[] = [];
  for (const transaction of await readTransactions(client, transactions)) {
    const owners = transaction === null ? [] : jointOwners(transaction);
    if (transaction !== null && owners.length > 0) joins.push({ transaction, owners });
  }
  if (joins.length === 0) return [];
  const owners = await ownersOf({ client, given, ledger }, joins);
  const union = new ClusterUnion((node): ClusterBefore => ownerOf(owners, node).cluster);
  for (const join of joins) {
    union.join(
      join.transaction.node,
      join.owners.toSorted((a, b) => compareCode(ownerOf(owners, a).address, ownerOf(owners, b).address)),
    );
  }
  const written = await store({ client, given, ledger }, union, owners);
  const late = joins.filter(({ transaction }) => transaction.position <= through);
  return late
    .map((join) => join.owners[0])
    .filter((node) => node !== undefined)
    .filter((node) => written.get(union.idOf(node))?.isRefused === true);
}

async function ownersOf({ client, given, ledger }: Joining, joins: readonly Join[]): Promise<Map<NodeId, Owner>> {
  const nodes = new Set(joins.flatMap((join) => join.owners));
  const stored = await readOwners(client, ledger.id, [...nodes]);
  const fresh = stored.filter(({ cluster }) => cluster === null);
  const labels = await given.labelsOf(
    ledger.network,
    fresh.map(({ address }) => address),
  );
  const owners = new Map<NodeId, Owner>();
  for (const { node, address, cluster } of stored) {
    if (cluster !== null) owners.set(node, { address, cluster, newWith: null });
  }
  for (const [at, { node, address }] of fresh.entries()) {
    const own = takenLabels(labels[at] ?? []);
    const single = { id: node, size: 1, isRefused: false, addressSum: addressHash(address) };
    owners.set(node, {
      address,
      cluster: { ...single, entity: carriedEntity(own), labels: lendable(own) },
      newWith: own,
    });
  }
  return owners;
}

/** Stores the clusters that joins named; by the id that the union gives them. */
async function store(
  { client, ledger }: Joining,
  union: ClusterUnion,
  owners: ReadonlyMap<NodeId, Owner>,
): Promise<ReadonlyMap<NodeId, WrittenCluster>> {
  const before = new Map([...owners.values()].map(({ cluster }) => [cluster.id, cluster]));
  const fresh = new Set([...owners].filter(([, { newWith }]) => newWith !== null).map(([node]) => node));
  const refused = new Set(union.refused.flatMap(({ first, other }) => [union.idOf(first), union.idOf(other)]));
  const written = new Map<NodeId, WrittenCluster>();
  const changed: WrittenCluster[] = [];
  const merged: { from: NodeId; into: NodeId }[] = [];
  let [clusters, members, mark] = [0, 0, 0n];
  for (const cluster of union.clusters()) {
    const parts = cluster.parts.map(({ id }) => partOf(before, id));
    const addressSum = parts.reduce((sum, part) => sum + part.addressSum, 0n);
    const after = {
      id: cluster.id,
      size: cluster.size,
      entity: cluster.entity,
      labels: parts.length === 1 ? (parts[0]?.labels ?? []) : lendable(parts.flatMap((part) => part.labels)),
      isRefused: refused.has(cluster.id) || parts.some((part) => part.isRefused),
      addressSum,
      mark: clusterMark(cluster.size, addressSum),
    };
    written.set(cluster.id, after);
    const [only] = parts;
    if (parts.length === 1 && only?.isRefused === after.isRefused && !fresh.has(cluster.id)) continue;
    changed.push(after);
    for (const part of [after, ...parts]) {
      const sign = part === after ? 1 : -1;
      if (part.size < 2) continue;
      clusters += sign;
      members += sign * part.size;
      mark += BigInt(sign) * clusterMark(part.size, part.addressSum);
    }
    for (const { id } of parts) if (id !== cluster.id && !fresh.has(id)) merged.push({ from: id, into: cluster.id });
  }
  await writeClusters(client, ledger.id, {
    clusters: changed,
    merged,
    members: [...fresh].map((node) => ({
      node,
      cluster: union.idOf(node),
      labels: owners.get(node)?.newWith ?? [],
    })),
    refused: union.refused,
  });
  await addToState(client, ledger.id, { clusters, members, mark });
  return written;
}

function ownerOf(owners: ReadonlyMap<NodeId, Owner>, node: NodeId): Owner {
  const owner = owners.get(node);
  if (owner === undefined) throw new Error(`No account has the id ${node}`);
  return owner;
}

function partOf(clusters: ReadonlyMap<NodeId, StoredCluster>, id: NodeId): StoredCluster {
  const cluster = clusters.get(id);
  if (cluster === undefined) throw new Error(`No cluster has the id ${id}`);
  return cluster;
}

/** By UTF-16 code units, as texts are compared everywhere in the method. */
function compareCode(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

/**
 * Hash of an address, 128 bits; a cluster has the sum over its addresses. So the digest of a cluster does not depend on
 * the order in which it came about, and a join changes it without reading the addresses again.
 */
function addressHash(address: string): bigint {
  return hashOf(address);
}

/** Hash of a cluster of two or more addresses, 128 bits; 0 for a single address. A ledger has the sum over its clusters. */
function clusterMark(size: number, addressSum: bigint): bigint {
  return size < 2 ? 0n : hashOf(`${size} ${addressSum}`);
}

const DIGEST_HEX_DIGITS = 32;

function hashOf(text: string): bigint {
  return BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, DIGEST_HEX_DIGITS)}`);
}
