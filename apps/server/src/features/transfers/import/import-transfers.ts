import type { Pool } from '../../../db/index.ts';
import { inTransaction } from '../../../db/transactions.ts';
import { isUrl, RowsDigest, SourceError } from '../../../intake/index.ts';
import { listLedgers } from '../ledger.store.ts';
import { type AppendTotals, appendStaged } from './append-staged.ts';
import { blockRows, indexBlocks } from './blocks/block-rows.ts';
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
  releaseImport,
  rowsRead,
  setImportState,
} from './import-manifest.store.ts';
import { type MappedRows, mapRows, SourceChangedError } from './map-rows.ts';
import { oneAhead } from './one-ahead.ts';
import { openRows } from './open-rows.ts';
import type { Row } from './row.ts';
import { describeFiles, fingerprintOf, type SourceFile } from './source-files.ts';
import { countWaiting } from './staged.store.ts';
import { stageItems } from './staging.store.ts';
import { keepUp } from './upkeep.store.ts';

const CONTRACTS_TOLD_APART = 1_000;

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
  const before = await listLedgers(pool);
  const totals = await appendStaged(pool, onProgress, request.signal);
  await setImportState(pool, manifest.id, 'done');
  await keepUp(pool, before);
  return summaryOf(manifest, totals, await countWaiting(pool), false);
}

function summaryOf(manifest: ImportManifest, totals: AppendTotals, waiting: number, already: boolean): ImportSummary {
  return { importId: manifest.id, already, counts: manifest.counts, waiting, ...totals };
}

type RowReader = (file: SourceFile) => AsyncGenerator<readonly Row[]>;

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
  // A file that was staged in part is known by its bytes; what an address answers, by its rows.
  const digest = isUrl(file.location) ? new RowsDigest() : null;
  for await (const batch of oneAhead(mapRows(rowsOf(file), mapperOf(request), known, digest))) {
    request.signal.throwIfAborted();
    await stageBatch(pool, manifest, file, batch);
    const { counts } = manifest;
    request.onProgress?.(`${file.name}: ${batch.upTo.toLocaleString('en-US')} rows, ${counts.rejected} rejected`);
  }
}

async function stageBatch(pool: Pool, manifest: ImportManifest, file: SourceFile, batch: MappedRows): Promise<void> {
  const { counts } = manifest;
  counts.rows += batch.rows;
  counts.read += batch.read;
  counts.rejected += batch.rejects.length;
  for (const contract of batch.unknownTokens) countUnknown(counts, contract);
  await inTransaction(pool, async (client) => {
    await stageItems(client, manifest.id, batch.items);
    await insertRejects(client, manifest.id, file.sha256, batch.rejects);
    const { upTo: rows, digest, isLast: done } = batch;
    await checkpoint(client, manifest.id, { sha256: file.sha256, rows, digest, done }, counts);
  });
}

function countUnknown(counts: ImportCounts, contract: string): void {
  counts.unknownTokens += 1;
  const before = counts.unknownContracts[contract];
  if (before === undefined && Object.keys(counts.unknownContracts).length >= CONTRACTS_TOLD_APART) return;
  counts.unknownContracts[contract] = (before ?? 0) + 1;
}
