import { availableParallelism } from 'node:os';
import { CommandError, EXIT } from '@assay/command';
import { ASSETS, type NetworkId } from '@assay/domain';
import { ColumnStore, MemoryLimitError, type MethodVersion } from '@assay/exposure';
import { formatCount } from '@assay/wording';
import { WORKERS } from '../app/workers/workers.ts';
import { accountRows, openResults, ResultFileError, RowFailedError, screenFile } from '../modules/checks/index.ts';
import { screenThreads } from '../modules/checks/outside/engine/screening/screen-threads.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { bringIntoMemory } from './screen-store.ts';

export interface ScoreAll {
  readonly network: NetworkId;
  readonly ticker: string;
  /** The file of results, as `assay screen` writes them; an interrupted run is resumed from it. */
  readonly out: string;
  readonly maxBytes: number;
  /** As many as there are processors where null. */
  readonly threads: number | null;
  readonly version: MethodVersion;
  readonly isAgain: boolean;
  readonly isJson: boolean;
}

/** Rates every account of an asset: what `assay screen` says of a list of them all. */
export async function scoreAll(context: CommandContext, options: ScoreAll): Promise<void> {
  try {
    await scoreAccounts(context, options);
  } catch (error) {
    if (error instanceof MemoryLimitError) throw new CommandError(`${error.message}; --memory allows more.`);
    if (error instanceof ResultFileError) throw new CommandError(error.message, EXIT.usage);
    if (error instanceof RowFailedError) throw new CommandError(`${error.message}.`, EXIT.failed, { cause: error });
    throw error;
  }
}

async function scoreAccounts(context: CommandContext, options: ScoreAll): Promise<void> {
  const { network, ticker, version, isAgain: again, isJson } = options;
  const asset = ASSETS.find((one) => one.ticker === ticker && one.network === network);
  if (asset === undefined) {
    throw new CommandError(`${ticker} on ${network} is not in the catalogue of assets`, EXIT.usage);
  }
  const pool = await context.openDatabase();
  const memory = await bringIntoMemory(context, pool, asset, options);
  const snapshot = ColumnStore.from(memory.parts).snapshot();
  const { connectionString: databaseUrl } = pool.options;
  if (databaseUrl === undefined) throw new Error('The database has no address threads could use');
  const rows = countOf(accountRows(snapshot));
  // Others of labels and records are other results, and other accounts.
  const origin = [memory.labelSetVersion, JSON.stringify(memory.origin.records)];
  const request = ['every account', network, ticker, version, ...origin].join('\n');
  const results = await openResults(options.out, { request, layout: { extras: [] }, again });
  try {
    if (results.rows > 0) context.err(`${formatCount(results.rows)} accounts were rated before; resuming after them.`);
    const port = screenThreads(
      WORKERS.screen,
      { databaseUrl, ledgerServers: pool.ledgers?.urls ?? [], atOnce: 1, version, memory },
      options.threads ?? availableParallelism(),
    );
    try {
      const { screened, rejected, earlier, seconds } = await screenFile(port, results, {
        ...{ list: accountRows(snapshot), isDistinct: true, asset: ticker, parent: asset.parent, only: asset, rows },
        ...{ signal: context.signal, onProgress: context.progress, now: () => performance.now() },
      });
      if (isJson) context.out(JSON.stringify({ accounts: rows, screened, rejected, earlier, seconds }));
      else context.out(`The stars of ${formatCount(rows)} accounts are in ${options.out}.`);
    } finally {
      await port.close();
    }
  } finally {
    await results.close();
  }
}

function countOf(items: Iterable<unknown>): number {
  let count = 0;
  for (const _item of items) count += 1;
  return count;
}
