import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerServer, Pool } from '../../../platform/db/index.ts';
import {
  beginIds,
  emptyLabels,
  hasLogicalLog,
  hasOwnLabels,
  LABEL_COPY,
  labelSubscription,
  numberOfServer,
  publishLabels,
  readLabelCopy,
} from './label-copy.store.ts';
import { hasSlot, hasSubscription, subscribe, unsubscribe } from './replication.store.ts';

const LOOK_EVERY_MS = 200;

/** A ledger server or the main database cannot be used so; the message says what to do. */
export class PlacementError extends Error {
  override readonly name = 'PlacementError';
}

export interface PrepareContext {
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Makes a migrated database a ledger server: it gives out ids of its own, and receives every label of the main database.
 * A server that is prepared stays as it is, unless the main database has no slot for it: then labels are copied again.
 * Returns when its copy of the labels is whole.
 *
 * @param mainUrl how the server reaches the main database
 * @throws PlacementError
 */
export async function prepareServer(
  main: Pool,
  server: LedgerServer,
  mainUrl: string,
  { progress, signal }: PrepareContext,
): Promise<void> {
  if (!(await hasLogicalLog(main))) throw new PlacementError(needsLogical('main'));
  if (!(await hasLogicalLog(server.pool))) throw new PlacementError(needsLogical(server.name));
  await beginIds(server.pool, await numberOfServer(main, server.name));
  const subscription = labelSubscription(server.name);
  if ((await hasSubscription(server.pool, LABEL_COPY)) && !(await hasSlot(main, subscription.slot))) {
    await giveUpLabels(main, server);
  }
  if (!(await hasSubscription(server.pool, LABEL_COPY))) {
    if (await hasOwnLabels(server.pool)) {
      throw new PlacementError(
        `The database of '${server.name}' has labels of its own: it was the main database of a product. Use an empty one.`,
      );
    }
    progress(`labels are copied to ${server.name}`);
    await publishLabels(main);
    await subscribe(server.pool, main, mainUrl, subscription);
  }
  while ((await readLabelCopy(server.pool))?.isWhole !== true) {
    signal.throwIfAborted();
    await sleep(LOOK_EVERY_MS);
  }
}

/** Removes a copy of the labels that no longer follows the main database; `prepareServer` copies them again. */
export async function giveUpLabels(main: Pool, { name, pool }: LedgerServer): Promise<void> {
  // In this order: labels without a subscription would pass for those of a product's own.
  await emptyLabels(pool);
  await unsubscribe(pool, main, labelSubscription(name));
}

const needsLogical = (server: string): string =>
  `The PostgreSQL of '${server}' must run with wal_level = logical. Set it and restart that server.`;
