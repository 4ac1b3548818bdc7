import type { RawTransfer } from '../records/raw-records.ts';
import { ColumnReviser, type LateRecord } from './column-reviser.ts';
import type { ColumnSize } from './column-size.ts';
import type { ColumnTables } from './column-tables.ts';
import type { ColumnWriter } from './column-writer.ts';
import { BLOCK, TIME } from './record-log.ts';
import type { RecordOrder } from './record-order.ts';
import { planRevision, type RevisionPlan, type SecondPlan } from './revision-plan.ts';

/** A record as `rewrite` takes it. */
export interface SecondRecord extends Pick<RawTransfer, 'from' | 'to' | 'block' | 'transactionId'> {
  /** Base units above 0; a number only below 2^53. */
  readonly amount: number | bigint;
}

/** All records of one second, in order. */
export interface SecondRecords {
  /** Unix seconds. */
  readonly time: number;
  readonly records: readonly SecondRecord[];
}

/** What a revision of a store came to. */
export interface Revised {
  readonly added: number;
  readonly removed: number;
  /** Accounts whose balances and ratios were derived again. */
  readonly accounts: number;
}

/** What a revision needs of its store. */
interface RevisableStore extends ColumnTables {
  accountOf(address: string): number;
  requireRoom(more: ColumnSize): void;
}

const RECORDS_PER_REST = 2048;

/** Changes of stored records, step by step: a caller lets other work run between the steps. */
export class StoreRevision {
  readonly #store: RevisableStore;
  readonly #order: RecordOrder;
  readonly #writer: ColumnWriter;
  readonly #onRevise: () => void;

  /** @param onRevise Called before anything changes. */
  constructor(store: RevisableStore, order: RecordOrder, writer: ColumnWriter, onRevise: () => void) {
    this.#store = store;
    this.#order = order;
    this.#writer = writer;
    this.#onRevise = onRevise;
  }

  /** Removes every record of these blocks or later. */
  *undoFrom(block: number): Generator<void, Revised> {
    const taken: number[] = [];
    for (const record of this.#order.fromLast()) {
      if (this.#store.log.word(record, BLOCK) < block) break;
      taken.push(record);
    }
    return yield* this.#revise({ taken, late: [], behind: [] });
  }

  /** Removes every record of this second or later. */
  *undoSince(time: number): Generator<void, Revised> {
    const taken: number[] = [];
    for (const record of this.#order.fromLast()) {
      if (this.#store.log.word(record, TIME) < time) break;
      taken.push(record);
      if (taken.length % RECORDS_PER_REST === 0) yield;
    }
    return yield* this.#revise({ taken, late: [], behind: [] });
  }

  /** Replaces the records of some seconds. */
  *rewrite(seconds: readonly SecondRecords[]): Generator<void, Revised> {
    const ordered = seconds.toSorted((a, b) => a.time - b.time);
    const plan = yield* planRevision(this.#store, this.#order, this.#plansOf(ordered));
    const arriving = plan.late.reduce((sum, { records }) => sum + records.length, plan.behind.length);
    this.#store.requireRoom({ transfers: arriving, accounts: 0, transactions: arriving });
    return yield* this.#revise(plan);
  }

  *#plansOf(seconds: readonly SecondRecords[]): Generator<SecondPlan> {
    for (const { time, records } of seconds) yield { time, records: this.#numbered(records, time) };
  }

  *#revise({ taken, late, behind }: RevisionPlan): Generator<void, Revised> {
    this.#onRevise();
    const accounts = yield* new ColumnReviser(this.#store, this.#order, this.#writer).run(taken, late);
    for (const [index, { from, to, amount, time, block, transactionId }] of behind.entries()) {
      if (index % RECORDS_PER_REST === 0) yield;
      this.#writer.write(from, to, amount, time, block, this.#store.transactions.add(transactionId));
    }
    const added = late.reduce((sum, { records }) => sum + records.length, behind.length);
    return { added, removed: taken.length, accounts };
  }

  #numbered(records: readonly SecondRecord[], time: number): readonly LateRecord[] {
    return records.map(({ from, to, amount, block, transactionId }) => ({
      from: this.#store.accountOf(from),
      to: this.#store.accountOf(to),
      amount: typeof amount === 'bigint' && amount <= Number.MAX_SAFE_INTEGER ? Number(amount) : amount,
      time,
      block,
      transactionId,
    }));
  }
}

/** Goes through all steps at once. */
export function runToEnd(steps: Generator<void, Revised>): Revised {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
