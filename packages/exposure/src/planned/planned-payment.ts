import type { Label } from '../labels/label.ts';
import type { AccountFacts } from '../labels/party-facts.ts';
import type { NodeId, Position } from '../records/record.ts';
import type { SubjectFacts } from '../walk/store.ts';

/** A payment that has not been made (docs/method/transactions, section 9). */
export interface PlannedPayment {
  /** Canonical addresses, two different ones, neither of them a mint or burn address. */
  readonly from: string;
  readonly to: string;
  /** Base units, more than zero. */
  readonly amount: bigint;
  /** Unix seconds: when it is asked about. */
  readonly time: number;
}

/** What is known of an address that no record names. */
export interface Unrecorded {
  readonly labels: readonly Label[];
  /** Whether records may exist before the first one stored. */
  readonly openingUnread: boolean;
  /** Whether a history without records counts as complete. */
  readonly complete: boolean;
}

/** Id of the planned transaction in evidence. */
export const PLANNED_ID = 'planned';

/** After every stored record: stores number theirs from 0 or 1, one by one. */
export const PLANNED_POSITION: Position = 2 ** 52;
/** Handles that no store gives, for an end without records and for the transaction. */
export const PLANNED_FROM: NodeId = 2 ** 52;
export const PLANNED_TO: NodeId = 2 ** 52 + 1;
export const PLANNED_TRANSACTION: NodeId = 2 ** 52 + 2;

/** Facts of an address that no record names. */
export function unrecordedFacts(node: NodeId, address: string, known: Unrecorded): SubjectFacts {
  const { labels, openingUnread, complete } = known;
  return {
    ...{ node, address, role: 'account', labels, openingUnread, complete },
    ...{ inflows: 0, outflows: 0, firstTime: null, lastTime: null },
  };
}

/** The same facts after one more record. */
export function afterRecord(facts: SubjectFacts, direction: 'in' | 'out', time: number): SubjectFacts {
  const { inflows, outflows, firstTime, lastTime } = facts;
  return {
    ...facts,
    inflows: inflows + (direction === 'in' ? 1 : 0),
    outflows: outflows + (direction === 'out' ? 1 : 0),
    firstTime: firstTime === null ? time : Math.min(firstTime, time),
    lastTime: lastTime === null ? time : Math.max(lastTime, time),
  };
}

/** Facts as a walk has them of any account. */
export function partyOf({ node, address, role, labels, openingUnread }: SubjectFacts): AccountFacts {
  return { node, address, role, labels, openingUnread };
}

/** Refuses what is no payment. @throws RangeError */
export function assertPlanned({ from, to, amount }: PlannedPayment): void {
  if (amount <= 0n) throw new RangeError('a planned payment has an amount of more than zero');
  if (from === to) throw new RangeError('a planned payment has two ends');
}
