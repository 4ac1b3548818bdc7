import type { Server } from 'node:http';
import type { ErrorName } from '@assay/contracts';
import type { FastifyRequest } from 'fastify';
import { type DatabaseTrouble, databaseTroubleOf } from '../../db/index.ts';
import { messageOf } from '../../kernel/text/message-of.ts';

/** What the troubles of the database are called in public. */
export const DATABASE_TROUBLES: Readonly<Record<DatabaseTrouble, ErrorName>> = {
  away: 'Overloaded',
  full: 'StorageFull',
};

const WARN_EVERY_MS = 1_000;

const warnedAt = new WeakMap<Server, number>();
const full = new WeakSet<Server>();

/**
 * Logs the trouble without its stack, at most once a second: every request fails for the same reason meanwhile.
 * Remembers a full disk for `isWritable`.
 */
export function noteDatabaseTrouble(request: FastifyRequest, trouble: DatabaseTrouble, error: unknown): void {
  const { server } = request.server;
  if (trouble === 'full') full.add(server);
  const now = performance.now();
  if (now - (warnedAt.get(server) ?? Number.NEGATIVE_INFINITY) < WARN_EVERY_MS) return;
  warnedAt.set(server, now);
  const reason = messageOf(error);
  const what = trouble === 'full' ? 'a disk is full' : 'the database does not work';
  request.log.warn({ trouble, reason }, `requests are refused, because ${what}`);
}

/** Whether the database can be written, as far as it is known: after a full disk, tries it until that succeeds. */
export async function isWritable(server: Server, tryToWrite: () => Promise<void>): Promise<boolean> {
  if (!full.has(server)) return true;
  try {
    await tryToWrite();
  } catch (error) {
    if (databaseTroubleOf(error) === 'full') return false;
    throw error;
  }
  full.delete(server);
  return true;
}
