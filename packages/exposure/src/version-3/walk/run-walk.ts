import type { NodeId } from '../../records/record.ts';
import type { FlowStore } from '../store/flow-store.ts';
import type { FlowWalk, FoundInRound, Start } from './flow-walk.ts';
import type { FlowReading } from './reading.ts';
import { FlowRound } from './round.ts';
import { bestRound } from './rounds.ts';
import { pathWriter } from './rows/paths.ts';
import { mixtureOf, type WalkedMixture } from './rows/walked-mixture.ts';

/** What a walk is asked for besides its starts. */
export interface WalkTask {
  readonly starts: readonly Start[];
  /** Flows read to make the starts. */
  readonly flowsOfStarts?: number;
  /** Share of all mass that is R from the start, 0..1. */
  readonly unread?: number;
  /** The history of the starts could not be read to its end. */
  readonly areStartsPartial?: boolean;
  readonly keepsTaken?: boolean;
}

/** Runs the rounds of a walk and writes the mixture of the best one. */
export async function runWalk(
  store: FlowStore,
  reading: FlowReading,
  { starts, flowsOfStarts = 0, unread = 0, areStartsPartial = false, keepsTaken = false }: WalkTask,
): Promise<{ readonly mixture: WalkedMixture; readonly found: FoundInRound }> {
  const { subject, parties, parts, isOnReviewedList, pages, facts, settings, pace } = reading;
  const walk: FlowWalk = {
    ...{ subject, parties, parts, isOnReviewedList, pages, facts, settings, pace },
    ...{ starts, flowsOfStarts, unread, keepsTaken },
  };
  const { found, threshold, rounds } = await bestRound(settings, (task) => new FlowRound(walk, task).run());
  const partial = new Map<NodeId, number>(found.partial);
  if (areStartsPartial) partial.set(subject, flowsOfStarts);
  await facts.name(partial.keys());
  const write = await pathWriter(
    [...found.collector.rows()].flatMap(({ paths }) => paths),
    facts,
    store,
  );
  const { states, flowsRead, steps } = found;
  const cut = {
    ...{ threshold, rounds, states, recordsRead: flowsRead },
    partial: [...partial]
      .map(([node, records]) => ({ address: facts.addressOf(node), records }))
      .sort((a, b) => (a.address < b.address ? -1 : 1)),
  };
  return { mixture: { ...mixtureOf(found.collector, write), cut, steps }, found };
}
