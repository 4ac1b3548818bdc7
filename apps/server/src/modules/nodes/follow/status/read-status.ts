import type { Db } from '../../../../platform/db/index.ts';
import { describeNetwork, type NetworkStatus } from './describe-network.ts';
import { readClock, readHistories } from './history.store.ts';
import { readFollowed } from './progress.store.ts';

/** Every network that is or was followed, by its name; from the database alone, so that any server can say it. */
export async function readStatus(db: Db): Promise<readonly NetworkStatus[]> {
  const [followed, histories, now] = [await readFollowed(db), await readHistories(db), await readClock(db)];
  return followed.map((progress) => describeNetwork(progress, histories, now));
}
