import type { Pool } from '../../../platform/db/index.ts';
import { OPEN_GATE, type OutgoingGate } from '../../../platform/jobs/jobs.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { everyWhile } from '../../../platform/kernel/time/timing.ts';
import { pausedSince } from './after-restore.store.ts';

const LOOK_EVERY_MS = 1_000;

/** Closed after a restore, until the operator resumes: a running server notices within a second or two. */
export async function openOutgoingGate(
  pool: Pool,
  { signal, log }: { readonly signal: AbortSignal; readonly log: Pick<Log, 'warn' | 'error'> },
): Promise<OutgoingGate> {
  if ((await pausedSince(pool)) === null) return OPEN_GATE;
  log.warn(
    {},
    'This installation was restored from a backup. Mails, webhooks, payments and label updates wait for `assay backup resume`',
  );
  let isOpen = false;
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  const looking = everyWhile(LOOK_EVERY_MS, signal, async () => {
    try {
      if ((await pausedSince(pool)) !== null) return;
    } catch (error) {
      log.error({ err: error }, 'whether outgoing jobs were resumed could not be read');
      return;
    }
    isOpen = true;
    resolve();
    // Not awaited: it waits for this very call.
    void looking.stop();
  });
  return { isOpen: () => isOpen, opened };
}
