import { type ColumnParts, type ColumnSnapshot, ColumnStore, type Label, MemoryLimitError } from '@assay/exposure';
import type { PoolClient } from '../../../db/index.ts';
import type { Ledger } from '../ledger.store.ts';
import type { LabelsPort } from '../transfers.ports.ts';
import { changesSince, readLate, readOn } from './follow-columns.store.ts';
import { type LoadOptions, labelsFrom, loadColumns } from './load-columns.store.ts';
import { politely } from './politely.ts';

/** What a check reads: good until it is given back. */
export interface LiveReading {
  readonly snapshot: ColumnSnapshot;
  readonly giveBack: () => void;
}

/** The labels of one state, and what stands for that state. */
export interface LabelState extends LabelsPort {
  readonly digest: string;
}

/**
 * One asset in memory that follows its records in PostgreSQL. It answers for one revision of the records and one state
 * of the labels; whoever reads another state of the database gets nothing and reads there.
 */
export class LiveColumns {
  readonly #store: ColumnStore;
  readonly #known: (readonly [account: number, labels: readonly Label[]])[] = [];
  #revision: number;
  #digest = '';
  #readers = 0;
  #isChanging = false;
  #whenIdle: (() => void) | null = null;

  private constructor(store: ColumnStore, revision: number) {
    this.#store = store;
    this.#revision = revision;
  }

  /**
   * All of an asset from the state of the database that `client` reads.
   *
   * @throws MemoryLimitError before a record is read, when it would not fit
   */
  static async load(
    client: PoolClient,
    labels: LabelState,
    ledger: Ledger,
    options: LoadOptions,
  ): Promise<LiveColumns> {
    // Labels come with `follow`.
    const nobody: LabelsPort = { labelsOf: async (_network, addresses) => addresses.map(() => []) };
    const { store } = await loadColumns(client, nobody, ledger, options);
    const live = new LiveColumns(store, ledger.revision);
    live.#requireFit(options.maxBytes);
    await live.follow(client, labels, ledger, options.signal);
    return live;
  }

  /** What a file kept, as it stood at a revision; it answers nothing before it has followed. */
  static from(parts: ColumnParts, revision: number, maxBytes: number): LiveColumns {
    const live = new LiveColumns(ColumnStore.from(parts, { maxBytes }), revision);
    live.#requireFit(maxBytes);
    return live;
  }

  get bytes(): number {
    return this.#store.totalBytes;
  }

  get revision(): number {
    return this.#revision;
  }

  get records(): number {
    return this.#store.count;
  }

  /** The records at a revision with the labels of a digest; null where this is not what stands here now. */
  read(revision: number, digest: string): LiveReading | null {
    if (this.#isChanging || revision !== this.#revision || digest !== this.#digest) return null;
    this.#readers += 1;
    let isOpen = true;
    return {
      snapshot: this.#store.snapshot(),
      giveBack: () => {
        if (!isOpen) return;
        isOpen = false;
        this.#readers -= 1;
        if (this.#readers === 0) this.#whenIdle?.();
      },
    };
  }

  /**
   * Takes over what changed since: new records are written behind the others, seconds that late or taken-back ones
   * touched are said anew, and what these do not touch stays as it is. False where all has to be read anew.
   *
   * @throws MemoryLimitError when it no longer fits; it must be given up then
   */
  async follow(client: PoolClient, labels: LabelState, ledger: Ledger, signal: AbortSignal): Promise<boolean> {
    const changes = await changesSince(client, ledger, this.#revision);
    if (changes === null) return false;
    if (ledger.revision !== this.#revision) {
      const { from, late } = changes;
      const room = Math.max(0, ledger.records - this.#store.count);
      this.#store.requireRoom({ transfers: room, accounts: room, transactions: room });
      const seconds = await readLate(client, ledger, late, signal);
      await this.#change(late.length > 0 || from <= this.#store.lastTime, async () => {
        await politely(this.#store.undoingSince(from), signal);
        await politely(this.#store.rewriting(seconds), signal);
        await readOn(client, ledger, this.#store, from, signal);
      });
      this.#revision = ledger.revision;
      if (this.#store.isScattered) return false;
    }
    await this.#relabel(labels, ledger, signal);
    return true;
  }

  /** Its tables, which must not change before `work` ends. */
  async keep(work: (parts: ColumnParts, revision: number) => Promise<void>): Promise<void> {
    await work(this.#store.parts(), this.#revision);
  }

  /** Records behind the tip disturb nobody who reads; before others are changed, whoever reads comes to an end. */
  async #change(isDisturbing: boolean, work: () => Promise<void>): Promise<void> {
    this.#isChanging = true;
    if (isDisturbing && this.#readers > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
      this.#whenIdle = null;
    }
    // Left as it is after a failure: half changed, it must answer nobody.
    await work();
    this.#isChanging = false;
  }

  async #relabel(labels: LabelState, ledger: Ledger, signal: AbortSignal): Promise<void> {
    const isSame = labels.digest === this.#digest;
    if (!isSame) this.#known.length = 0;
    const first = isSame ? this.#labelled : 0;
    if (isSame && first === this.#store.accounts.count) return;
    for await (const one of labelsFrom(labels, ledger, this.#store, first, signal)) this.#known.push(one);
    this.#store.relabel(this.#known);
    this.#labelled = this.#store.accounts.count;
    this.#digest = labels.digest;
  }
  #labelled = 0;

  #requireFit(maxBytes = Number.POSITIVE_INFINITY): void {
    // Amounts too wide for a number count only once they are there.
    if (this.bytes > maxBytes) throw new MemoryLimitError(this.bytes, maxBytes);
  }
}
