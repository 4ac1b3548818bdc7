import path from 'node:path';
import type { Config } from '../../../platform/config/config.ts';
import type { Pool } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { InMemoryAssets } from '../../records/index.ts';
import { labelStates } from '../checks/compute/label-states.ts';
import { columnFiles } from '../outside/engine/memory/column-files.ts';

/**
 * In-memory stores for the checks of the server, within the configured limit; null if the limit is 0. They hold the
 * labels of the version of the method that the server checks by. A loaded asset follows the database; any other is read from the database.
 */
export function openMemory(
  pool: Pool,
  config: Pick<Config, 'dataDir' | 'memory' | 'methodVersion'>,
  log: Pick<Log, 'info'>,
): InMemoryAssets | null {
  if (config.memory.bytes === 0) return null;
  const stateOf = labelStates({ pool, version: config.methodVersion });
  return new InMemoryAssets(pool, config.memory, {
    labels: stateOf,
    files: columnFiles(path.join(config.dataDir, 'memory')),
    report: (text) => log.info({}, text),
  });
}
