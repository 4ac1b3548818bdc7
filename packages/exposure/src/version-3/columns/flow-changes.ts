import { FlowReviser, type OpeningOf } from './flow-reviser.ts';
import type { FlowSecond } from './flow-row.ts';
import type { FlowTables } from './flow-tables.ts';
import { type FlowWriter, partOf } from './flow-writer.ts';
import { TIME } from './line.ts';
import { planSecond, type SecondPlan } from './second-plan.ts';

/** What a change of stored flows came to. */
export interface FlowChange {
  readonly added: number;
  readonly removed: number;
  /** Accounts, sinks and pools included, whose threads were found again. */
  readonly accounts: number;
}

const FLOWS_PER_REST = 2048;

/** Changes of stored flows, step by step: a caller lets other work run between the steps. */
export class FlowChanges {
  readonly #tables: FlowTables;
  readonly #writer: FlowWriter;
  readonly #openingOf: OpeningOf;

  constructor(tables: FlowTables, writer: FlowWriter, openingOf: OpeningOf) {
    this.#tables = tables;
    this.#writer = writer;
    this.#openingOf = openingOf;
  }

  /** Removes every flow of this second or later. */
  *undoSince(since: number): Generator<void, FlowChange> {
    const bySecond = new Map<number, number[]>();
    for (const line of this.#tables.order.since(since)) {
      const time = this.#tables.log.word(line, TIME);
      const lines = bySecond.get(time);
      if (lines === undefined) bySecond.set(time, [line]);
      else lines.push(line);
    }
    const plans = [...bySecond].map(([time, taken]): SecondPlan => ({ time, flows: [], parts: new Map(), taken }));
    return yield* this.#revise(plans, []);
  }

  /** Replaces the flows of some seconds. */
  *rewrite(seconds: readonly FlowSecond[]): Generator<void, FlowChange> {
    const ordered = seconds.toSorted((a, b) => a.time - b.time);
    const { lastTime } = this.#tables.order;
    const plans: SecondPlan[] = [];
    for (const second of ordered.filter(({ time }) => time <= lastTime)) {
      plans.push(planSecond(this.#tables, second));
      yield;
    }
    return yield* this.#revise(
      plans,
      ordered.filter(({ time }) => time > lastTime),
    );
  }

  *#revise(plans: readonly SecondPlan[], behind: readonly FlowSecond[]): Generator<void, FlowChange> {
    const reviser = new FlowReviser(this.#tables, this.#writer, this.#openingOf);
    const accounts = plans.length === 0 ? 0 : yield* reviser.run(plans);
    let written = 0;
    for (const { flows, parts } of behind) {
      const numbers = this.#tables.partRecords.addAll(flows, parts);
      for (const row of flows) {
        this.#writer.append(row, partOf(row, numbers));
        written += 1;
        if (written % FLOWS_PER_REST === 0) yield;
      }
    }
    const late = plans.reduce((sum, plan) => sum + plan.flows.filter(({ line }) => line === 0).length, 0);
    return {
      added: late + written,
      removed: plans.reduce((sum, { taken }) => sum + taken.length, 0),
      accounts,
    };
  }
}
