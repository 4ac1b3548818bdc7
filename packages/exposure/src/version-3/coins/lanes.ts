import type { NodeId, OutputRecord, TransactionRecord } from '../../records/record.ts';
import type { ShareKind } from './share-kind.ts';

/*
 * Mass on its way back from what is asked about, by the owners that were added since.
 *
 * What a composition says of a share is its source and its number of owners. The walk goes the other way: it starts
 * at the coins that are asked about and finds the sources last. So at each transaction it needs to know how many owners
 * a share found there would have by then, for each part of the mass that arrived. Every rule of section 5.2 adds none
 * or one, by the output the mass arrived through and by the kind of the share: one rule for explained shares, one for
 * all others; and a coinjoin passes on what is bad and replaces all else. No rule asks how many owners a share has, and
 * none depends on two kinds at once. So for each kind the walk carries one vector: the mass that a share of this kind,
 * found here, would have at each number of owners. All rules act linearly on each vector alone: a passage of a
 * transaction multiplies it by the input's part, adds up arrivals, and shifts each arrival by one where its output
 * changes the owner; a coinjoin empties the vectors of all kinds but `bad` for its inputs without a label. What path
 * had which number of owners in another vector is never asked, so these marginal vectors suffice and their joint
 * distribution is not needed. At the end a share is found in the vector of its own kind.
 *
 * What a coinjoin replaced is itself bad (tier B, one owner): it is found at the coinjoin, in its `bad` vector. How much
 * it is, is the part of what its inputs without a label came from that is neither bad nor R: this depends on nothing
 * before the coinjoin on the way from what is asked about, so a second pass over the transactions taken, earliest first,
 * finds it (`reverse-pass.ts`). A coinjoin behind another one is no special case: its share is bad.
 */

/** Owners 1 to 6 of a share are places 0 to 5 of a lane: 0 to 5 owners were added, the last means five or more. */
const PLACES = 6;

/** A coin that mass went through, linked back towards what is asked about. */
export interface Trail {
  /** Who owns the coin, or at the start receives. */
  readonly owner: NodeId | null;
  /** Base units. */
  readonly amount: bigint;
  /** The transaction that spends it; null at the start. */
  readonly spentIn: TransactionRecord | null;
  readonly previous: Trail | null;
}

/** Mass by place, and the best single path to each. */
export interface Lane {
  readonly mass: number[];
  readonly best: number[];
  readonly trail: (Trail | null)[];
}

/** A lane of each kind; null where a coinjoin lets none of the kind through. */
export type Lanes = Readonly<Record<ShareKind, Lane | null>>;

/** All mass that a transaction passes on to its inputs. */
export interface Passed {
  /** Null for coins that are asked about themselves. */
  readonly transaction: TransactionRecord | null;
  readonly mass: number;
  readonly lanes: Lanes;
  /** Owners that a label which is found next has at the most, six and more counted on. */
  readonly depth: number;
}

/** A part of it that reached the transaction which created a coin. */
export interface Arrival {
  readonly coin: OutputRecord;
  readonly share: number;
  readonly from: Passed;
}

/** Owners that a transaction adds for one of its outputs. */
export interface Added {
  readonly any: 0 | 1;
  /** For explained shares. */
  readonly explained: 0 | 1;
}

/** Mass at a transaction: as its labelled inputs take it, and as it goes on to its other inputs. */
export interface Gathered {
  readonly here: Lanes;
  readonly beyond: Lanes;
}

/** All mass at one place, in every lane, with no owner added yet. */
export function lanesFrom(mass: number, trail: Trail | null): Lanes {
  const lane = (): Lane => {
    const empty = emptyLane();
    add(empty, 0, mass, mass, () => trail);
    return empty;
  };
  return { bad: lane(), neutral: lane(), explained: lane() };
}

/** What a start passes on: it adds the same owners for all of its mass. */
export function moved(lanes: Lanes, added: Added): Lanes {
  return {
    bad: shifted(lanes.bad, added.any),
    neutral: shifted(lanes.neutral, added.any),
    explained: shifted(lanes.explained, added.explained),
  };
}

/** Adds up what arrived at a transaction, in the order of arrival. */
export function gather(
  arrivals: readonly Arrival[],
  addedFor: (owner: NodeId | null) => Added,
  keepsTrails: boolean,
): Gathered {
  const added = arrivals.map(({ coin }) => addedFor(coin.owner));
  const bad = gatherKind('bad', arrivals, added, keepsTrails);
  const neutral = gatherKind('neutral', arrivals, added, keepsTrails);
  const explained = gatherKind('explained', arrivals, added, keepsTrails);
  return {
    here: { bad: bad.here, neutral: neutral.here, explained: explained.here },
    beyond: { bad: bad.beyond, neutral: neutral.beyond, explained: explained.beyond },
  };
}

/** What a coinjoin passes on to its inputs without a label: shares of other kinds are replaced. */
export function onlyBad({ bad }: Lanes): Lanes {
  return { bad, neutral: null, explained: null };
}

function gatherKind(
  kind: ShareKind,
  arrivals: readonly Arrival[],
  added: readonly Added[],
  keepsTrails: boolean,
): { readonly here: Lane; readonly beyond: Lane } {
  const [here, beyond] = [emptyLane(), emptyLane()];
  for (const [index, { coin, share, from }] of arrivals.entries()) {
    const lane = from.lanes[kind];
    const one = added[index];
    if (lane === null || one === undefined) continue;
    const more = kind === 'explained' ? one.explained : one.any;
    for (let place = 0; place < PLACES; place += 1) {
      const mass = (lane.mass[place] ?? 0) * share;
      if (!(mass > 0)) continue;
      const best = (lane.best[place] ?? 0) * share;
      let made: Trail | null = null;
      const trail = (): Trail | null => {
        if (keepsTrails) {
          const { owner, amount } = coin;
          made ??= { owner, amount, spentIn: from.transaction, previous: lane.trail[place] ?? null };
        }
        return made;
      };
      add(here, place, mass, best, trail);
      add(beyond, place + more, mass, best, trail);
    }
  }
  return { here, beyond };
}

function shifted(lane: Lane | null, by: 0 | 1): Lane | null {
  if (lane === null || by === 0) return lane;
  const onward = emptyLane();
  for (const [place, mass] of lane.mass.entries()) {
    if (mass > 0) add(onward, place + 1, mass, lane.best[place] ?? 0, () => lane.trail[place] ?? null);
  }
  return onward;
}

function add(lane: Lane, at: number, mass: number, best: number, trail: () => Trail | null): void {
  const place = Math.min(PLACES - 1, at);
  lane.mass[place] = (lane.mass[place] ?? 0) + mass;
  if (best > (lane.best[place] ?? 0)) {
    lane.best[place] = best;
    lane.trail[place] = trail();
  }
}

function emptyLane(): Lane {
  return {
    mass: new Array<number>(PLACES).fill(0),
    best: new Array<number>(PLACES).fill(0),
    trail: new Array<Trail | null>(PLACES).fill(null),
  };
}
