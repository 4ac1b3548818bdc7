import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerServer, Pool } from '../../../platform/db/index.ts';
import { LABEL_COPY, labelSubscription, readLabelCopy } from './label-copy.store.ts';
import { giveUpLabels, PlacementError, type PrepareContext, prepareServer } from './prepare-server.ts';
import { labelsOn } from './recent-versions.ts';
import { confirmedPosition, hasSubscription, presentPosition } from './replication.store.ts';

const LOOK_EVERY_MS = 200;
/** PostgreSQL says at least every ten seconds how far it has applied. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Makes sure that a server's copy of the labels follows the main database. After a failover of the main database it may
 * not: the new primary has no slot for it, or has lost labels that the copy has. Then labels are copied again; while they
 * are, ledgers of the server are not read.
 *
 * @param mainUrl how the server reaches the main database
 * @param isAgain copies them in any case: PostgreSQL cannot say whether a new primary lost changes that came before others
 * @throws PlacementError where the copy is only behind, which another copy would not mend
 */
export async function repairLabels(
  main: Pool,
  server: LedgerServer,
  mainUrl: string,
  { isAgain = false, ...context }: PrepareContext & { readonly isAgain?: boolean },
): Promise<'follows' | 'copied again'> {
  const state = isAgain ? 'differs' : await followState(main, server, context.signal);
  switch (state) {
    case 'follows':
      return state;
    case 'late':
      throw new PlacementError(
        `'${server.name}' has not applied the labels of the main database for a minute. Enable its subscription, or see the log of its PostgreSQL.`,
      );
    case 'differs':
      if (await hasSubscription(server.pool, LABEL_COPY)) await giveUpLabels(main, server);
      break;
    case 'no slot':
    case 'not prepared':
      break;
  }
  await prepareServer(main, server, mainUrl, context);
  return 'copied again';
}

type FollowState = 'follows' | 'late' | 'differs' | 'no slot' | 'not prepared';

async function followState(main: Pool, { name, pool }: LedgerServer, signal: AbortSignal): Promise<FollowState> {
  if (!(await hasSubscription(pool, LABEL_COPY))) return 'not prepared';
  const { slot } = labelSubscription(name);
  const end = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const wanted = await labelsOn(main);
    const position = await presentPosition(main);
    for (;;) {
      signal.throwIfAborted();
      const confirmed = await confirmedPosition(main, slot);
      if (confirmed === null) return 'no slot';
      if (confirmed >= position && (await readLabelCopy(pool))?.isWhole === true) break;
      if (Date.now() > end) return 'late';
      await sleep(LOOK_EVERY_MS);
    }
    // It has applied all that the main database had, and perhaps more.
    if ((await labelsOn(pool)) === wanted) return 'follows';
    if ((await labelsOn(main)) === wanted) return 'differs';
  }
}
