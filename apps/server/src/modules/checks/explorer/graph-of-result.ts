import type {
  EvidenceRow,
  ExplorerGraph,
  FormerResult,
  GraphAsset,
  GraphEdge,
  GraphNode,
  GraphPath,
} from '@assay/contracts';
import { RESIDUAL_IDS } from '@assay/domain';
import { DIRECTIONS, type DirectionName } from '@assay/wording';

type NodeLabel = Extract<GraphNode, { kind: 'entity' }>['label'];
type PathStep = EvidenceRow['paths'][number]['steps'][number];

/**
 * The graph of the stored evidence of a result: the transfers of its sample paths, the entities of which it keeps no path,
 * and what was not followed. The same result gives the same graph.
 */
export function graphOfResult(result: FormerResult): ExplorerGraph {
  const asset: GraphAsset = { ticker: result.ticker, parent: result.parent, decimals: result.decimals };
  const graph = new GraphBuilder(result, asset);
  for (const direction of DIRECTIONS) {
    for (const row of result.evidence[direction].rows) graph.addRow(direction, row);
    graph.addResiduals(direction);
  }
  return {
    sub_id: result.sub_id,
    address: result.address,
    network: result.network,
    asset,
    created_at: result.created_at,
    ...graph.parts(),
  };
}

/** The node of an entity, whatever adds it to the graph. */
export function entityNodeId({ category, entity }: Pick<NodeLabel, 'category' | 'entity'>): string {
  return `entity:${category}:${entity}`;
}

class GraphBuilder {
  readonly #result: FormerResult;
  readonly #asset: GraphAsset;
  readonly #nodes = new Map<string, GraphNode>();
  readonly #edges = new Map<string, GraphEdge>();
  readonly #paths: GraphPath[] = [];
  /** Addresses of which not all records were read, with how many were. */
  readonly #partial: ReadonlyMap<string, number>;

  constructor(result: FormerResult, asset: GraphAsset) {
    this.#result = result;
    this.#asset = asset;
    const cuts = DIRECTIONS.flatMap((direction) => result.evidence[direction].cut.partial);
    this.#partial = new Map(cuts.map(({ address, records }) => [address, records]));
    this.#addAddress(result.address, null);
  }

  addRow(direction: DirectionName, row: EvidenceRow): void {
    const label = { entity: row.entity, category: row.category, group: row.group };
    const paths = row.paths.filter(({ steps }) => steps.length > 0);
    for (const { share, steps } of paths) {
      const edges = steps.map((step, index) => {
        // Money moves from the first step to the last one: the entity is at the end that is not the subject's.
        const isLabelled = direction === 'incoming' ? index === 0 : index === steps.length - 1;
        const from = this.#addEnd(step.from, isLabelled && direction === 'incoming' ? label : null, row);
        const to = this.#addEnd(step.to, isLabelled && direction === 'outgoing' ? label : null, row);
        return { step, edge: this.#addStep({ ...step, from, to }, share) };
      });
      const { category, group, entity } = row;
      this.#paths.push({
        ...{ direction, category, group, entity, share },
        steps: edges.map(({ step: { transaction_id, amount, time }, edge }) => ({
          edge,
          transaction_id,
          amount,
          time,
        })),
      });
    }
    if (paths.length === 0) {
      const id = this.#addEntity(row);
      this.#addShare(direction, id, row.share, row.amount);
    }
  }

  addResiduals(direction: DirectionName): void {
    const { residuals, records } = this.#result.evidence[direction];
    if (records === 0) return;
    for (const reason of RESIDUAL_IDS) {
      const share = residuals[reason];
      if (share <= 0) continue;
      const id = `${reason}:${direction}`;
      this.#nodes.set(id, { kind: 'not_followed', id, direction, reason, others: null });
      this.#addShare(direction, id, share, null);
    }
  }

  parts(): Pick<ExplorerGraph, 'nodes' | 'edges' | 'paths'> {
    return { nodes: [...this.#nodes.values()], edges: [...this.#edges.values()], paths: this.#paths };
  }

  /** Adds an end of a transfer and answers its node: coins that were just made have no address, only an entity. */
  #addEnd(address: string, label: NodeLabel | null, row: EvidenceRow): string {
    if (address === '') return this.#addEntity(row);
    this.#addAddress(address, label);
    return address;
  }

  #addEntity({ entity, category, group }: EvidenceRow): string {
    const id = entityNodeId({ category, entity });
    this.#nodes.set(id, { kind: 'entity', id, label: { entity, category, group } });
    return id;
  }

  #addAddress(address: string, label: NodeLabel | null): void {
    const known = this.#nodes.get(address);
    if (known?.kind === 'address') {
      if (known.label === null && label !== null && !known.is_subject) this.#nodes.set(address, { ...known, label });
      return;
    }
    const isSubject = address === this.#result.address;
    this.#nodes.set(address, {
      ...{ kind: 'address', id: address, is_subject: isSubject, label: isSubject ? null : label },
      records_read: this.#partial.get(address) ?? null,
    });
  }

  /** Adds a transfer of a sample path to the edge between its ends, once, and answers the edge's id. */
  #addStep(step: PathStep, share: number): string {
    const { from, to, transaction_id, amount, time } = step;
    const id = `${from}>${to}`;
    const known = this.#edges.get(id);
    if (known === undefined) {
      this.#edges.set(id, {
        ...{ id, from, to, asset: this.#asset, basis: 'path', amount, share: atMostOne(share), transfers: 1 },
        ...{ first_time: time, last_time: time, transactions: [{ transaction_id, amount, time }] },
      });
      return id;
    }
    const isNew = !known.transactions.some(
      (one) => one.transaction_id === transaction_id && one.amount === amount && one.time === time,
    );
    const transactions = isNew
      ? [...known.transactions, { transaction_id, amount, time }].toSorted((a, b) => (a.time < b.time ? 1 : -1))
      : known.transactions;
    this.#edges.set(id, {
      ...known,
      transactions,
      transfers: transactions.length,
      share: atMostOne((known.share ?? 0) + share),
      amount: transactions.reduce((sum, one) => sum + BigInt(one.amount), 0n).toString(),
      first_time: transactions.at(-1)?.time ?? null,
      last_time: transactions[0]?.time ?? null,
    });
    return id;
  }

  #addShare(direction: DirectionName, node: string, share: number, amount: string | null): void {
    const { address } = this.#result;
    const [from, to] = direction === 'incoming' ? [node, address] : [address, node];
    const id = `${from}>${to}`;
    this.#edges.set(id, {
      ...{ id, from, to, asset: this.#asset, basis: 'share', amount, share: atMostOne(share), transfers: null },
      ...{ first_time: null, last_time: null, transactions: [] },
    });
  }
}

function atMostOne(share: number): number {
  return Math.min(1, share);
}
