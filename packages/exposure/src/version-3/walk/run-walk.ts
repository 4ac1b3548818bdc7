import type { NodeId } from '../../records/record.ts';
import type { FlowStore } from '../store/flow-store.ts';
import type { FlowWalk, ReadyStart, Start } from './flow-walk.ts';
import type { FlowReading } from './reading.ts';
import { badOfStarts, carriedBy } from './replay.ts';
import { FlowRound } from './round.ts';
import { bestRound } from './rounds.ts';
import { pathWriter } from './rows/paths.ts';
import { mixtureOf } from './rows/walked-mixture.ts';
import { type FoundByWalk, type WalkTask, walksByItself } from './walk-task.ts';

/** Runs the rounds of a walk and writes the mixture of the best one. */
export async function runWalk(store: FlowStore, reading: FlowReading, task: WalkTask): Promise<FoundByWalk> {
  if (walksByItself(store)) return store.walk(reading, task);
  const { flowsOfStarts = 0, unread = 0, areStartsPartial = false, keepsTaken = false } = task;
  const starts = await readyStarts(reading, task.starts);
  const { subject, parties, parts, isOnReviewedList, pages, facts, settings, pace } = reading;
  const walk: FlowWalk = {
    ...{ subject, parties, parts, isOnReviewedList, pages, facts, settings, pace },
    ...{ starts, flowsOfStarts, unread, keepsTaken },
  };
  const { found, threshold, rounds } = await bestRound(settings, (round) => new FlowRound(walk, round).run());
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
  return {
    mixture: { ...mixtureOf(found.collector, write), cut, steps },
    trail: {
      badOfStarts: () => badOfStarts(found),
      carriedBy: (parts) => carriedBy(parts, starts, found, parties),
    },
  };
}

async function readyStarts(reading: FlowReading, starts: readonly Start[]): Promise<readonly ReadyStart[]> {
  const outcomes = await reading.outcomesOfAll(starts.flatMap(({ flow }) => flow ?? []));
  let next = 0;
  return starts.map((start) => {
    const { weight, owners } = start;
    return { weight, owners, outcomes: start.flow === null ? start.outcomes : (outcomes[next++] ?? []) };
  });
}
