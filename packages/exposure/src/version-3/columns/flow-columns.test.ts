import { describe, expect, it } from 'vitest';
import { MemoryLimitError } from '../../columns/column-parts.ts';
import { FlowColumns } from './flow-columns.ts';
import type { FlowRow } from './flow-row.ts';
import { positionAt } from './line.ts';

const MARKS = { hasReceiverGiven: false, hasPayerReceived: false, reading: 'whole', part: null } as const;
const NO_PARTS = new Map<number, never>();

/** A flow of a second, of a transaction of its own. */
const rowAt = (time: number, part: Partial<FlowRow>): FlowRow => ({
  ...MARKS,
  ...{ from: 0, to: 1, amount: 5, inflowShare: 1, covered: 1, transactionId: `t${time}` },
  ...{ position: positionAt(time, 0), transaction: positionAt(time, 0), time },
  ...part,
});

const storeOf = (rows: readonly FlowRow[]): FlowColumns => {
  const store = new FlowColumns({ network: 'ETH' });
  store.accountsOf(['a', 'b', 'c']);
  store.append(rows, NO_PARTS);
  return store;
};

describe('flows in columns', () => {
  it('take 64 bytes a flow', () => {
    const count = 2 ** 16 - 1;
    const store = storeOf(Array.from({ length: count }, (_, index) => rowAt(index + 1, { transactionId: '' })));
    expect(store.log.bytes / (count + 1)).toBe(64);
  });

  it('keep what a snapshot saw while more is appended', async () => {
    const store = storeOf([rowAt(10, { amount: 7, covered: 1 })]);
    const snapshot = store.snapshot();
    store.append([rowAt(20, { covered: 0.5 }), rowAt(30, { from: 1, to: 2, covered: 0 })], NO_PARTS);
    const [flows, later] = [[...snapshot.flows()], [...store.snapshot().flows()]];
    expect(flows.map(({ amount }) => amount)).toEqual([7n]);
    expect(later.map(({ covered }) => covered)).toEqual([1, 0.5, 0]);
    const ask = { node: 1, position: Number.POSITIVE_INFINITY };
    expect((await snapshot.page('bwd', [ask], 9))[0]?.records).toEqual(flows);
    expect((await snapshot.page('fwd', [{ node: 0, position: 0 }], 9))[0]).toMatchObject({
      records: flows,
      more: false,
    });
    expect((await snapshot.subject('a'))?.firstShortfall).toBe(null);
    expect((await store.snapshot().subject('a'))?.firstShortfall).toBe(positionAt(20, 0));
    expect(await snapshot.subject('c')).toBe(null);
  });

  it('are read by another thread from the same memory', () => {
    const wide = 2n ** 130n;
    const store = storeOf([rowAt(10, { amount: wide, covered: 0.25 }), rowAt(20, { amount: 2n ** 60n })]);
    store.describe(0, { opening: wide, isSample: true, differsFromStated: false, firstTime: 10, lastTime: 20 });
    const other = FlowColumns.from(structuredClone(store.parts()));
    expect([...other.snapshot().flows()]).toEqual([...store.snapshot().flows()]);
    expect([...other.snapshot().flows()].map(({ amount }) => amount)).toEqual([wide, 2n ** 60n]);
    const before = other.log.double(1, 7);
    store.log.setDouble(1, 7, -9);
    expect(other.log.double(1, 7)).not.toBe(before);
  });

  it('answer what is known of an account beside its flows', async () => {
    const store = storeOf([]);
    const facts = { opening: 3n, isSample: true, differsFromStated: true, firstTime: 10, lastTime: 20 };
    store.describe(0, facts);
    expect(await store.snapshot().subject('a')).toMatchObject({ ...facts, address: 'a', firstShortfall: null });
    store.describe(0, { ...facts, opening: 2n ** 70n });
    expect(await store.snapshot().subject('a')).toMatchObject({ opening: 2n ** 70n });
    expect(await store.snapshot().subject('nobody')).toBe(null);
  });

  it('refuse flows that belong before others, and those outside of their second', () => {
    const store = storeOf([rowAt(10, {})]);
    expect(() => store.append([rowAt(10, {})], NO_PARTS)).toThrow(RangeError);
    expect(() => store.append([rowAt(20, { time: 19 })], NO_PARTS)).toThrow(RangeError);
    expect(() => store.append([rowAt(20, { part: 4 })], NO_PARTS)).toThrow('part 4 came without its records');
    expect(store.count).toBe(1);
  });

  it('refuse what exceeds the memory limit', () => {
    const store = new FlowColumns({ network: 'ETH', maxBytes: 2 ** 22 });
    store.accountsOf(['a', 'b']);
    const rows = Array.from({ length: 2 ** 16 }, (_, index) => rowAt(index + 1, {}));
    expect(() => store.append(rows, NO_PARTS)).toThrow(MemoryLimitError);
    expect(store.count).toBe(0);
  });

  it('find transactions by their flows and by their first records, and nothing else', async () => {
    const snapshot = storeOf([rowAt(10, { position: positionAt(10, 3) })]).snapshot();
    expect(await snapshot.transactionIds([positionAt(10, 0), positionAt(10, 3)])).toEqual(['t10', 't10']);
    await expect(snapshot.transactionIds([positionAt(10, 1)])).rejects.toThrow(RangeError);
    await expect(snapshot.parts([7])).rejects.toThrow(RangeError);
  });
});
