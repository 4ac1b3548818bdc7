import { type ColumnParts, type ColumnSnapshot, ColumnStore, type Label, MemoryLimitError } from '@assay/exposure';
import type { PoolClient } from '../../../../platform/db/index.ts';
import type { Ledger, RecordsState } from '../ledgers/ledger.store.ts';
import type { LabelsPort } from '../transfers.ports.ts';
import { changesSince, readLate, readOn } from './follow-columns.store.ts';
import { type LoadOptions, labelsFrom, loadColumns } from './load-columns.store.ts';
import { runCooperatively } from './run-cooperatively.ts';

/** What a check reads: valid until `giveBack` is called. */
export interface LedgerReading {
  readonly snapshot: ColumnSnapshot;
  readonly giveBack: () => void;
}

/** The labels of one state, and the digest of that state. */
export interface LabelState extends LabelsPort {
  readonly digest: string;
}

/**
 * One asset in memory that is updated with its records in PostgreSQL. It can be read at one revision of the records and
 * one state of the labels; a caller that needs another state gets null and reads the database.
 */
export class InMemoryLedger {
  readonly #store: ColumnStore;
  readonly #known: (readonly [account: number, labels: readonly Label[]])[] = [];
  #state: RecordsState;
  #digest = '';
  #readers = 0;
  #isChanging = false;
  #whenIdle: (() => void) | null = null;

  private constructor(store: ColumnStore, { revision, lastChange }: RecordsState) {
    this.#store = store;
    this.#state = { revision, lastChange };
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
  ): Promise<InMemoryLedger> {
    // `follow` reads the labels.
    const nobody: LabelsPort = { labelsOf: async (_network, addresses) => addresses.map(() => []) };
    const { store } = await loadColumns(client, nobody, ledger, options);
    const live = new InMemoryLedger(store, ledger);
    live.#requireFit(options.maxBytes);
    await live.follow(client, labels, ledger, options.signal);
    return live;
  }

  /** The content of a file, of the given state; it cannot be read before `follow`. */
  static from(parts: ColumnParts, state: RecordsState, maxBytes: number): InMemoryLedger {
    const live = new InMemoryLedger(ColumnStore.from(parts, { maxBytes }), state);
    live.#requireFit(maxBytes);
    return live;
  }

  get bytes(): number {
    return this.#store.totalBytes;
  }

  get records(): number {
    return this.#store.count;
  }

  /** The records of a state with the labels of a digest; null where the state in memory is another. */
  read({ revision, lastChange }: RecordsState, digest: string): LedgerReading | null {
    const isState = revision === this.#state.revision && lastChange === this.#state.lastChange;
    if (this.#isChanging || !isState || digest !== this.#digest) return null;
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
   * Applies what changed since: new records are appended, seconds with late or removed records are written again, and
   * everything else stays unchanged. False where everything must be read again.
   *
   * @throws MemoryLimitError when it no longer fits; the caller must discard it then
   */
  async follow(client: PoolClient, labels: LabelState, ledger: Ledger, signal: AbortSignal): Promise<boolean> {
    const changes = await changesSince(client, ledger, this.#state);
    if (changes === null) return false;
    if (ledger.revision !== this.#state.revision) {
      const { from, late } = changes;
      const room = Math.max(0, ledger.records - this.#store.count);
      this.#store.requireRoom({ transfers: room, accounts: room, transactions: room });
      const seconds = await readLate(client, ledger, late, signal);
      await this.#change(late.length > 0 || from <= this.#store.lastTime, async () => {
        await runCooperatively(this.#store.undoingSince(from), signal);
        await runCooperatively(this.#store.rewriting(seconds), signal);
        await readOn(client, ledger, this.#store, from, signal);
      });
      this.#state = { revision: ledger.revision, lastChange: ledger.lastChange };
      if (this.#store.needsCompaction) return false;
    }
    await this.#relabel(labels, ledger, signal);
    return true;
  }

  /** Passes its tables to `work`; they must not change before `work` ends. */
  async keep(work: (parts: ColumnParts, state: RecordsState) => Promise<void>): Promise<void> {
    await work(this.#store.parts(), this.#state);
  }

  /** Appending records does not affect readers; before other records are changed, all readers must have ended. */
  async #change(isDisturbing: boolean, work: () => Promise<void>): Promise<void> {
    this.#isChanging = true;
    if (isDisturbing && this.#readers > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
      this.#whenIdle = null;
    }
    // After a failure `#isChanging` stays true: a half-changed store must not be read.
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
    // Amounts too large for a number are counted only once they are stored.
    if (this.bytes > maxBytes) throw new MemoryLimitError(this.bytes, maxBytes);
  }
}
