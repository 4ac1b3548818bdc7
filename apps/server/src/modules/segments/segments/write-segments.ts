import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from '../../../platform/db/index.ts';
import { inSnapshot } from '../../../platform/db/transactions.ts';
import { inLedgerTransaction, ledgerPool } from '../../records/placement/index.ts';
import { type Ledger, lockLedger, positionAt, secondOf } from '../../records/transfers/index.ts';
import { emptyManifest, type Manifest, readManifest } from './files/manifest.ts';
import { appendSegment, type SegmentAccount, type SegmentTransfer } from './files/segment-writer.ts';
import * as store from './segments.store.ts';

/** Records of a segment, unless a second with many more of them is its last. */
export const SEGMENT_RECORDS = 2_000_000;
const IDS_PER_READ = 20_000;

export interface WriteRequest {
  readonly folder: string;
  readonly decimals: number | null;
  readonly until: FinalUntil;
  /** Records of a segment; at least 1. */
  readonly segmentRecords: number;
  readonly signal: AbortSignal;
  readonly onProgress: (records: number) => void;
}

/** Which records count as final: those so many blocks below the newest one, or those before a second. */
export type FinalUntil =
  | { readonly by: 'depth'; readonly blocks: number }
  | { readonly by: 'time'; readonly second: number };

export interface WriteSummary {
  readonly manifest: Manifest;
  /** Written by this call. */
  readonly segments: number;
  readonly records: number;
}

/** Segments cannot be written, for a reason that the user can do something about. */
export class SegmentsRefusedError extends Error {}

/**
 * Appends the final records of a transfer ledger to its segments in a folder, from one state of the database. A stop
 * at any moment leaves whole segments and their manifest; the next call goes on behind them. A ledger that is moved
 * meanwhile stays readable to the end, and what the call has noted of it moves too.
 *
 * @throws SegmentsRefusedError where records that were written have changed since, the folder belongs to another
 *   database, it cannot be said which records are final, or the ledger was moved as the call began
 */
export async function writeSegments(pool: Pool, ledger: Ledger, request: WriteRequest): Promise<WriteSummary> {
  const server = await ledgerPool(pool, ledger);
  return inSnapshot(server, async (client) => {
    const { manifest: began, before } = await begin(pool, { server, client }, ledger, request);
    let manifest = began;
    for (;;) {
      const after = manifest.next.afterPosition ?? -1;
      const last = await store.endOfSegment(client, ledger, { after, before, records: request.segmentRecords });
      if (last === null) break;
      const { records, sinks } = manifest;
      const segment = new LedgerSegment(client, ledger, { after, last, sinks: new Set(sinks) }, request.signal);
      manifest = await appendSegment(request.folder, manifest, {
        transfers: segment.transfers((read) => request.onProgress(records + read)),
        accounts: () => segment.accounts(),
      });
    }
    return {
      manifest,
      segments: manifest.segments.length - began.segments.length,
      records: manifest.records - began.records,
    };
  });
}

/**
 * What is written so far, and the position before which records are final. The ledger is locked meanwhile: no record
 * changes, and no move switches, between the state that `client` reads from here on and the note of what it reads.
 */
function begin(
  pool: Pool,
  { server, client }: { readonly server: Pool; readonly client: PoolClient },
  ledger: Ledger,
  request: WriteRequest,
) {
  return inLedgerTransaction(pool, ledger, async ({ ledger: writer, pool: present }) => {
    if (present !== server) {
      throw new SegmentsRefusedError('The records have just been moved to another server: try again.');
    }
    await lockLedger(writer, ledger.id);
    if (!(await store.claimWriting(client, ledger.id))) {
      throw new SegmentsRefusedError('Another process writes segments of these records: try again when it has ended.');
    }
    const asset = { network: ledger.network, asset: ledger.ticker };
    const former = await readManifest(request.folder, asset);
    if (former !== null) await requireSameRecords(client, ledger, former);
    const manifest = former ?? emptyManifest(randomUUID(), asset, request.decimals);
    const second = await finalSecond(client, ledger, request.until);
    const before = second === null ? 0 : positionAt(second, 0);
    await store.watchSet(writer, manifest.set, ledger.id, before - 1);
    return { manifest, before };
  });
}

/** @throws SegmentsRefusedError for segments of another database, or that no longer say what the database does */
export async function requireSameRecords(
  client: PoolClient,
  ledger: Ledger,
  { set, segments, lastPosition }: Manifest,
): Promise<void> {
  const known = await store.findSet(client, set);
  const last = segments.at(-1);
  if (last === undefined || lastPosition === null) return;
  if (known === null || known.ledgerId !== ledger.id || known.lastPosition < lastPosition) {
    throw new SegmentsRefusedError(
      'The folder holds segments of another database, or this one was restored from a backup made before they were ' +
        'written. Account numbers may differ: write into an empty folder.',
    );
  }
  if (known.changedFrom !== null && known.changedFrom <= lastPosition) {
    const day = new Date(secondOf(known.changedFrom) * 1000).toISOString().slice(0, 10);
    throw new SegmentsRefusedError(
      `Records from ${day} on have changed since they were written, by a late record or an opening balance. ` +
        'Segments never change: write into an empty folder, and remove this one when the new one is complete.',
    );
  }
}

/** The second before which records are final; null where none is. */
async function finalSecond(client: PoolClient, ledger: Ledger, until: FinalUntil): Promise<number | null> {
  if (until.by === 'time') return until.second;
  const newest = await store.newestBlock(client, ledger);
  if (newest === null) return null;
  if (newest === 0) {
    throw new SegmentsRefusedError(
      'The newest records state no block, so it cannot be computed which are final: name a time with --until.',
    );
  }
  return store.secondAfterBlock(client, ledger, newest - until.blocks);
}

interface Span {
  readonly after: number;
  readonly last: number;
  /** Accounts of fees and issuers that earlier segments name. */
  readonly sinks: ReadonlySet<number>;
}

/** The records of one segment, and the accounts that appear in it for the first time. */
class LedgerSegment {
  readonly #client: PoolClient;
  readonly #ledger: Ledger;
  readonly #span: Span;
  readonly #signal: AbortSignal;
  readonly #accounts = new Set<number>();
  #firstSecond: number | null = null;

  constructor(client: PoolClient, ledger: Ledger, span: Span, signal: AbortSignal) {
    this.#client = client;
    this.#ledger = ledger;
    this.#span = span;
    this.#signal = signal;
  }

  async *transfers(onProgress: (read: number) => void): AsyncGenerator<readonly SegmentTransfer[]> {
    const { after, last } = this.#span;
    let read = 0;
    for await (const rows of store.readTransfers(this.#client, this.#ledger, after, last)) {
      this.#signal.throwIfAborted();
      this.#firstSecond ??= rows[0]?.time ?? null;
      for (const { from, to } of rows) this.#accounts.add(from).add(to);
      yield rows;
      read += rows.length;
      onProgress(read);
    }
  }

  async *accounts(): AsyncGenerator<readonly SegmentAccount[]> {
    const ids = Float64Array.from(this.#accounts).sort();
    for (let first = 0; first < ids.length; first += IDS_PER_READ) {
      this.#signal.throwIfAborted();
      const some = [...ids.subarray(first, first + IDS_PER_READ)];
      const rows = await store.readNewAccounts(this.#client, this.#ledger, some, this.#firstSecond ?? 0);
      yield rows.filter(({ account }) => !this.#span.sinks.has(account)).sort((a, b) => a.account - b.account);
    }
  }
}
