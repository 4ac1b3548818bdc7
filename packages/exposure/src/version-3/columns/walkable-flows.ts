import type { Position } from '../../records/record.ts';
import type { Flow } from '../flow.ts';
import type { FlowPart, FlowParty } from '../store/flow-store.ts';
import type { FlowLabels } from './flow-labels.ts';
import type { FlowTables } from './flow-tables.ts';

/** What a walk needs of a snapshot; lines are 0 where there is none. */
export interface WalkableFlows {
  readonly tables: FlowTables;
  readonly labels: FlowLabels;
  lineAt(position: Position): number;
  /** Last flow into an account at or before a position. */
  lastInUpTo(account: number, position: Position): number;
  /** Last flow into an account that pays in the part of a flow, before their transaction. */
  lastInBeforePart(account: number, line: number): number;
  flowOf(line: number): Flow;
  partyOf(account: number): FlowParty;
  partOf(number: number): FlowPart;
}
