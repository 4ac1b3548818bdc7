import { type Asset, MAX_ADDRESS_LENGTH } from '@assay/domain';
import type { Db } from '../../../../platform/db/index.ts';
import type { Transaction } from '../../../../platform/db/transactions.ts';
import type { Log } from '../../../../platform/kernel/log.ts';
import { inService } from '../../../../platform/kernel/scope.ts';
import type { Clock } from '../../../../platform/kernel/time/clock.ts';
import { everyWhile, type Repetition, within } from '../../../../platform/kernel/time/timing.ts';
import { Turns } from '../../../../platform/kernel/time/turns.ts';
import { recordBatchEvent } from '../batch-resource.ts';
import type { BatchTestChecks, JudgedRow } from '../batches.ports.ts';
import type { BatchesStore } from '../batches.store.ts';
import type { BatchJudgingStore, UnjudgedBatch, UnjudgedRows } from './batch-judging.store.ts';
import { judgeRow, type RowDefaults, unread } from './judge-row.ts';

export interface BatchJudgePorts {
  readonly transaction: Transaction;
  readonly store: Pick<BatchesStore, 'find'>;
  readonly judging: BatchJudgingStore;
  readonly catalogue: readonly Asset[];
  readonly testChecks: Pick<BatchTestChecks, 'assertKnown'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** Rows of one transaction: a request that cancels the batch waits for no more. */
const ROWS_AT_ONCE = 200;
/** Characters of addresses between which others have their turn: one that is as long as it may be takes up to 25 ms. */
const CHARACTERS_A_TURN = MAX_ADDRESS_LENGTH;
const LOOK_MS = 1_000;
const BETWEEN_LOOKS_MS = 10;
/** Until a batch is tried again whose rows could not be judged; as much more after each attempt that failed. */
const AFTER_FAILURE_MS = 10_000;
/** Attempts in a row after which it is ended: over two minutes and a half. */
const MOST_FAILURES = 6;
const NOT_JUDGED = {
  code: 'internal_error',
  detail: 'The row could not be judged. Nothing was charged for it.',
} as const;

/**
 * Judges the rows of accepted batches in this process, some of one batch and then some of the next, beside whatever else
 * it does. What a server that ended had not stored, another judges again.
 */
export class BatchJudge {
  readonly #ports: BatchJudgePorts;
  /** Called once a batch has work that can be taken. */
  readonly #judged: () => void;
  readonly #stopping = new AbortController();
  #repetition: Repetition | null = null;
  #wake = Promise.withResolvers<void>();

  constructor(ports: BatchJudgePorts, judged: () => void) {
    this.#ports = ports;
    this.#judged = judged;
  }

  start(): void {
    this.#repetition = everyWhile(BETWEEN_LOOKS_MS, this.#stopping.signal, async () => {
      try {
        await this.look();
      } catch (error) {
        this.#ports.log.error({ err: error }, 'the rows of a batch could not be judged');
        await within(LOOK_MS, this.#wake.promise);
      }
    });
  }

  /** There may be new work. */
  wake(): void {
    this.#wake.resolve();
  }

  /** Resolves when what is under way is stored. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#repetition?.stop();
  }

  /** Judges until nothing is left, then waits for a wake, a second at most. */
  async look(): Promise<void> {
    this.#wake = Promise.withResolvers<void>();
    while (!this.#stopping.signal.aborted && (await this.#some()));
    if (!this.#stopping.signal.aborted) await within(LOOK_MS, this.#wake.promise);
  }

  /** Judges some rows of the batch that waited longest. Says whether there was one. */
  async #some(): Promise<boolean> {
    const { transaction, judging } = this.#ports;
    return inService('batches', async () => {
      const claimed: { batch: UnjudgedBatch | null } = { batch: null };
      try {
        const isJudged = await transaction(async (tx) => {
          claimed.batch = await judging.claim(tx);
          return claimed.batch !== null && this.#judgeSome(tx, claimed.batch);
        });
        if (isJudged) this.#judged();
      } catch (error) {
        if (claimed.batch === null) throw error;
        this.#ports.log.error({ err: error }, 'the rows of a batch could not be judged');
        await this.#failed(claimed.batch);
      }
      return claimed.batch !== null;
    });
  }

  /** Says whether all rows of the batch are judged. */
  async #judgeSome(tx: Db, batch: UnjudgedBatch): Promise<boolean> {
    const { judging, store, clock } = this.#ports;
    const unjudged = await judging.rows(tx, batch.id, ROWS_AT_ONCE);
    if ((await judging.store(tx, batch.id, await this.#judge(batch, unjudged))) > 0) return false;
    const at = clock.now();
    const isOver = await judging.finish(tx, batch.id, at);
    if (isOver) await recordBatchEvent(tx, store, 'batch.completed', { owner: batch, id: batch.id, at });
    return true;
  }

  /** Others have their turn before a batch whose rows could not be judged; one that fails again and again is ended. */
  async #failed(batch: UnjudgedBatch): Promise<void> {
    const { transaction, judging, store, clock } = this.#ports;
    await transaction(async (tx) => {
      if ((await judging.failed(tx, batch.id, AFTER_FAILURE_MS)) < MOST_FAILURES) return;
      const at = clock.now();
      await judging.giveUp(tx, batch.id, NOT_JUDGED, at);
      await recordBatchEvent(tx, store, 'batch.completed', { owner: batch, id: batch.id, at });
    });
  }

  async #judge({ mode, asset, network }: UnjudgedBatch, { upload, rows }: UnjudgedRows): Promise<UnjudgedRows> {
    const { catalogue, testChecks } = this.#ports;
    const assertKnown = mode === 'test' ? testChecks.assertKnown : () => undefined;
    const turns = new Turns(CHARACTERS_A_TURN);
    const judged: (JudgedRow & { readonly number: number })[] = [];
    for (const row of rows) {
      judged.push({ ...this.#judgeOne(row, { catalogue, asset, network, assertKnown }), number: row.number });
      await turns.spend(row.address.length + 1);
    }
    return { upload, rows: judged };
  }

  /** A fault of ours at one row ends neither the others nor the batch. */
  #judgeOne(row: JudgedRow, defaults: RowDefaults): JudgedRow {
    try {
      return judgeRow(row, defaults);
    } catch (error) {
      this.#ports.log.error({ err: error }, 'a row of a batch could not be judged');
      return unread(row.line, NOT_JUDGED.code, NOT_JUDGED.detail);
    }
  }
}
