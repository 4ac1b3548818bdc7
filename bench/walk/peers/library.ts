import type { ColumnSnapshot } from '@assay/exposure';
import graphology from 'graphology';

interface Edge {
  readonly record: number;
  readonly moved: number;
  readonly covered: number;
  readonly amount: number;
}

/** The same walk over a graph library: the library finds an account's edges, everything else is a user's code. */
export class LibraryWalk {
  readonly #graph = new graphology.MultiDirectedGraph<Record<string, never>, Edge>();
  readonly #snapshot: ColumnSnapshot;

  constructor(snapshot: ColumnSnapshot) {
    this.#snapshot = snapshot;
    for (let account = 0; account < snapshot.tables.accounts.count; account += 1) this.#graph.addNode(account);
    for (let record = 1; record <= snapshot.lastRecord; record += 1) {
      const { inflowShare, covered } = snapshot.recordOf(record);
      const edge: Edge = { record, moved: inflowShare, covered, amount: snapshot.amountAt(record) };
      this.#graph.addDirectedEdge(snapshot.fromOf(record), snapshot.toOf(record), edge);
    }
  }

  /** Share of what came in that has an owner; incoming alone. */
  labelledShare(account: number, threshold: number): number {
    const waiting = new Map<number, { account: number; mass: number }>();
    let labelled = 0;
    const own = this.#edgesOf(account);
    const total = own.reduce((sum, edge) => sum + edge.amount, 0);
    const arrive = (from: number, before: number, arriving: number, covered: number): void => {
      if (from !== account && this.#snapshot.labels.isLabelled(from)) {
        labelled += arriving;
        return;
      }
      const mass = arriving * covered;
      let latest: Edge | null = null;
      this.#graph.forEachInEdge(from, (_edge, attributes) => {
        if (attributes.record < before && (latest === null || attributes.record > latest.record)) latest = attributes;
      });
      const found = latest as Edge | null;
      if (found === null) return;
      const there = waiting.get(found.record);
      if (there === undefined) waiting.set(found.record, { account: from, mass });
      else there.mass += mass;
    };
    for (const edge of own) {
      arrive(this.#snapshot.fromOf(edge.record), edge.record, edge.amount / total, edge.covered);
    }
    while (waiting.size > 0) {
      const record = [...waiting.keys()].reduce((most, one) => Math.max(most, one), 0);
      const state = waiting.get(record);
      waiting.delete(record);
      if (state === undefined || state.mass < threshold) continue;
      const edge = this.#edgesOf(state.account).find((one) => one.record === record);
      if (edge === undefined) continue;
      arrive(this.#snapshot.fromOf(record), record, state.mass * edge.moved, edge.covered);
      arrive(state.account, record, state.mass * (1 - edge.moved), 1);
    }
    return labelled;
  }

  #edgesOf(account: number): Edge[] {
    return this.#graph.mapInEdges(account, (_edge, attributes) => attributes);
  }
}
