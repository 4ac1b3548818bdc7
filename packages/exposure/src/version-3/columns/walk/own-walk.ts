import type { NodeId } from '../../../records/record.ts';
import type { EvidencePath } from '../../../walk/exposure.ts';
import type { RoundTask } from '../../../walk/rounds.ts';
import { passedOn } from '../../netting/part.ts';
import type { FlowPart, FlowParty } from '../../store/flow-store.ts';
import type { OutcomeContext } from '../../walk/outcomes.ts';
import { Parties } from '../../walk/parties.ts';
import type { FlowReading } from '../../walk/reading.ts';
import { carriedBy } from '../../walk/replay.ts';
import { bestRound } from '../../walk/rounds.ts';
import type { RowPath } from '../../walk/rows/collector.ts';
import { mixtureOf } from '../../walk/rows/walked-mixture.ts';
import type { FoundByWalk, StartPart, WalkTask } from '../../walk/walk-task.ts';
import type { WalkableFlows } from '../walkable-flows.ts';
import { pathWriter } from './evidence.ts';
import type { ColumnFlowWalk } from './flow-mover.ts';
import { badOfStarts, movesOfStarts } from './graph.ts';
import { ColumnFlowRound, type FoundOnColumns } from './round.ts';
import { type FlowScratch, giveBack, takeScratch } from './scratch.ts';

/** A round with what its result needs of the memory that the next round writes to. */
interface KeptRound extends FoundOnColumns {
  readonly task: RoundTask;
  readonly bad: readonly number[];
  readonly writePath: (path: RowPath<number>) => EvidencePath;
}

/**
 * The walk of `runWalk` on the tables of flows in columns: its bytes, without an object a step.
 *
 * @throws WalkCancelledError soon after `options.signal.aborted` turns true.
 */
export async function walkColumns(
  columns: WalkableFlows,
  reading: FlowReading,
  { starts, flowsOfStarts = 0, unread = 0, keepsTaken = false }: WalkTask,
): Promise<FoundByWalk> {
  const { settings, pace, isOnReviewedList } = reading;
  const context = contextOn(columns, reading);
  const walk: ColumnFlowWalk = {
    ...{ columns, context, isOnReviewedList, settings, pace, starts, flowsOfStarts, unread, keepsTaken },
    subject: reading.subject - columns.tables.firstNode,
  };
  const scratch = takeScratch();
  try {
    const { found, threshold, rounds } = await bestRound(settings, async (task): Promise<KeptRound> => {
      const round = await pace.run(new ColumnFlowRound(walk, task, scratch).run());
      return {
        ...round,
        task,
        bad: keepsTaken ? badOfStarts(walk, scratch) : [],
        writePath: pathWriter(columns, scratch, round.collector, reading.writtenSteps),
      };
    });
    const { collector, states, flowsRead, steps } = found;
    return {
      mixture: {
        ...mixtureOf(collector, found.writePath),
        // Columns hold whole histories: no account of a walk is partial.
        cut: { threshold, rounds, states, recordsRead: flowsRead, partial: [] },
        steps,
      },
      trail: {
        badOfStarts: () => found.bad,
        carriedBy: (parts) => carriedOnColumns(walk, found.task, parts),
      },
    };
  } finally {
    giveBack(scratch);
  }
}

/** Few walks are asked for it, so what became of the starts is walked again and not kept. */
function carriedOnColumns(walk: ColumnFlowWalk, task: RoundTask, parts: readonly StartPart[]) {
  const scratch: FlowScratch = takeScratch();
  const { onUnread: _onUnread, ...settings } = walk.settings;
  try {
    const steps = new ColumnFlowRound({ ...walk, settings }, task, scratch).run();
    while (steps.next().done !== true);
    return carriedBy(parts, walk.starts, { begun: movesOfStarts(walk, scratch) }, walk.context.parties);
  } finally {
    giveBack(scratch);
  }
}

/** What outcomes read of accounts and parts, which are all there. */
function contextOn(columns: WalkableFlows, { subject, isOnReviewedList }: FlowReading): OutcomeContext {
  const known = (node: NodeId): FlowParty => columns.partyOf(node - columns.tables.firstNode);
  const found = new Map<number, FlowPart>();
  const get = (part: number): FlowPart => {
    const one = found.get(part) ?? columns.partOf(part);
    found.set(part, one);
    return one;
  };
  return {
    subject,
    isOnReviewedList,
    parties: new Parties({ get: known, known }),
    parts: {
      has: () => true,
      get,
      passersOf: (part) => passedOn(get(part).part).map(({ account }) => account),
    },
  };
}
