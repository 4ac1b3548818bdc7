import type { Db } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { everyWhile, type Repetition } from '../../../platform/kernel/time/timing.ts';
import { openServersStore, RENEW_SERVER_MS } from './open-servers.store.ts';

/** Stores the server's URL in the database, so that commands on that database print links to it. */
export function announceServer(
  db: Db,
  url: string,
  { log, signal }: { readonly log: Pick<Log, 'error'>; readonly signal: AbortSignal },
): Repetition {
  const renewing = everyWhile(RENEW_SERVER_MS, signal, async () => {
    try {
      await openServersStore.renew(db, url);
    } catch (error) {
      log.error({ err: error }, 'the address of this server could not be written down');
    }
  });
  return {
    async stop() {
      await renewing.stop();
      try {
        await openServersStore.remove(db, url);
      } catch (error) {
        // It lapses by itself within a minute.
        log.error({ err: error }, 'the address of this server could not be removed');
      }
    },
  };
}
