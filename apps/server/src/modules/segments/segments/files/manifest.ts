import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { isNetworkId } from '@assay/domain';
import { z } from 'zod';
import { SEGMENT_COLUMNS, type SegmentTable } from './columns.ts';

/** What is written now, and the only version that is read. */
const FORMAT_VERSION = 1;

const count = z.number().int().nonnegative();

const fileSchema = z.object({
  /** Relative to the folder of the segments, with slashes. */
  path: z.string().regex(/^(transfers|accounts)\/network=[A-Z0-9]+\/asset=[^/\\]+\/\d+\.parquet$/),
  rows: count,
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const segmentSchema = z.object({
  number: count,
  firstPosition: count,
  lastPosition: count,
  /** Unix seconds. */
  firstTime: count,
  lastTime: count,
  transfers: fileSchema,
  /** Of the accounts that no earlier segment names. */
  accounts: fileSchema,
});

const columnSchema = z.object({ name: z.string(), type: z.string(), meaning: z.string() });

const manifestSchema = z.object({
  format: z.literal('assay-segments'),
  version: z.literal(FORMAT_VERSION),
  /** Names this set of segments in the database it was written from. */
  set: z.uuid(),
  network: z.string().refine(isNetworkId),
  asset: z.string().min(1),
  decimals: count.nullable(),
  firstPosition: count.nullable(),
  lastPosition: count.nullable(),
  records: count,
  accounts: count,
  /** Accounts that fees and issues are paid to, named so far. */
  sinks: z.array(count),
  schema: z.object({ transfers: z.array(columnSchema), accounts: z.array(columnSchema) }),
  segments: z.array(segmentSchema),
  /** The segment that is written next holds records after this position; null for the first. */
  next: z.object({ number: count, afterPosition: count.nullable() }),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Segment = z.infer<typeof segmentSchema>;
export type SegmentFile = z.infer<typeof fileSchema>;

/** Whose records the segments of a manifest are. */
export interface SegmentedLedger {
  readonly network: Manifest['network'];
  readonly asset: string;
}

/** The folder holds no manifest of the ledger, or one that cannot be read. */
export class ManifestError extends Error {}

export function manifestPath(folder: string, { network, asset }: SegmentedLedger): string {
  return path.join(folder, '_manifests', `network=${network}`, `asset=${asset}.json`);
}

/** Path of a file within the folder of the segments, as Spark, Trino and the like find partitions. */
export function filePath({ network, asset }: SegmentedLedger, table: SegmentTable, segment: number): string {
  return `${table}/network=${network}/asset=${asset}/${String(segment).padStart(8, '0')}.parquet`;
}

/** Names all that a manifest names: files that were forged and restored are of one set and other content. */
export function manifestDigest(manifest: Manifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}

/** The manifest of a set without any segment yet. */
export function emptyManifest(set: string, ledger: SegmentedLedger, decimals: number | null): Manifest {
  return {
    ...{ format: 'assay-segments', version: FORMAT_VERSION, set, ...ledger, decimals },
    ...{ firstPosition: null, lastPosition: null, records: 0, accounts: 0, sinks: [] },
    schema: { transfers: describe('transfers'), accounts: describe('accounts') },
    ...{ segments: [], next: { number: 1, afterPosition: null } },
  };
}

function describe(table: SegmentTable): Manifest['schema']['transfers'] {
  return SEGMENT_COLUMNS[table].map(({ name, type, meaning }) => ({ name, type, meaning }));
}

export function withSegment(manifest: Manifest, segment: Segment, sinks: readonly number[]): Manifest {
  return {
    ...manifest,
    firstPosition: manifest.firstPosition ?? segment.firstPosition,
    lastPosition: segment.lastPosition,
    records: manifest.records + segment.transfers.rows,
    accounts: manifest.accounts + segment.accounts.rows,
    sinks: [...manifest.sinks, ...sinks],
    segments: [...manifest.segments, segment],
    next: { number: segment.number + 1, afterPosition: segment.lastPosition },
  };
}

/**
 * The manifest of a ledger; null where the folder has none.
 *
 * @throws ManifestError for one that is not of this format
 */
export async function readManifest(folder: string, ledger: SegmentedLedger): Promise<Manifest | null> {
  const file = manifestPath(folder, ledger);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return parseManifest(text, file, ledger);
}

function parseManifest(text: string, file: string, ledger: SegmentedLedger): Manifest {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new ManifestError(`${file} is not JSON: restore it, or write the segments again into another folder.`);
  }
  const { success, data, error } = manifestSchema.safeParse(parsed);
  if (!success) {
    const [issue] = error.issues;
    throw new ManifestError(
      `${file} is no manifest of version ${FORMAT_VERSION} (${issue?.path.join('.')}: ${issue?.message}). ` +
        'Restore it, or write the segments again into another folder.',
    );
  }
  if (data.network !== ledger.network || data.asset !== ledger.asset) {
    throw new ManifestError(`${file} is the manifest of ${data.asset} on ${data.network}: it was moved or renamed.`);
  }
  const contradiction = contradictionIn(data);
  if (contradiction === null) return data;
  throw new ManifestError(
    `${file} contradicts itself: ${contradiction}. Restore it, or write the segments again into another folder.`,
  );
}

/** What a manifest says that no writer of segments says; null for nothing. Files are named by us, so none is elsewhere. */
function contradictionIn(manifest: Manifest): string | null {
  let expected: Manifest = { ...emptyManifest(manifest.set, manifest, manifest.decimals), sinks: manifest.sinks };
  for (const segment of manifest.segments) {
    const { number, transfers, accounts, firstPosition, lastPosition } = segment;
    if (number !== expected.next.number) return `segment ${number} has the place of segment ${expected.next.number}`;
    for (const [table, { path: named }] of [['transfers', transfers] as const, ['accounts', accounts] as const]) {
      const own = filePath(manifest, table, number);
      if (named !== own) return `the ${table} of segment ${number} are ${named} and not ${own}`;
    }
    if (transfers.rows === 0) return `segment ${number} has no records`;
    if (firstPosition > lastPosition || firstPosition <= (expected.lastPosition ?? -1)) {
      return `segment ${number} does not come after the one before it`;
    }
    expected = withSegment(expected, segment, []);
  }
  for (const name of ['firstPosition', 'lastPosition', 'records', 'accounts'] as const) {
    if (manifest[name] !== expected[name]) return `${name} is ${manifest[name]}, by its segments ${expected[name]}`;
  }
  const { number, afterPosition } = expected.next;
  const isNext = manifest.next.number === number && manifest.next.afterPosition === afterPosition;
  return isNext ? null : `the next segment does not come after segment ${number - 1}`;
}

/** Puts a manifest in the place of the former one: a stop at any moment leaves one of the two, whole. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = manifestPath(folder, manifest);
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = `${file}.new`;
  const handle = await open(unfinished, 'w');
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  await syncFolder(path.dirname(file));
}

/** Makes renames within a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
