import { CATEGORIES } from '@assay/domain';
import { REFUSING_CONFIDENCE } from '../method/label-numbers-2.ts';
import type { NodeId } from '../records/record.ts';
import type { Label } from './label.ts';
import { governingLabel } from './resolve-labels.ts';

/** A cluster as it was before the joins that follow. A single address is a cluster of one, named by itself. */
export interface ClusterBefore {
  /** One of its members. No two clusters have the same. */
  readonly id: NodeId;
  /** Number of its addresses, at least 1. */
  readonly size: number;
  /** The service whose label some member carries; null for none. */
  readonly entity: string | null;
}

/** A join of two services' clusters that was not made. */
export interface RefusedJoin {
  readonly transaction: NodeId;
  /** The transaction's first input address and the one it was not joined with. */
  readonly first: NodeId;
  readonly other: NodeId;
}

/** One cluster after the joins, and the clusters that it was made from: one, where nothing joined it. */
export interface ClusterAfter {
  readonly id: NodeId;
  readonly size: number;
  readonly entity: string | null;
  readonly parts: readonly ClusterBefore[];
}

type Root = { -readonly [Field in keyof ClusterAfter]: ClusterAfter[Field] } & { readonly parts: ClusterBefore[] };

/**
 * The service that an address carries into its cluster (docs/method/2, section 5.3): the entity of the label that
 * counts, read without a time, where it is of tier C or D and of confidence 50 or more; null for every other address.
 */
export function carriedEntity(given: readonly Label[]): string | null {
  const label = governingLabel(given, null)?.label;
  if (label === undefined || label.confidence < REFUSING_CONFIDENCE) return null;
  const { tier } = CATEGORIES[label.category];
  return tier === 'C' || tier === 'D' ? label.entity : null;
}

/**
 * Joins addresses into clusters (docs/method/2, section 5.3): a union-find whose joins of two services are refused. The
 * result depends on the order of the joins only where one is refused. Clusters may be those of an earlier run, so that
 * joins go on where it ended; memory is in the number of clusters met.
 */
export class ClusterUnion {
  readonly #clusterOf: (node: NodeId) => ClusterBefore;
  readonly #parents = new Map<NodeId, NodeId>();
  readonly #roots = new Map<NodeId, Root>();
  readonly refused: RefusedJoin[] = [];

  /** @param clusterOf the cluster of an address before the joins; asked again for each mention of the address */
  constructor(clusterOf: (node: NodeId) => ClusterBefore) {
    this.#clusterOf = clusterOf;
  }

  /**
   * Joins the first owner with the second, then with the third, and so on.
   *
   * @param owners of the inputs of one transaction, by their canonical text; transactions come in the order of records
   */
  join(transaction: NodeId, owners: readonly NodeId[]): void {
    const [first, ...others] = owners;
    if (first === undefined) return;
    for (const other of others) this.#joinTwo(transaction, first, other);
  }

  /** Every cluster that a join named, also where that join was refused. */
  clusters(): readonly ClusterAfter[] {
    return [...this.#roots.values()];
  }

  /** Id, after the joins, of the cluster of an address that a join named. */
  idOf(node: NodeId): NodeId {
    return this.#rootOf(node).id;
  }

  #joinTwo(transaction: NodeId, first: NodeId, other: NodeId): void {
    const [left, right] = [this.#rootOf(first), this.#rootOf(other)];
    if (left === right) return;
    if (left.entity !== null && right.entity !== null && left.entity !== right.entity) {
      this.refused.push({ transaction, first, other });
      return;
    }
    const [larger, smaller] = isLarger(left, right) ? [left, right] : [right, left];
    this.#roots.delete(smaller.id);
    this.#parents.set(smaller.id, larger.id);
    larger.size += smaller.size;
    larger.entity ??= smaller.entity;
    for (const part of smaller.parts) larger.parts.push(part);
  }

  #rootOf(node: NodeId): Root {
    const before = this.#clusterOf(node);
    let id = before.id;
    for (let next = this.#parents.get(id); next !== undefined; next = this.#parents.get(id)) {
      // Halves the path, so that long chains of joins stay short to follow.
      const beyond = this.#parents.get(next);
      if (beyond !== undefined) this.#parents.set(id, beyond);
      id = next;
    }
    const known = this.#roots.get(id);
    if (known !== undefined) return known;
    const root: Root = { ...before, parts: [before] };
    this.#roots.set(id, root);
    return root;
  }
}

function isLarger(left: Root, right: Root): boolean {
  return left.size === right.size ? left.id < right.id : left.size > right.size;
}
