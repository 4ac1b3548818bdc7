import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { TRANSFER_KINDS } from '@assay/exposure';
import { amountCells } from './columns.ts';
import {
  filePath,
  type Manifest,
  type Segment,
  type SegmentFile,
  syncFolder,
  withSegment,
  writeManifest,
} from './manifest.ts';
import { ParquetFile } from './parquet-file.ts';

/** A record of a transfer ledger, with its ratios. */
export interface SegmentTransfer {
  readonly position: number;
  /** Unix seconds. */
  readonly time: number;
  readonly block: number;
  readonly transactionIndex: number | null;
  /** Index among `TRANSFER_KINDS`. */
  readonly kind: number;
  readonly recordIndex: number | null;
  readonly ordinal: number;
  readonly from: number;
  readonly to: number;
  /** Base units, decimal digits. */
  readonly amount: string;
  readonly inflowShare: number;
  readonly covered: number;
  readonly outflowShare: number;
  readonly transactionId: string;
}

export interface SegmentAccount {
  readonly account: number;
  readonly address: string;
  readonly role: string;
  /** Base units, decimal digits. */
  readonly opening: string;
  readonly openingUnread: boolean;
}

/** What a segment is made of. Both are read once, the accounts after the transfers. */
export interface SegmentContent {
  /** In the order of positions, with at least one record. */
  readonly transfers: AsyncIterable<readonly SegmentTransfer[]>;
  /** Those that no earlier segment names, by number. */
  readonly accounts: () => AsyncIterable<readonly SegmentAccount[]>;
}

/** Rows of a group: what is held in memory at a time, and the least that a reader decodes. */
const GROUP_ROWS = 100_000;

/**
 * Writes the next segment of a manifest and then the manifest that names it. A stop at any moment leaves the former
 * manifest or the new one; files that it does not name are removed by the next call.
 */
export async function appendSegment(
  folder: string,
  manifest: Manifest,
  content: SegmentContent,
  groupRows = GROUP_ROWS,
): Promise<Manifest> {
  const { number } = manifest.next;
  await removeUnnamed(folder, manifest);
  const [transfers, span] = await writeTransfers({ folder, manifest, groupRows }, content.transfers);
  const sinks: number[] = [];
  const accounts = await writeAccounts({ folder, manifest, groupRows }, content.accounts(), sinks);
  const segment: Segment = { number, ...span, transfers, accounts };
  for (const file of [transfers, accounts]) {
    const target = path.join(folder, file.path);
    await rename(unfinished(target), target);
    await syncFolder(path.dirname(target));
  }
  const next = withSegment(manifest, segment, sinks);
  await writeManifest(folder, next);
  return next;
}

interface Target {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly groupRows: number;
}

type Span = Pick<Segment, 'firstPosition' | 'lastPosition' | 'firstTime' | 'lastTime'>;

async function writeTransfers(
  target: Target,
  batches: AsyncIterable<readonly SegmentTransfer[]>,
): Promise<readonly [SegmentFile, Span]> {
  let first: SegmentTransfer | undefined;
  let last: SegmentTransfer | undefined;
  const file = await writeTable(target, 'transfers', batches, (rows) => {
    first ??= rows[0];
    last = rows.at(-1);
    const amounts = rows.map(({ amount }) => amountCells(amount));
    return {
      position: BigInt64Array.from(rows, ({ position }) => BigInt(position)),
      time: BigInt64Array.from(rows, ({ time }) => BigInt(time) * 1000n),
      block: BigInt64Array.from(rows, ({ block }) => BigInt(block)),
      transaction_index: rows.map(({ transactionIndex }) => transactionIndex),
      kind: rows.map(({ kind }) => TRANSFER_KINDS[kind] ?? ''),
      record_index: rows.map(({ recordIndex }) => recordIndex),
      ordinal: Int32Array.from(rows, ({ ordinal }) => ordinal),
      from_account: BigInt64Array.from(rows, ({ from }) => BigInt(from)),
      to_account: BigInt64Array.from(rows, ({ to }) => BigInt(to)),
      amount: amounts.map(({ decimal }) => decimal),
      wide_amount: amounts.map(({ wide }) => wide),
      inflow_share: Float64Array.from(rows, ({ inflowShare }) => inflowShare),
      covered: Float64Array.from(rows, ({ covered }) => covered),
      outflow_share: Float64Array.from(rows, ({ outflowShare }) => outflowShare),
      transaction_id: rows.map(({ transactionId }) => transactionId),
    };
  });
  if (first === undefined || last === undefined) throw new RangeError('A segment holds at least one record');
  return [
    file,
    { firstPosition: first.position, lastPosition: last.position, firstTime: first.time, lastTime: last.time },
  ];
}

function writeAccounts(
  target: Target,
  batches: AsyncIterable<readonly SegmentAccount[]>,
  sinks: number[],
): Promise<SegmentFile> {
  return writeTable(target, 'accounts', batches, (rows) => {
    for (const { account, role } of rows) if (role !== 'account') sinks.push(account);
    const openings = rows.map(({ opening }) => amountCells(opening));
    return {
      account: BigInt64Array.from(rows, ({ account }) => BigInt(account)),
      address: rows.map(({ address }) => address),
      role: rows.map(({ role }) => role),
      opening: openings.map(({ decimal }) => decimal),
      wide_opening: openings.map(({ wide }) => wide),
      opening_unread: rows.map(({ openingUnread }) => openingUnread),
    };
  });
}

async function writeTable<Table extends 'transfers' | 'accounts', Row>(
  { folder, manifest, groupRows }: Target,
  table: Table,
  batches: AsyncIterable<readonly Row[]>,
  columnsOf: (rows: readonly Row[]) => Parameters<ParquetFile<Table>['writeGroup']>[0],
): Promise<SegmentFile> {
  const relative = filePath(manifest, table, manifest.next.number);
  const target = path.join(folder, relative);
  await mkdir(path.dirname(target), { recursive: true });
  const file = await ParquetFile.create(unfinished(target), table);
  try {
    let group: Row[] = [];
    for await (const rows of batches) {
      for (const row of rows) {
        group.push(row);
        if (group.length < groupRows) continue;
        await file.writeGroup(columnsOf(group));
        group = [];
      }
    }
    if (group.length > 0) await file.writeGroup(columnsOf(group));
  } catch (error) {
    await file.discard();
    throw error;
  }
  return { path: relative, ...(await file.finish()) };
}

/** Readers of folders pass over names that begin with an underscore. */
function unfinished(target: string): string {
  return path.join(path.dirname(target), `_${path.basename(target)}.new`);
}

const OWN_NAME = /\/_?\d{8}\.parquet(\.new)?$/;

/** Removes what an interrupted call left; files of other names are not ours. */
async function removeUnnamed(folder: string, manifest: Manifest): Promise<void> {
  for (const file of await unnamedFiles(folder, manifest)) {
    if (OWN_NAME.test(file)) await rm(path.join(folder, file));
  }
}

/** Files in the folders of a ledger that its manifest does not name: they do not count. */
export async function unnamedFiles(folder: string, manifest: Manifest): Promise<readonly string[]> {
  const named = new Set(manifest.segments.flatMap(({ transfers, accounts }) => [transfers.path, accounts.path]));
  const found: string[] = [];
  for (const table of ['transfers', 'accounts'] as const) {
    const relative = path.posix.dirname(filePath(manifest, table, 1));
    for (const name of await namesIn(path.join(folder, relative))) {
      if (!named.has(`${relative}/${name}`)) found.push(`${relative}/${name}`);
    }
  }
  return found;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
