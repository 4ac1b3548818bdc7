import { STARTER_SETS } from '../composition/starter-data.ts';
import type { Pool } from '../db/index.ts';
import { completeStarterSets } from '../jobs/starter-sets.ts';
import { awaitLabels } from './await-labels.ts';
import type { CommandContext } from './context.ts';

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
