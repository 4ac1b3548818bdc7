import type { ColumnStore } from '@assay/exposure';
import { FlowColumns, type FlowRow, RANKS_PER_SECOND } from '@assay/exposure/version-3';
import type { Graph } from '../graph/graph.ts';
import { givenLabels } from './load-store.ts';

const BATCH = 4096;
const MARKS = { hasReceiverGiven: false, hasPayerReceived: false, reading: 'whole', part: null } as const;
const NO_PARTS = new Map<number, never>();

/**
 * The records of a store as flows in columns, each a transaction of its own, with the given labels: version 3 reads no
 * others. Accounts have the numbers of the store.
 */
export function loadFlows(store: ColumnStore, graph: Graph): FlowColumns {
  const flows = new FlowColumns({ network: 'ETH' });
  const { count } = store.accounts;
  for (let first = 0; first < count; first += BATCH) {
    const size = Math.min(BATCH, count - first);
    flows.accountsOf(Array.from({ length: size }, (_, index) => store.addresses.addressOf(first + index)));
  }
  const snapshot = store.snapshot();
  let rows: FlowRow[] = [];
  let [second, rank] = [0, 0];
  for (const { from, to, amount, inflowShare, covered, time } of snapshot.records()) {
    rank = time === second ? rank + 1 : 0;
    second = time;
    const position = time * RANKS_PER_SECOND + rank;
    rows.push({
      ...MARKS,
      position,
      transaction: position,
      from,
      to,
      amount,
      inflowShare,
      covered,
      time,
      transactionId: '',
    });
    if (rows.length < BATCH) continue;
    flows.append(rows, NO_PARTS);
    rows = [];
  }
  flows.append(rows, NO_PARTS);
  flows.relabel(givenLabels(graph));
  return flows;
}
