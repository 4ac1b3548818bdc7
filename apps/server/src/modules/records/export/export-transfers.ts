import { mkdir, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { ASSETS, NETWORKS, type NetworkId } from '@assay/domain';
import type { Pool, PoolClient } from '../../../platform/db/index.ts';
import { inLedgerSnapshot } from '../placement/in-ledger.ts';
import { findLedger, type Ledger } from '../transfers/ledgers/ledger.store.ts';
import type { LabelState } from '../transfers/memory/in-memory-ledger.ts';
import {
  accountColumns,
  EXPORT_COLUMNS,
  type ExportedAccount,
  type ExportedLabel,
  type ExportedTransfer,
  labelColumns,
  transferColumns,
} from './columns.ts';
import { readAccounts, readTransfers } from './export.store.ts';
import { type ExportedFile, TABLE_LIMITS, TableFiles, type TableLimits } from './table-files.ts';

const ACCOUNTS_PER_READ = 5_000;

export interface ExportRequest {
  /** Of the export: one that is empty, or not there yet. */
  readonly folder: string;
  /** Of account networks, each with records. */
  readonly assets: readonly ExportedAsset[];
  /** Labels in the state of the database that `client` reads. */
  readonly labels: (client: PoolClient, asset: ExportedAsset) => Promise<LabelState>;
  readonly signal: AbortSignal;
  readonly onProgress: (asset: ExportedAsset, table: string, rows: number) => void;
  readonly limits?: TableLimits;
}

export interface ExportedAsset {
  readonly network: NetworkId;
  readonly ticker: string;
}

/** What `manifest.json` says: every file counts that it names, and no other. */
export interface ExportManifest {
  readonly format: 'assay-export';
  readonly version: 1;
  readonly schema: Readonly<Record<string, readonly ColumnDescription[]>>;
  readonly ledgers: readonly LedgerManifest[];
}

interface ColumnDescription {
  readonly name: string;
  readonly type: string;
  readonly meaning: string;
}

interface LedgerManifest {
  readonly network: NetworkId;
  readonly asset: string;
  /** Base units of one are 10 to this power; null where the catalogue does not say. */
  readonly decimals: number | null;
  /** Whether every record since the beginning is stored. */
  readonly complete: boolean;
  /** Unix seconds of the first and the last record. */
  readonly firstTime: number | null;
  readonly lastTime: number | null;
  /** Of all labels, as the version of the method has them. */
  readonly labelDigest: string;
  readonly transfers: TableManifest;
  readonly accounts: TableManifest;
  readonly labels: TableManifest;
}

interface TableManifest {
  readonly rows: number;
  readonly files: readonly ExportedFile[];
}

/** The folder of an export holds something already. */
export class ExportFolderError extends Error {}

/**
 * Writes transfer ledgers as Parquet files, each from one state of the database with the labels of that state, and at the
 * end the manifest that names them: a folder without it is not complete. A ledger that is moved meanwhile stays readable
 * to the end.
 *
 * Files are the operator's alone: they hold labels that others may not have.
 *
 * @throws ExportFolderError before anything is written
 */
export async function exportTransfers(pool: Pool, request: ExportRequest): Promise<ExportManifest> {
  const { folder, assets, labels } = request;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new ExportFolderError(`${folder} is not empty: name another folder.`);
  const ledgers: LedgerManifest[] = [];
  for (const asset of assets) {
    const { network, ticker } = asset;
    const written = await inLedgerSnapshot(pool, asset, async (client) => {
      const ledger = await findLedger(client, network, ticker);
      return ledger === null ? null : writeLedger(client, ledger, await labels(client, asset), request);
    });
    if (written !== null) ledgers.push(written);
  }
  const manifest: ExportManifest = { format: 'assay-export', version: 1, schema: describeTables(), ledgers };
  await writeManifest(folder, manifest);
  return manifest;
}

/** Whether the ledgers of a network can be exported: those of coins have other records. */
export function isExportable(network: NetworkId): boolean {
  return NETWORKS[network].ledger === 'account';
}

async function writeLedger(
  client: PoolClient,
  ledger: Ledger,
  labels: LabelState,
  request: ExportRequest,
): Promise<LedgerManifest> {
  const { network, ticker, fromBeginning: complete } = ledger;
  const { folder, limits = TABLE_LIMITS } = request;
  const at = { folder, place: `network=${network}/asset=${ticker}` };
  const files = {
    transfers: new TableFiles<'transfers', ExportedTransfer>({ ...at, table: 'transfers' }, transferColumns, limits),
    accounts: new TableFiles<'accounts', ExportedAccount>({ ...at, table: 'accounts' }, accountColumns, limits),
    labels: new TableFiles<'labels', ExportedLabel>({ ...at, table: 'labels' }, labelColumns, limits),
  };
  try {
    const span = await writeTransfers(client, ledger, files.transfers, request);
    await writeAccounts(client, ledger, labels, files, request);
    return {
      ...{ network, asset: ticker, complete, ...span, labelDigest: labels.digest },
      decimals: ASSETS.find((asset) => asset.network === network && asset.ticker === ticker)?.decimals ?? null,
      transfers: { rows: await files.transfers.finish(), files: files.transfers.files },
      accounts: { rows: await files.accounts.finish(), files: files.accounts.files },
      labels: { rows: await files.labels.finish(), files: files.labels.files },
    };
  } finally {
    for (const table of Object.values(files)) await table.abandon();
  }
}

async function writeTransfers(
  client: PoolClient,
  ledger: Ledger,
  files: TableFiles<'transfers', ExportedTransfer>,
  { signal, onProgress }: ExportRequest,
): Promise<Pick<LedgerManifest, 'firstTime' | 'lastTime'>> {
  let firstTime: number | null = null;
  let lastTime: number | null = null;
  let count = 0;
  for await (const rows of readTransfers(client, ledger)) {
    signal.throwIfAborted();
    firstTime ??= rows[0]?.time ?? null;
    lastTime = rows.at(-1)?.time ?? lastTime;
    await files.add(rows);
    count += rows.length;
    onProgress(ledger, 'transfers', count);
  }
  return { firstTime, lastTime };
}

async function writeAccounts(
  client: PoolClient,
  ledger: Ledger,
  labels: LabelState,
  files: {
    readonly accounts: TableFiles<'accounts', ExportedAccount>;
    readonly labels: TableFiles<'labels', ExportedLabel>;
  },
  { signal, onProgress }: ExportRequest,
): Promise<void> {
  let count = 0;
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const accounts = await readAccounts(client, ledger, { after, limit: ACCOUNTS_PER_READ });
    const last = accounts.at(-1);
    if (last === undefined) return;
    after = last.account;
    await files.accounts.add(accounts);
    const addresses = accounts.map(({ address }) => address);
    const found = await labels.labelsOf(ledger.network, addresses);
    await files.labels.add(
      accounts.flatMap(({ account }, index) => (found[index] ?? []).map((label) => ({ account, label }))),
    );
    count += accounts.length;
    onProgress(ledger, 'accounts', count);
  }
}

function describeTables(): ExportManifest['schema'] {
  return Object.fromEntries(
    Object.entries(EXPORT_COLUMNS).map(([table, columns]) => [
      table,
      columns.map(({ name, type, meaning }) => ({ name, type, meaning })),
    ]),
  );
}

/** A stop at any moment leaves no manifest or a whole one. */
async function writeManifest(folder: string, manifest: ExportManifest): Promise<void> {
  const file = path.join(folder, 'manifest.json');
  const handle = await open(`${file}.new`, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}
