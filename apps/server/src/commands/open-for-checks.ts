import { STARTER_SETS } from '../app/composition/starter-data.ts';
import { completeStarterSets } from '../app/jobs/starter-sets.ts';
import type { CommandContext } from '../platform/command/context.ts';
import type { Pool } from '../platform/db/index.ts';
import { awaitLabels } from './await-labels.ts';

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
