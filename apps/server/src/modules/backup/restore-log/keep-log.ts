import type { Pool } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { everyWhile, type Repetition } from '../../../platform/kernel/time/timing.ts';
import { newLogFile, readPosition, removeLogFilesBefore, writePosition } from './log-files.ts';
import {
  actsAfter,
  bookingsAfter,
  lastPositions,
  type PositionedEntry,
  removeActsBefore,
  timelineOf,
} from './restore-log.store.ts';

const EVERY_MS = 1_000;
const AT_ONCE = 5_000;
/** Positions are given before transactions end; fewer than these are ever under way at once. */
const WINDOW = 500;
/** As long as the audit log names people. */
const KEPT_DAYS = 400;
const DAY_MS = 86_400_000;

/** Copies what a restore must know out of the database into files of one folder. */
export interface LogKeeper {
  /** Writes what is new; it is on the disk when this returns. */
  write(): Promise<void>;
  close(): Promise<void>;
}

/** Goes on where the files of this timeline end, or begins with what happens from now on. */
export async function openLogKeeper(pool: Pool, folder: string, now: Date): Promise<LogKeeper> {
  const timeline = await timelineOf(pool);
  const kept = await readPosition(folder);
  const continues = kept?.timeline === timeline;
  const from = continues ? kept : await lastPositions(pool);
  const file = await newLogFile(folder, {
    format: 'assay restore log',
    version: 1,
    timeline,
    began_at: now.toISOString(),
    continues,
  });
  const acts = new Follower((position) => actsAfter(pool, position, AT_ONCE), from.acts);
  const bookings = new Follower((position) => bookingsAfter(pool, position, AT_ONCE), from.bookings);
  const note = () => writePosition(folder, { timeline, acts: acts.settled, bookings: bookings.settled });
  await note();
  let writing: Promise<void> = Promise.resolve();

  async function writeNew(): Promise<void> {
    let lines = 0;
    for (const source of [acts, bookings]) lines += await source.readAll((fresh) => file.append(fresh));
    if (lines > 0) await note();
  }

  return {
    write() {
      // One at a time: two would write the same lines.
      writing = writing.catch(() => undefined).then(writeNew);
      return writing;
    },
    async close() {
      await writing.catch(() => undefined);
      await file.close();
    },
  };
}

/** Does it every second, and removes what is too old once a day. */
export async function keepRestoreLog(
  pool: Pool,
  folder: string,
  {
    signal,
    log,
  }: {
    readonly signal: AbortSignal;
    readonly log: Pick<Log, 'error'>;
  },
): Promise<Repetition> {
  const keeper = await openLogKeeper(pool, folder, new Date());
  const writing = everyWhile(EVERY_MS, signal, async () => {
    try {
      await keeper.write();
    } catch (error) {
      log.error({ err: error }, 'the restore log could not be written; it is tried again');
    }
  });
  const tidying = everyWhile(DAY_MS, signal, async () => {
    try {
      const oldest = new Date(Date.now() - KEPT_DAYS * DAY_MS);
      await removeActsBefore(pool, oldest);
      await removeLogFilesBefore(folder, oldest);
    } catch (error) {
      log.error({ err: error }, 'the restore log could not be tidied; it is tried again');
    }
  });
  return {
    stop: async () => {
      await Promise.all([writing.stop(), tidying.stop()]);
      // What the last requests did.
      await keeper.write().catch((error: unknown) => log.error({ err: error }, 'the restore log could not be written'));
      await keeper.close();
    },
  };
}

/** Reads on from a position, each time a window behind it again, without what it has seen there. */
class Follower {
  readonly #read: (position: number) => Promise<readonly PositionedEntry[]>;
  readonly #known = new Map<string, number>();
  #settled: number;

  constructor(read: (position: number) => Promise<readonly PositionedEntry[]>, begin: number) {
    this.#read = read;
    this.#settled = begin;
  }

  /** All before and at this position has been written. */
  get settled(): number {
    return this.#settled;
  }

  /** Hands over what is new, and counts it. */
  async readAll(write: (lines: readonly object[]) => Promise<void>): Promise<number> {
    let count = 0;
    let isFull = true;
    while (isFull) {
      const found = await this.#read(this.#settled);
      const fresh = found.filter(({ line }) => !this.#known.has(line.id));
      await write(fresh.map(({ line }) => line));
      for (const { line, position } of fresh) this.#known.set(line.id, position);
      count += fresh.length;
      isFull = found.length === AT_ONCE;
      this.#settled = Math.max(this.#settled, (found.at(-1)?.position ?? 0) - WINDOW);
      for (const [id, position] of this.#known) {
        if (position <= this.#settled) this.#known.delete(id);
      }
    }
    return count;
  }
}
