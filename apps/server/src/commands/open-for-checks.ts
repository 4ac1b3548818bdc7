import { CommandError, EXIT } from '@assay/command';
import { STARTER_SETS } from '../app/composition/starter-data.ts';
import { readReadiness } from '../app/jobs/read-readiness.ts';
import { completeStarterSets } from '../app/jobs/starter-sets.ts';
import { awaitReadiness } from '../modules/checks/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import type { Pool } from '../platform/db/index.ts';
import { AppError } from '../platform/kernel/app-error.ts';

/** The database with the labels and records that ship, where they are wanted, and a log that writes to stderr. */
export async function openForChecks(context: CommandContext) {
  const { err, progress, signal } = context;
  const pool: Pool = await context.openDatabase();
  if (context.config.hasStarterData) await completeStarterSets(STARTER_SETS, { pool, say: err, progress }, signal);
  await awaitLabels(pool, context);
  const log = {
    warn: (_fault: unknown, message: string) => err(message),
    error: ({ err: fault }: { readonly err: unknown }, message: string) =>
      err(fault instanceof Error ? `${message}: ${fault.message}` : message),
  };
  return { pool, log };
}

const WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 250;

/**
 * Waits while another process loads labels and records for the first time, and says so.
 *
 * @throws CommandError where they could not be loaded
 */
export async function awaitLabels(pool: Pool, { signal, progress }: CommandContext): Promise<void> {
  try {
    await awaitReadiness(() => readReadiness(pool), {
      signal,
      withinMs: WITHIN_MS,
      lookEveryMs: LOOK_EVERY_MS,
      onWaiting: () => progress('Labels are still being loaded…'),
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new CommandError(`The labels of this installation are not loaded: ${error.message}.`, EXIT.failed);
  }
}
