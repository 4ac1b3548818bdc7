import type { Pool } from '../../../db/index.ts';
import { inTransaction } from '../../../db/transactions.ts';
import { isUrl, RowsDigest, SourceError } from '../../../intake/index.ts';
import { type AppendTotals, appendStaged } from './append-staged.ts';
import { blockRows, indexBlocks } from './blocks/block-rows.ts';
import { RowError } from './fields.ts';
import { columnsOf, type ImportSource, mapperOf, RAW_BLOCKS } from './formats.ts';
import {
  checkpoint,
  claimImport,
  discardImport,
  findOrBeginImport,
  forgetImport,
  type ImportCounts,
  type ImportManifest,
  insertRejects,
  type Reject,
  releaseImport,
  rowsRead,
  setImportState,
} from './import-manifest.store.ts';
import { openRows } from './open-rows.ts';
import type { Row } from './row.ts';
import { describeFiles, fingerprintOf, type SourceFile } from './source-files.ts';
import { countWaiting, refreshStatistics } from './staged.store.ts';
import type { RowMapper, StagedItem } from './staged-item.ts';
import { stageItems } from './staging.store.ts';

const ROWS_PER_BATCH = 5_000;
const CONTRACTS_TOLD_APART = 1_000;
/** Fewer records than this are left to the database's own upkeep. */
const REFRESH_FROM = 5_000;

export interface ImportRequest extends ImportSource {
  /** Files and http(s) URLs. */
  readonly files: readonly string[];
  /** Reads files again that were imported before; records held already are not doubled. */
  readonly again?: boolean;
  readonly onProgress?: (text: string) => void;
  readonly signal: AbortSignal;
}

export interface ImportSummary extends AppendTotals {
  readonly importId: number;
  /** These very files were imported before, and nothing was done. */
  readonly already: boolean;
  readonly counts: ImportCounts;
  /** Rows, of this and earlier imports, that wait for facts of other files. */
  readonly waiting: number;
}

export class ImportBusyError extends Error {
  override readonly name = 'ImportBusyError';
}

/** A source no longer begins with the rows that were staged of it. */
class SourceChangedError extends Error {
  override readonly name = 'SourceChangedError';
}

/**
 * Imports files of one format. Nothing is visible to checks before every file was read; then the records are appended
 * in order. Cut off anywhere and run again with the same files, it goes on where it stopped; a URL that answers
 * something else by then is read anew.
 *
 * @throws SourceError, ImportBusyError
 */
export async function importTransfers(pool: Pool, request: ImportRequest): Promise<ImportSummary> {
  const files = await describeFiles(request.files, request.signal);
  for (;;) {
    const summary = await importOnce(pool, request, files);
    if (summary !== null) return summary;
    request.onProgress?.('a source has changed since its import was cut off: starting anew');
  }
}

/** Null when a source has changed since; what was staged is forgotten then. */
async function importOnce(
  pool: Pool,
  request: ImportRequest,
  files: readonly SourceFile[],
): Promise<ImportSummary | null> {
  const fingerprint = fingerprintOf(request, files);
  let manifest = await findOrBeginImport(pool, fingerprint, request.format);
  // What a URL answers may have changed since it was imported.
  const again = request.again === true || files.some(({ location }) => isUrl(location));
  if (manifest.state === 'done' && again) {
    await forgetImport(pool, manifest.id);
    manifest = await findOrBeginImport(pool, fingerprint, request.format);
  }
  if (manifest.state === 'done') return summaryOf(manifest, NOTHING, await countWaiting(pool), true);
  const { id } = manifest;
  const claim = await pool.connect();
  try {
    if (!(await claimImport(claim, id))) throw new ImportBusyError('These files are being imported already.');
    try {
      return await runImport(pool, request, manifest, files);
    } catch (error) {
      const isChanged = error instanceof SourceChangedError;
      const isNothingRead = error instanceof SourceError && manifest.counts.rows === 0;
      if (isChanged || isNothingRead) await inTransaction(pool, (client) => discardImport(client, id));
      if (isChanged) return null;
      throw error;
    } finally {
      await releaseImport(claim, id);
    }
  } finally {
    claim.release();
  }
}

const NOTHING: AppendTotals = { added: 0, duplicates: 0, ignored: 0, removed: 0 };

async function runImport(
  pool: Pool,
  request: ImportRequest,
  manifest: ImportManifest,
  files: readonly SourceFile[],
): Promise<ImportSummary> {
  if (manifest.state === 'reading') {
    const rowsOf = await rowReader(request, files);
    for (const file of files) await readFile(pool, request, manifest, file, rowsOf);
    await setImportState(pool, manifest.id, 'appending');
  }
  const onProgress = (appended: number): void => request.onProgress?.(`appended ${appended.toLocaleString('en-US')}`);
  const totals = await appendStaged(pool, onProgress, request.signal);
  await setImportState(pool, manifest.id, 'done');
  if (totals.added + totals.removed >= REFRESH_FROM) await refreshStatistics(pool);
  return summaryOf(manifest, totals, await countWaiting(pool), false);
}

function summaryOf(manifest: ImportManifest, totals: AppendTotals, waiting: number, already: boolean): ImportSummary {
  return { importId: manifest.id, already, counts: manifest.counts, waiting, ...totals };
}

type RowReader = (file: SourceFile) => AsyncGenerator<Row>;

/** How the rows of each file are read. Blocks stand in their files as they came in: their headers are read first. */
async function rowReader({ format, signal }: ImportRequest, files: readonly SourceFile[]): Promise<RowReader> {
  if (format !== RAW_BLOCKS) return (file) => openRows(file, columnsOf(format), signal);
  const chain = await indexBlocks(files, signal);
  return (file) => blockRows(file, chain, signal);
}

async function readFile(
  pool: Pool,
  request: ImportRequest,
  manifest: ImportManifest,
  file: SourceFile,
  rowsOf: RowReader,
): Promise<void> {
  const known = await rowsRead(pool, manifest.id, file);
  if (known.done) return;
  const mapper = mapperOf(request);
  // A file that was staged in part is known by its bytes; what an address answers, by its rows.
  const digest = isUrl(file.location) ? new RowsDigest() : null;
  const digestNow = (): string => digest?.value() ?? '';
  let batch: Row[] = [];
  let read = 0;
  const flush = async (done: boolean): Promise<void> => {
    request.signal.throwIfAborted();
    await writeBatch(pool, manifest, file, mapper, batch, { rows: read, digest: digestNow(), done });
    batch = [];
    request.onProgress?.(`${file.name}: ${read.toLocaleString('en-US')} rows, ${manifest.counts.rejected} rejected`);
  };
  for await (const row of rowsOf(file)) {
    read = row.number;
    digest?.add(row.fields ?? row.text);
    if (read > known.rows) batch.push(row);
    // Seen already; read again only by mappers that count through a transaction.
    else replay(mapper, row);
    if (read === known.rows && known.digest !== '' && digestNow() !== known.digest) throw new SourceChangedError();
    if (batch.length >= ROWS_PER_BATCH) await flush(false);
  }
  if (read < known.rows) throw new SourceChangedError();
  await flush(true);
}

function replay(mapper: RowMapper, row: Row): void {
  try {
    if (row.fields !== null) mapper(row.fields);
  } catch (error) {
    // It was counted and listed when it was read first.
    if (!(error instanceof RowError)) throw error;
  }
}

async function writeBatch(
  pool: Pool,
  manifest: ImportManifest,
  file: SourceFile,
  mapper: RowMapper,
  rows: readonly Row[],
  at: { readonly rows: number; readonly digest: string; readonly done: boolean },
): Promise<void> {
  const items: StagedItem[] = [];
  const rejects: Omit<Reject, 'fileName'>[] = [];
  const { counts } = manifest;
  for (const row of rows) {
    counts.rows += 1;
    const outcome = mapRow(mapper, row);
    if (typeof outcome === 'string') {
      counts.rejected += 1;
      rejects.push({ rowNumber: row.number, reason: outcome, content: row.text });
      continue;
    }
    for (const item of outcome) {
      if (item.what === 'unknown-token') countUnknown(counts, item.contract);
      else items.push(item);
    }
    if (outcome.some(({ what }) => what !== 'unknown-token')) counts.read += 1;
  }
  await inTransaction(pool, async (client) => {
    await stageItems(client, manifest.id, items);
    await insertRejects(client, manifest.id, file.sha256, rejects);
    await checkpoint(client, manifest.id, { sha256: file.sha256, ...at }, counts);
  });
}

/** What a row comes to, or why it is rejected. */
function mapRow(mapper: RowMapper, row: Row): readonly StagedItem[] | string {
  if (row.items !== undefined) return row.items;
  if (row.problem !== undefined) return row.problem;
  if (row.fields === null) return 'not a JSON object';
  try {
    return mapper(row.fields);
  } catch (error) {
    if (error instanceof RowError) return error.message;
    throw error;
  }
}

function countUnknown(counts: ImportCounts, contract: string): void {
  counts.unknownTokens += 1;
  const before = counts.unknownContracts[contract];
  if (before === undefined && Object.keys(counts.unknownContracts).length >= CONTRACTS_TOLD_APART) return;
  counts.unknownContracts[contract] = (before ?? 0) + 1;
}
