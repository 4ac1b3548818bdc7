import { AssayTimeoutError } from '../../../client/src/index.ts';

/** Below the minute after which clients of the protocol stop waiting. */
const WAIT_MS = 45_000;

/** What was begun, once it has ended; as it was begun where that takes too long. */
export async function endOf<Begun>(begun: Begun, wait: (withinMs: number) => Promise<Begun>): Promise<Begun> {
  try {
    return await wait(WAIT_MS);
  } catch (error) {
    if (error instanceof AssayTimeoutError) return begun;
    throw error;
  }
}
