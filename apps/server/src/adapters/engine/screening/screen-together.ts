import type { ScreenOutcome } from './screen-job.ts';

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
  return Promise.all(
    addresses.map(async (address, index): Promise<ScreenOutcome> => {
      const outcome = checked[index];
      if (outcome?.status === 'fulfilled') return outcome.value;
      try {
        return await open((snapshot) => check(snapshot, address));
      } catch (error) {
        // The main thread ends the run with it, before the line of this address.
        return { is: 'failed', message: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
}
