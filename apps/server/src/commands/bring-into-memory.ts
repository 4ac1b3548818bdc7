import { CommandError, EXIT } from '@assay/command';
import type { Asset } from '@assay/domain';
import type { MethodVersion } from '@assay/exposure';
import { loadMemory } from '../modules/checks/outside/engine/screening/load-memory.ts';
import type { MemorySetting } from '../modules/checks/outside/engine/screening/screen-jobs.ts';
import type { CommandContext } from '../platform/command/context.ts';
import type { Pool } from '../platform/db/index.ts';

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
