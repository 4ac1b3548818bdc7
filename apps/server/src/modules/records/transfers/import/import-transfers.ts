import { formatCount } from '@assay/wording';
import type { Pool } from '../../../../platform/db/index.ts';
import { inTransaction } from '../../../../platform/db/transactions.ts';
import {
  changedWhileRead,
  fileMark,
  isUrl,
  RowsDigest,
  SourceError,
  SourceFormatError,
  UntrustedSourceError,
} from '../../../../platform/intake/index.ts';
import type { BitcoinChain } from './blocks/bitcoin-chain.ts';
import { blockRows, indexBlocks } from './blocks/block-rows.ts';
import { columnsOf } from './format-columns.ts';
import { type ImportSource, mapperOf, RAW_BLOCKS } from './formats/formats.ts';
import { type MappedRows, mapRows, SourceChangedError } from './formats/map-rows.ts';
import { openRows } from './formats/open-rows.ts';
import type { Row } from './formats/row.ts';
import { describeFiles, fingerprintOf, type SourceFile } from './formats/source-files.ts';
import {
  checkpoint,
  claimImport,
  discardImport,
  findOrBeginImport,
  finishImport,
  finishReading,
  forgetImport,
  type ImportCounts,
  type ImportManifest,
  insertRejects,
  releaseImport,
  rowsRead,
} from './import-manifest.store.ts';
import { oneAhead } from './one-ahead.ts';
import { type AppendTotals, appendStaged } from './staging/append-staged.ts';
import { KeptTransfers } from './staging/kept-transfers.ts';
import { countWaiting } from './staging/staged.store.ts';
import { commitWithoutDisk, stageItems } from './staging/staging.store.ts';
import { keepUp, recordCounts } from './upkeep.store.ts';

const CONTRACTS_TOLD_APART = 1_000;

export interface ImportRequest extends ImportSource {
  /** Files and http(s) URLs. */
  readonly files: readonly string[];
  /** Reads files again that were imported before; records that are stored already are not duplicated. */
  readonly again?: boolean;
  /** Of blocks of Bitcoin; default: the main one. */
  readonly chain?: BitcoinChain;
  readonly onProgress?: (text: string) => void;
  readonly signal: AbortSignal;
}

export interface ImportSummary extends AppendTotals {
  readonly importId: number;
  /** Exactly these files were imported before, and nothing was done. */
  readonly already: boolean;
  readonly counts: ImportCounts;
  /** Rows, of this and earlier imports, that need facts of other files. */
  readonly waiting: number;
}

export class ImportBusyError extends Error {
  override readonly name = 'ImportBusyError';
}

/** A source broke off; the rows that were staged before wait for another run with the same files. */
export class ImportCutError extends SourceError {
  readonly importId: number;
  readonly rows: number;

  constructor(cause: SourceError, { id, counts }: ImportManifest) {
    super(cause.message, { cause });
    this.importId = id;
    this.rows = counts.rows;
  }
}

/**
 * Imports files of one format. Nothing is visible to checks before every file was read; then the records are appended
 * in order. After an interruption, a second run with the same files continues where the first one stopped; a URL whose
 * content has changed by then is read again.
 *
 * @throws SourceError, ImportBusyError, StagingChangedError
 */
export async function importTransfers(pool: Pool, request: ImportRequest): Promise<ImportSummary> {
  const files = await describeFiles(request.files, request.signal);
  for (;;) {
    const summary = await importOnce(pool, request, files);
    if (summary !== null) return summary;
    request.onProgress?.('a source has changed since its import was interrupted: starting again');
  }
}

/** Null when a source has changed since; the staged rows are deleted then. */
async function importOnce(
  pool: Pool,
  request: ImportRequest,
  files: readonly SourceFile[],
): Promise<ImportSummary | null> {
  const fingerprint = fingerprintOf(request, files);
  let manifest = await findOrBeginImport(pool, fingerprint, request.format);
  // The content of a URL may have changed since it was imported.
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
      const isUseless = error instanceof SourceFormatError || error instanceof UntrustedSourceError;
      if (isChanged || isNothingRead || isUseless) await inTransaction(pool, (client) => discardImport(client, id));
      if (isChanged) return null;
      if (error instanceof SourceError && !isNothingRead && !isUseless) throw new ImportCutError(error, manifest);
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
  const kept = new KeptTransfers(manifest.id, manifest.counts.rows > 0);
  if (manifest.state === 'reading') {
    const rowsOf = await rowReader(request, files);
    for (const file of files) await readFile(pool, request, { manifest, kept }, file, rowsOf);
    await finishReading(pool, manifest.id, files.length);
  }
  const onProgress = (appended: number): void => request.onProgress?.(`appended ${formatCount(appended)}`);
  const before = await recordCounts(pool);
  const totals = await appendStaged(pool, onProgress, request.signal, kept);
  await finishImport(pool, manifest.id);
  await keepUp(pool, before);
  return summaryOf(manifest, totals, await countWaiting(pool), false);
}

function summaryOf(manifest: ImportManifest, totals: AppendTotals, waiting: number, already: boolean): ImportSummary {
  return { importId: manifest.id, already, counts: manifest.counts, waiting, ...totals };
}

type RowReader = (file: SourceFile) => AsyncGenerator<readonly Row[]>;

/** How the rows of each file are read. Files contain blocks in the order of arrival: all headers are read first. */
async function rowReader(request: ImportRequest, files: readonly SourceFile[]): Promise<RowReader> {
  const { format, signal, chain } = request;
  if (format !== RAW_BLOCKS) return (file) => openRows(file, columnsOf(request), signal);
  const index = await indexBlocks(files, signal, chain);
  return (file) => blockRows(file, index, signal, chain);
}

async function readFile(
  pool: Pool,
  request: ImportRequest,
  { manifest, kept }: { readonly manifest: ImportManifest; readonly kept: KeptTransfers },
  file: SourceFile,
  rowsOf: RowReader,
): Promise<void> {
  const known = await rowsRead(pool, manifest.id, file);
  if (known.done) return;
  // A partly staged file is identified by its bytes; the content of a URL, by its rows.
  const digest = isUrl(file.location) ? new RowsDigest() : null;
  let from = known.rows;
  const rows = asHashed(rowsOf(file), file);
  const now = Math.floor(Date.now() / 1000);
  for await (const batch of oneAhead(mapRows(rows, mapperOf(request), known, digest, now))) {
    request.signal.throwIfAborted();
    await stageBatch(pool, manifest, { sha256: file.sha256, from }, batch);
    from = batch.upTo;
    kept.add(batch.items);
    const { counts } = manifest;
    request.onProgress?.(`${file.name}: ${formatCount(batch.upTo)} rows, ${counts.rejected} rejected`);
  }
}

/** The rows, until the file shows that it is no longer the one that was hashed; the last of them are not staged then. */
async function* asHashed(rows: AsyncIterable<readonly Row[]>, file: SourceFile): AsyncGenerator<readonly Row[]> {
  yield* rows;
  const { location, mark } = file;
  if (mark !== undefined && mark !== (await fileMark(location))) throw changedWhileRead(location);
}

async function stageBatch(
  pool: Pool,
  manifest: ImportManifest,
  file: { readonly sha256: string; readonly from: number },
  batch: MappedRows,
): Promise<void> {
  const { counts } = manifest;
  counts.rows += batch.rows;
  counts.read += batch.read;
  counts.rejected += batch.rejects.length;
  for (const contract of batch.unknownTokens) countUnknown(counts, contract);
  await inTransaction(pool, async (client) => {
    await commitWithoutDisk(client);
    await stageItems(client, manifest.id, batch.items);
    await insertRejects(client, manifest.id, file.sha256, batch.rejects);
    const { upTo: rows, digest, isLast: done } = batch;
    await checkpoint(client, manifest.id, { ...file, rows, digest, done }, counts);
  });
}

function countUnknown(counts: ImportCounts, contract: string): void {
  counts.unknownTokens += 1;
  const before = counts.unknownContracts[contract];
  if (before === undefined && Object.keys(counts.unknownContracts).length >= CONTRACTS_TOLD_APART) return;
  counts.unknownContracts[contract] = (before ?? 0) + 1;
}
