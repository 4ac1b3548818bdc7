import { CommandError, EXIT } from '@assay/command';
import { networkNamed, usualTicker } from '@assay/domain';
import { formatCount } from '@assay/wording';
import type { Command } from 'commander';
import { labelStates } from '../modules/checks/index.ts';
import {
  type ExportedAsset,
  ExportFolderError,
  type ExportManifest,
  exportTransfers,
  isExportable,
  listAllLedgers,
} from '../modules/records/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import type { Pool } from '../platform/db/index.ts';
import { METHOD_OPTION, methodOption } from './method-option.ts';

interface ExportOptions {
  readonly out: string;
  readonly network?: string;
  readonly asset?: string;
  readonly method?: string;
  readonly json?: boolean;
}

/** `assay transfers export`: records as files, for engines that read whole transfer ledgers. */
export function registerExport(transfers: Command, context: CommandContext): void {
  transfers
    .command('export')
    .description(
      'Write records, accounts and labels of account networks as Parquet files with a manifest, for engines that read whole transfer ledgers.',
    )
    .requiredOption('--out <folder>', 'an empty folder; created where there is none')
    .option('--network <network>', 'of one network, such as TRX; else of all')
    .option('--asset <ticker>', 'of one asset, such as USDT; else of all')
    .option('-m, --method <version>', METHOD_OPTION)
    .option('--json', 'print the manifest as JSON')
    .action((options: ExportOptions) => runExport(context, options));
}

async function runExport(context: CommandContext, options: ExportOptions): Promise<void> {
  const version = methodOption(context, options);
  const pool = await context.openDatabase();
  const assets = await assetsOf(context, pool, options);
  const manifest = await exportOrExplain(pool, {
    ...{ folder: options.out, assets, labels: labelStates({ version }), signal: context.signal },
    onProgress: ({ network, ticker }, table, rows) =>
      context.progress(`writing ${ticker} on ${network}, ${formatCount(rows)} ${table}`),
  });
  if (options.json === true) {
    context.out(JSON.stringify(manifest));
    return;
  }
  for (const { network, asset, transfers, accounts, labels } of manifest.ledgers) {
    context.out(
      `${asset} on ${network}: ${formatCount(transfers.rows)} transfers of ${formatCount(accounts.rows)} accounts ` +
        `with ${formatCount(labels.rows)} labels`,
    );
  }
  context.out(`They are in ${options.out}, whose files manifest.json names.`);
}

async function exportOrExplain(pool: Pool, request: Parameters<typeof exportTransfers>[1]): Promise<ExportManifest> {
  try {
    return await exportTransfers(pool, request);
  } catch (error) {
    if (error instanceof ExportFolderError) throw new CommandError(error.message, EXIT.usage);
    throw error;
  }
}

/** The transfer ledgers that the options name. */
async function assetsOf(
  context: CommandContext,
  pool: Pool,
  options: ExportOptions,
): Promise<readonly ExportedAsset[]> {
  const network = options.network === undefined ? null : networkNamed(options.network);
  if (network === undefined) {
    throw new CommandError(`--network is '${options.network}', which Assay cannot follow`, EXIT.usage);
  }
  const ticker = options.asset === undefined ? null : usualTicker(options.asset);
  const named = (await listAllLedgers(pool)).filter(
    (ledger) =>
      ledger.records > 0 &&
      (network === null || ledger.network === network) &&
      (ticker === null || ledger.ticker === ticker),
  );
  const exported = named.filter((ledger) => isExportable(ledger.network));
  const left = named.filter((ledger) => !isExportable(ledger.network));
  if (exported.length > 0) {
    for (const coins of left) context.err(`${coins.ticker} on ${coins.network} keeps coins, which are not exported.`);
    return exported;
  }
  throw new CommandError(
    left.length > 0
      ? `${left.map((coins) => coins.network).join(', ')} keeps coins: only networks that keep accounts are exported.`
      : 'No such records are held: assay transfers stats lists what is.',
    EXIT.usage,
  );
}
