import type { HistoryGap } from '../../../sources/history-gaps.ts';
import { SourceError } from '../../../sources/sources.ports.ts';

/**
 * What a server of part of a chain lacks. One that does not answer that question still answered for the history: how far
 * back it reaches is unknown then, and not that it is whole.
 *
 * @param ask the second that the server's history begins at; null where it has all of it
 */
export async function heldSince(provider: string, ask: () => Promise<number | null>): Promise<readonly HistoryGap[]> {
  try {
    const time = await ask();
    return time === null ? [] : [{ kind: 'holds-from', provider, time }];
  } catch (error) {
    if (!(error instanceof SourceError) || error.fault.kind === 'cancelled') throw error;
    return [{ kind: 'held-unknown', provider }];
  }
}
