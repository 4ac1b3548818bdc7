import type { Direction } from '../records/record.ts';
import type { DirectionExposure, WalkResult } from './exposure.ts';
import type { ExposureStore } from './store.ts';

/**
 * Both directions of one address: one after the other, or at the same time where the store answers both in one round
 * trip. When one fails, the other has ended too before this rejects: nothing reads the store afterwards.
 *
 * @example
 * const { incoming, outgoing } = await bothDirections(store, (direction) => walk(store, subject, direction));
 */
export async function bothDirections(
  store: ExposureStore,
  walk: (direction: Direction) => WalkResult,
): Promise<{ readonly incoming: DirectionExposure; readonly outgoing: DirectionExposure }> {
  if (store.ledger === 'utxo' || store.answersTogether !== true) {
    const incoming = walk('bwd');
    const first = incoming instanceof Promise ? await incoming : incoming;
    const outgoing = walk('fwd');
    return { incoming: first, outgoing: outgoing instanceof Promise ? await outgoing : outgoing };
  }
  const walking = async (direction: Direction) => walk(direction);
  const both = [walking('bwd'), walking('fwd')] as const;
  await Promise.allSettled(both);
  const [incoming, outgoing] = await Promise.all(both);
  return { incoming, outgoing };
}
