import type { ShareSource } from '../mixture.ts';
import { isBad } from '../rating/floors/risk-row.ts';

/**
 * How a share passes what it meets on its way (docs/method/3, section 5.2): `bad` (tier S, A and B) stays what it is in
 * a coinjoin; `explained` adds no owner at change to the cluster of an owner of an input; `neutral` is all else that
 * has a label. Unknown origin passes as `neutral` does.
 */
export type ShareKind = 'bad' | 'neutral' | 'explained';

export function kindOf({ category, explained }: ShareSource): ShareKind {
  if (explained) return 'explained';
  return isBad({ category }) ? 'bad' : 'neutral';
}
