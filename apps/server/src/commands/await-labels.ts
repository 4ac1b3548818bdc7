import { CommandError, EXIT } from '@assay/command';
import { readReadiness } from '../app/jobs/read-readiness.ts';
import { awaitReadiness } from '../modules/checks/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import type { Pool } from '../platform/db/index.ts';
import { AppError } from '../platform/kernel/app-error.ts';

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
