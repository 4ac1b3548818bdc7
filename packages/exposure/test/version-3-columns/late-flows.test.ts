import { Random } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import type { FlowChange } from '../../src/version-3/columns/flow-changes.ts';
import { FlowColumns } from '../../src/version-3/columns/flow-columns.ts';
import type { FlowSecond } from '../../src/version-3/columns/flow-row.ts';
import type { FlowSnapshot } from '../../src/version-3/columns/flow-snapshot.ts';
import type { Flow } from '../../src/version-3/flow.ts';
import type { AssetTransfer } from '../../src/version-3/store/asset-transactions.ts';
import type { MemoryFlows } from '../../src/version-3/store/memory-flows.ts';
import { type RatedHistory, ratedHistory } from '../version-3/assess/rated-histories.ts';
import { storeOf } from '../version-3/histories.ts';
import { describeAll, type RowsOf, rowsOf } from './columns-of.ts';
import { expectSameAnswers } from './same-answers.ts';

const RUNS = Number(process.env['COLUMNS_RUNS'] ?? 60);
const seeds = Array.from({ length: RUNS }, (_, index) => 20_280_101 + index);

/** A history whose transactions arrive in any order, and go, and the columns that hold what is there. */
class Arriving {
  readonly store = new FlowColumns({ network: 'ETH' });
  readonly #all: RatedHistory;
  readonly #stored = new Set<string>();
  #seconds: ReadonlyMap<number, FlowSecond> = new Map();
  memory: MemoryFlows;
  rows: RowsOf = { seconds: [], positionOf: (position) => position };

  constructor(all: RatedHistory) {
    this.#all = all;
    this.memory = storeOf({ ...all.history, transfers: [] });
  }

  get stored(): readonly string[] {
    return [...this.#stored];
  }

  get history(): RatedHistory {
    const isStored = ({ transactionId }: AssetTransfer): boolean => this.#stored.has(transactionId);
    return { ...this.#all, history: { ...this.#all.history, transfers: this.#all.history.transfers.filter(isStored) } };
  }

  async change(arriving: readonly string[], leaving: readonly string[] = []): Promise<FlowChange> {
    for (const id of arriving) this.#stored.add(id);
    for (const id of leaving) this.#stored.delete(id);
    const former = this.#seconds;
    await this.#read();
    const times = new Set([...former.keys(), ...this.#seconds.keys()]);
    const changed = [...times].filter((time) => textOf(former.get(time)) !== textOf(this.#seconds.get(time)));
    return runToEnd(
      this.store.rewriting(
        changed.map((time) => this.#seconds.get(time) ?? { time, flows: [], parts: new Map<number, never>() }),
      ),
    );
  }

  async undoSince(time: number): Promise<readonly string[]> {
    const late = this.#all.history.transfers.filter((transfer) => transfer.time >= time);
    const undone = [...new Set(late.map(({ transactionId }) => transactionId))].filter((id) => this.#stored.has(id));
    for (const id of undone) this.#stored.delete(id);
    runToEnd(this.store.undoingSince(time));
    await this.#read();
    return undone;
  }

  async #read(): Promise<void> {
    this.memory = storeOf(this.history.history);
    await describeAll(this.store, this.memory, this.#all.history);
    this.rows = await rowsOf(this.memory, this.store);
    this.#seconds = new Map(this.rows.seconds.map((second) => [second.time, second]));
  }

  expectSameFlows(): void {
    const snapshot = this.store.snapshot();
    const expected = this.memory.flows.map((flow) => ({
      ...flow,
      ...read(this.memory, flow),
      position: this.rows.positionOf(flow.position),
      transaction: this.rows.positionOf(flow.transaction),
      part: flow.part !== null,
    }));
    const found = [...snapshot.flows()].map((flow) => ({
      ...flow,
      ...read(snapshot, flow),
      part: flow.part !== null,
    }));
    expect(found).toEqual(expected);
    expect(this.store.count).toBe(expected.length);
  }
}

/** What a table of records says changed: everything of a second but ratios, which later seconds get from earlier ones. */
const textOf = (second: FlowSecond | undefined): string =>
  JSON.stringify(second?.flows, (key, value: unknown) =>
    key === 'covered' || key === 'inflowShare' || key === 'part'
      ? undefined
      : typeof value === 'bigint'
        ? String(value)
        : value,
  ) ?? '';

/** A flow by the addresses of its ends. Nothing walks through sinks, so their ratios are not found again. */
function read(store: Pick<MemoryFlows | FlowSnapshot, 'partyOf'>, flow: Flow) {
  const [from, to] = [store.partyOf(flow.from), store.partyOf(flow.to)];
  return {
    from: from.address,
    to: to.address,
    covered: from.role === 'issuer' ? null : flow.covered,
    inflowShare: to.role === 'issuer' || to.role === 'fee' ? null : flow.inflowShare,
  };
}

function runToEnd(steps: Generator<void, FlowChange>): FlowChange {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const idsOf = ({ history }: RatedHistory): string[] => [
  ...new Set(history.transfers.map(({ transactionId }) => transactionId)),
];

describe('flows that arrive late', () => {
  it('get their places, and the ratios that all flows have in order', async () => {
    for (const seed of seeds) {
      const random = new Random(seed);
      const all = ratedHistory(seed);
      const arriving = new Arriving(all);
      const left = random.shuffle(idsOf(all));
      while (left.length > 0) {
        await arriving.change(left.splice(0, 1 + random.below(5)));
        if (random.chance(0.3)) {
          const leaving = random.shuffle([...arriving.stored]).slice(0, random.below(4));
          left.push(...leaving);
          await arriving.change([], leaving);
        }
        if (random.chance(0.2)) {
          const times = all.history.transfers.map(({ time }) => time);
          left.push(...(await arriving.undoSince(random.pick(times))));
        }
        arriving.expectSameFlows();
      }
      await expectSameAnswers(arriving.store.snapshot(), all, arriving.rows.positionOf, {});
    }
  });
});
