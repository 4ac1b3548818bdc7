import type { NodeId } from '../../records/record.ts';
import { FoundRows } from './found-rows.ts';
import { type Arrival, gather, type Lanes } from './lanes.ts';
import { addedBy, type Makeup } from './makeup.ts';
import type { Parties } from './parties.ts';
import { inOrder, massOf, mixedAt, Passing } from './passing.ts';
import { startOf, type WeightedStart } from './starts.ts';
import type { CoinWalkResult } from './walk-starts.ts';

/**
 * What other weights of the starts of a walk came from, over the transactions that its best round took: what that round
 * did not follow is R here too. Without evidence.
 */
export function replayed(
  starts: readonly WeightedStart[],
  { best, reverse }: Pick<CoinWalkResult, 'best' | 'reverse'>,
  parties: Parties,
): FoundRows {
  const states = best.taken.slice(best.taken.length - best.states);
  const waiting = new Map<NodeId, Arrival[]>(states.map(({ makeup }) => [makeup.transaction.node, []]));
  const found = new FoundRows();
  const push = (arrival: Arrival): void => {
    const arrivals = waiting.get(arrival.coin.createdBy);
    if (arrivals === undefined) found.notFollowed.add(massOf([arrival]));
    else arrivals.push(arrival);
  };
  const passing = new Passing(found, false, push);
  const share = (makeup: Makeup, mass: number, here: Lanes, beyond: Lanes): void => {
    passing.share(makeup, mass, here, beyond);
    if (makeup.isCoinjoin) found.addPart(mixedAt(makeup, false), here.bad, reverse.mixedIn(makeup));
  };
  for (const start of starts.map((weighted) => startOf(weighted, parties))) {
    if (start.kind === 'inflow') share(start.makeup, start.weight, start.here, start.beyond);
    else
      push({
        coin: start.coin,
        share: 1,
        from: { transaction: null, mass: start.weight, lanes: start.lanes, depth: 1 },
      });
  }
  for (const { makeup } of states) {
    const { transaction } = makeup;
    const { arrivals, contradicting } = inOrder(waiting.get(transaction.node) ?? [], transaction);
    waiting.delete(transaction.node);
    found.notFollowed.add(massOf(contradicting));
    if (arrivals.length === 0) continue;
    const { here, beyond } = gather(arrivals, addedBy(transaction, parties), false);
    share(makeup, massOf(arrivals), here, beyond);
  }
  return found;
}
