import { CommandError, EXIT } from '@assay/command';
import { type Asset, NETWORKS, type NetworkId } from '@assay/domain';
import { MemoryLimitError, type MethodVersion } from '@assay/exposure';
import { WORKERS } from '../app/workers/workers.ts';
import type { ScreenPort } from '../modules/checks/index.ts';
import { loadMemory, recordsToLoad } from '../modules/checks/outside/engine/screening/load-memory.ts';
import { type AutoPorts, screenAuto } from '../modules/checks/outside/engine/screening/screen-auto.ts';
import type { MemorySetting } from '../modules/checks/outside/engine/screening/screen-jobs.ts';
import { openThreads, screenThreads } from '../modules/checks/outside/engine/screening/screen-threads.ts';
import type { CommandContext } from '../platform/command/context.ts';
import type { Pool } from '../platform/db/index.ts';

/** Concurrent checks of one thread: more than one pays off only while a check waits for the database. */
const AT_ONCE = { postgres: 4, memory: 1 } as const;
/** Part of the memory that is free which `auto` may take: other programs of the machine need some too. */
const PART_OF_FREE = 0.5;

/** From where a list reads records. */
export type ScreenStore =
  | { readonly is: 'auto' }
  | { readonly is: 'postgres' }
  | { readonly is: 'memory'; readonly asset: AccountAsset };

/** An asset of a network that keeps accounts. */
type AccountAsset = Asset & { readonly network: NetworkId };

export interface StoreWork {
  readonly store: ScreenStore;
  /** Rows to check. */
  readonly rows: number;
  readonly threads: number;
  readonly maxBytes: number;
  readonly version: MethodVersion;
}

export interface OpenScreenPort {
  readonly port: ScreenPort & { close(): Promise<void> };
  /** The only asset that rows may be of; null where they may be of any. */
  readonly only: Asset | null;
}

/**
 * @param asset the one that --asset and --parent name
 * @throws CommandError for a word that is no store, and for `memory` where no asset can be brought into it
 */
export function storeOption(text: string, asset: Asset | null): ScreenStore {
  if (text === 'auto' || text === 'postgres') return { is: text };
  if (text !== 'memory') {
    throw new CommandError(`--store is '${text}'; expected auto, postgres or memory`, EXIT.usage);
  }
  if (asset === null) {
    throw new CommandError(
      '--store memory loads one asset: name it with --asset, and its network with --parent.',
      EXIT.usage,
    );
  }
  if (!keepsAccounts(asset)) {
    throw new CommandError(
      `--store memory is for networks that keep accounts, which ${asset.ticker} has none of.`,
      EXIT.usage,
    );
  }
  return { is: 'memory', asset };
}

/** @throws MemoryLimitError where memory was asked for and the asset does not fit */
export async function openScreenPort(context: CommandContext, pool: Pool, work: StoreWork): Promise<OpenScreenPort> {
  const databaseUrl = pool.options.connectionString;
  if (databaseUrl === undefined) throw new Error('The database has no address threads could use');
  const { store, version, rows, threads } = work;
  const setting = {
    databaseUrl,
    ledgerServers: pool.ledgers?.urls ?? [],
    atOnce: AT_ONCE.postgres,
    memory: null,
    version,
  };
  switch (store.is) {
    case 'postgres':
      return { port: screenThreads(WORKERS.screen, setting, threads), only: null };
    case 'memory': {
      const memory = await bringIntoMemory(context, pool, store.asset, work);
      return {
        port: screenThreads(WORKERS.screen, { ...setting, atOnce: AT_ONCE.memory, memory }, threads),
        only: store.asset,
      };
    }
    case 'auto':
      return {
        port: screenAuto(autoPorts(context, pool, work), {
          ...{ setting, threads, rows },
          atOnceInMemory: AT_ONCE.memory,
        }),
        only: null,
      };
  }
}

function autoPorts(context: CommandContext, pool: Pool, work: StoreWork): AutoPorts {
  return {
    now: () => performance.now(),
    openThreads: (setting, threads) => openThreads(WORKERS.screen, setting, threads),
    recordsOf: async (asset) => (keepsAccounts(asset) ? recordsToLoad(pool, asset) : null),
    load: async (asset, signal) => {
      const maxBytes = Math.min(work.maxBytes, process.availableMemory() * PART_OF_FREE);
      try {
        // The rows that are checked meanwhile show the progress.
        const quiet = { ...context, signal, progress: () => undefined };
        const memory = await bringIntoMemory(quiet, pool, asset, { ...work, maxBytes });
        context.err('The rest of the list is checked there, because that is sooner.');
        return memory;
      } catch (error) {
        if (!(error instanceof MemoryLimitError)) throw error;
        context.err(`${error.message}, so they are read from the database.`);
        return null;
      }
    },
  };
}

function keepsAccounts(asset: Asset): asset is AccountAsset {
  return asset.network !== null && NETWORKS[asset.network].ledger !== 'utxo';
}

/**
 * The records and labels of one asset in memory that threads share.
 *
 * @throws CommandError where no record of it is held
 * @throws MemoryLimitError where it would not fit
 */
export async function bringIntoMemory(
  context: CommandContext,
  pool: Pool,
  { network, ticker }: Pick<Asset, 'network' | 'ticker'>,
  { maxBytes, version }: { readonly maxBytes: number; readonly version: MethodVersion },
): Promise<MemorySetting> {
  const { signal, progress: onProgress } = context;
  const loaded =
    network === null ? null : await loadMemory(pool, { network, ticker }, { maxBytes, version, signal, onProgress });
  if (loaded === null) throw new CommandError(`No records of ${ticker} on ${network} are held.`, EXIT.usage);
  context.err(`${ticker} on ${network} takes ${(loaded.bytes / 1e6).toFixed(1)} MB of memory.`);
  return loaded.memory;
}
