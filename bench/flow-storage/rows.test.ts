import { describe, expect, it } from 'vitest';
import type { Flow } from '../../packages/exposure/src/version-3/flow.ts';
import type { AssetTransfer } from '../../packages/exposure/src/version-3/store/asset-transactions.ts';
import { MemoryFlows } from '../../packages/exposure/src/version-3/store/memory-flows.ts';
import { netAll } from './netted.ts';
import { FLOW_ALONE, NO_PART, RECORD_ALONE, type Row, rowsOfFlows } from './rows.ts';
import { makeTransactions, type Transactions } from './transactions.ts';

const all = makeTransactions(2_000, 'swaps', 5);
const rows = [...rowsOfFlows(all, netAll(all))];

/** Names in the order of the numbers. */
const nameOf = (account: number): string => `a${account.toString().padStart(8, '0')}`;

/** The same records for the engine's store, with another asset that goes the other way in a swap. */
function transfersOf({ transactions, first, time, from, to, amount, gave, received }: Transactions): AssetTransfer[] {
  const transfers: AssetTransfer[] = [];
  for (let transaction = 0; transaction < transactions; transaction += 1) {
    const base = {
      block: transaction,
      transactionIndex: 0,
      transactionId: `t${transaction}`,
      kind: 'token',
      ordinal: 0,
      time: time[transaction] ?? 0,
    } as const;
    for (let record = first[transaction] ?? 0; record < (first[transaction + 1] ?? 0); record += 1) {
      const ends = { from: nameOf(from[record] ?? 0), to: nameOf(to[record] ?? 0) };
      transfers.push({ ...base, ...ends, asset: 'USDT', amount: BigInt(amount[record] ?? 0), index: record });
    }
    const [giver = 0, taker = 0] = [gave[transaction], received[transaction]];
    if (giver === 0) continue;
    const ends = { from: nameOf(giver - 1), to: nameOf(taker - 1) };
    transfers.push({ ...base, ...ends, asset: 'ETH', amount: 1n, index: all.records + transaction });
  }
  return transfers;
}

/** What is stored of a flow, its places counted from the first record of its transaction. */
function storedOf(row: Row) {
  return {
    from: row.from > 0 ? nameOf(row.from - 1) : null,
    to: row.to > 0 ? nameOf(row.to - 1) : null,
    amount: BigInt(row.amount),
    inflowShare: row.inflowShare,
    covered: row.covered,
    marks: row.marks,
    offset: row.transactionOffset,
    part: row.partOffset === NO_PART ? null : row.transactionOffset - row.partOffset,
  };
}

const store = new MemoryFlows({ network: 'ETH', asset: 'USDT', transfers: transfersOf(all) });

function storedOfFlow(flow: Flow) {
  return {
    from: store.partyOf(flow.from).address,
    to: store.partyOf(flow.to).address,
    amount: flow.amount,
    inflowShare: flow.inflowShare,
    covered: flow.covered,
    marks: (flow.hasReceiverGiven ? 1 : 0) + (flow.hasPayerReceived ? 2 : 0),
    offset: flow.position - flow.transaction,
    part: flow.part === null ? null : flow.part - flow.transaction,
  };
}

describe('the rows that the trial of netted flows stores', () => {
  it('are the flows of the engine', () => {
    const flows = rows.filter(({ shape }) => shape !== RECORD_ALONE);
    expect(flows.length).toBe(store.flows.length);
    expect(flows.map(storedOf)).toEqual(store.flows.map(storedOfFlow));
  });

  it('keep every record, and have each place once', () => {
    expect(rows.filter(({ shape }) => shape !== FLOW_ALONE).length).toBe(all.records);
    const positions = rows.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
  });
});
