import { pausedSince } from '../../modules/backup/backup/index.ts';
import type { Pool } from '../db/index.ts';
import { everyWhile } from '../kernel/timing.ts';

/** Whether this installation may reach people and other services. Once open it stays open. */
export interface OutgoingGate {
  isOpen(): boolean;
  readonly opened: Promise<void>;
}

export const OPEN_GATE: OutgoingGate = { isOpen: () => true, opened: Promise.resolve() };

interface GateLog {
  warn(message: string): void;
  error(facts: { readonly err: unknown }, message: string): void;
}

const LOOK_EVERY_MS = 1_000;

/** Closed after a restore, until the operator resumes: a running server notices within a second or two. */
export async function openOutgoingGate(
  pool: Pool,
  { signal, log }: { readonly signal: AbortSignal; readonly log: GateLog },
): Promise<OutgoingGate> {
  if ((await pausedSince(pool)) === null) return OPEN_GATE;
  log.warn(
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
