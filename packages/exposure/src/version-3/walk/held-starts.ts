import type { Flow } from '../flow.ts';
import type { Start } from './flow-walk.ts';
import type { FlowReading } from './reading.ts';

const FLOWS_PER_PAGE = 1000;

/** What came into the account that is asked about. */
export interface OwnInflows {
  /** Latest first. */
  readonly flows: readonly Flow[];
  /** Flows are there which nobody can read. */
  readonly isPartial: boolean;
}

/** Reads all flows into the account that is asked about. */
export async function readOwnInflows(reading: FlowReading): Promise<OwnInflows> {
  const { records: flows, isPartial } = await reading.pages.loadAll(
    reading.subject,
    FLOWS_PER_PAGE,
    reading.yieldToEventLoop,
  );
  return { flows, isPartial };
}

/**
 * The balance of the account that is asked about after its last inflow, as starts of a walk: of each inflow what later
 * ones left of it, and what was there before the first (docs/method/3, sections 5.1 and 5.3). So its own inflows are no
 * states of the walk, and no number of them uses up any.
 *
 * @param whole Share of all mass that the balance is, 0..1.
 */
export function startsOfHeld(
  { flows, isPartial }: OwnInflows,
  { parties, subject }: FlowReading,
  whole: number,
): readonly Start[] {
  const starts: Start[] = [];
  let left = whole;
  for (const flow of flows) {
    if (!(left > 0)) break;
    starts.push({ flow, weight: left * flow.inflowShare, owners: 1 });
    left *= 1 - flow.inflowShare;
  }
  if (!(left > 0)) return starts;
  const ending = isPartial ? ({ kind: 'not_followed', of: subject } as const) : parties.shortfallOf(subject);
  return [
    ...starts,
    { flow: null, weight: left, owners: 1, outcomes: [{ factor: 1, effect: 'none', payer: null, step: null, ending }] },
  ];
}
