import { messageOf } from '../../../../../platform/kernel/text/message-of.ts';
import type { ScreenOutcome } from './screen-jobs.ts';

/** Runs `work` on one state of the database, by one connection. */
export type OpenSnapshot<Snapshot> = <T>(work: (snapshot: Snapshot) => Promise<T>) => Promise<T>;

/**
 * Checks all addresses of a job on one connection and one state of the database, so that their walks ask for their pages
 * together. What fails is checked again by itself: on one connection the failure of one is that of all behind it.
 *
 * @param check throws where the check fails
 */
export async function screenTogether<Snapshot>(
  open: OpenSnapshot<Snapshot>,
  addresses: readonly string[],
  check: (snapshot: Snapshot, address: string) => Promise<ScreenOutcome>,
): Promise<readonly ScreenOutcome[]> {
  const checked = await open((snapshot) => Promise.allSettled(addresses.map((address) => check(snapshot, address))))
    // The failure comes again where the address it belongs to is checked by itself.
    .catch(() => []);
  const outcomes: ScreenOutcome[] = [];
  for (const [index, address] of addresses.entries()) {
    const outcome = checked[index];
    // One after another: no job holds two connections.
    outcomes.push(outcome?.status === 'fulfilled' ? outcome.value : await checkAlone(open, address, check));
  }
  return outcomes;
}

async function checkAlone<Snapshot>(
  open: OpenSnapshot<Snapshot>,
  address: string,
  check: (snapshot: Snapshot, address: string) => Promise<ScreenOutcome>,
): Promise<ScreenOutcome> {
  try {
    return await open((snapshot) => check(snapshot, address));
  } catch (error) {
    // The main thread ends the run with it, before the line of this address.
    return { is: 'failed', message: messageOf(error) };
  }
}
