import path from 'node:path';
import { columnFiles } from '../adapters/engine/memory/column-files.ts';
import type { Config } from '../config/config.ts';
import type { Pool } from '../db/index.ts';
import { labelStates } from '../features/checks/index.ts';
import { InMemoryAssets } from '../features/transfers/index.ts';

interface MemoryLog {
  info(message: string): void;
}

/**
 * In-memory stores for the checks of the server, within the configured limit; null if the limit is 0. They hold the
 * labels of the version of the method that the server checks by. A loaded asset follows the database; any other is read from the database.
 */
export function openMemory(
  pool: Pool,
  config: Pick<Config, 'memoryBytes' | 'dataDir' | 'methodVersion'>,
  log: MemoryLog,
): InMemoryAssets | null {
  if (config.memoryBytes === 0) return null;
  const stateOf = labelStates({ pool, version: config.methodVersion });
  return new InMemoryAssets(pool, config.memoryBytes, {
    labels: stateOf,
    files: columnFiles(path.join(config.dataDir, 'memory')),
    report: (text) => log.info(text),
  });
}
