import path from 'node:path';
import { columnFiles } from './adapters/memory/column-files.ts';
import type { Config } from './config.ts';
import type { Pool } from './db/index.ts';
import { KnownLabels, labelSetState } from './features/labels/index.ts';
import { LiveAssets } from './features/transfers/index.ts';

interface MemoryLog {
  info(message: string): void;
}

/**
 * Assets in memory for the checks of the server, as far as the setting allows; null where it allows none. What is
 * there follows the database; what is not is read from it.
 */
export function openMemory(
  pool: Pool,
  config: Pick<Config, 'memoryBytes' | 'dataDir'>,
  log: MemoryLog,
): LiveAssets | null {
  if (config.memoryBytes === 0) return null;
  const known = new KnownLabels();
  return new LiveAssets(pool, config.memoryBytes, {
    labels: async (db, { ticker }) => {
      const { digest } = await labelSetState(db);
      return { digest, ...known.at(db, digest, ticker) };
    },
    files: columnFiles(path.join(config.dataDir, 'memory')),
    report: (text) => log.info(text),
  });
}
