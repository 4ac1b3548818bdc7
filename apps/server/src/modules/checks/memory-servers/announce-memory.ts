import type { Db } from '../../../platform/db/index.ts';
import { everyWhile, type Repetition } from '../../../platform/kernel/timing.ts';
import type { MemoryServersLog } from './memory-servers.ports.ts';
import { type MemoryServer, memoryServersStore } from './memory-servers.store.ts';

const RENEW_EVERY_MS = 2_000;

/** Keeps what this server has in memory written in the main database, until stopped. */
export function announceMemory(
  db: Db,
  present: () => MemoryServer,
  { log, signal }: { readonly log: MemoryServersLog; readonly signal: AbortSignal },
): Repetition {
  const renewing = everyWhile(RENEW_EVERY_MS, signal, async () => {
    try {
      await memoryServersStore.renew(db, present());
    } catch (error) {
      log.warn({ err: error }, 'what is in memory could not be written down for other servers');
    }
  });
  return {
    async stop() {
      await renewing.stop();
      try {
        await memoryServersStore.remove(db, present().url);
      } catch (error) {
        // The row lapses by itself within seconds.
        log.warn({ err: error }, 'other servers may ask this one to walk for some seconds more');
      }
    },
  };
}
