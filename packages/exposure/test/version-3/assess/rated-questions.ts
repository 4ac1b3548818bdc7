import type { QuestionOf3 } from '../../../src/version-3/assess/question.ts';
import type { FlowWalkOptions } from '../../../src/version-3/walk/flow-walk.ts';
import type { AccountWorld } from '../../method-3/account-walk.ts';
import type { Circumstances } from '../../method-3/result.ts';
import { isOnReviewedList, worldOf } from '../histories.ts';
import type { RatedHistory } from './rated-histories.ts';

/** Nothing is cut. */
export const EXACT: FlowWalkOptions = { threshold: 0, maxStates: 1e9 };

/** The question of a history to the engine, without what is particular to its kind. */
export function questionOf({ address, cutOff, prices, history }: RatedHistory): QuestionOf3 {
  return {
    asset: 'usdt',
    address,
    cutOff,
    prices,
    reviewedList: { version: '1', has: isOnReviewedList },
    unrecorded: { role: 'account', labels: history.labels.get(address) ?? [] },
  };
}

/** The same for the second implementation. */
export function askedOf({ address, cutOff, priceAt, history }: RatedHistory): {
  readonly world: AccountWorld;
  readonly of: Circumstances;
} {
  const world = worldOf(history);
  const { labelAt, onReviewedList } = world;
  const ownLabel = labelAt(address, cutOff);
  return {
    world,
    of: { labelAt, ownLabel, onReviewedList, priceAt, cutOff, isSample: history.samples.has(address) },
  };
}
