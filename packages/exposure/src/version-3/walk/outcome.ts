import type { NodeId } from '../../records/record.ts';
import type { Key } from '../../walk/pages.ts';
import type { Effect } from './rows/masses.ts';
import type { Step } from './rows/path-link.ts';
import type { LabelEnd } from './rows/settle.ts';

/** Where mass is after it went over a flow. */
export type Ending =
  | ({ readonly kind: 'label' } & LabelEnd)
  /** At an account, at or before a key; `isOwner` where it is no pool. */
  | { readonly kind: 'account'; readonly node: NodeId; readonly key: Key; readonly isOwner: boolean }
  | { readonly kind: 'unknown' }
  /** `of`: the account whose records lack, null where the transaction was not read. */
  | { readonly kind: 'not_followed'; readonly of: NodeId | null };

/** A part of what goes over a flow, seen from its receiver. */
export interface Outcome {
  /** Part of it, above 0, at most 1. */
  readonly factor: number;
  readonly effect: Effect;
  /** Who paid it by steps 1 and 2 of section 4, a pool included; null where it was passed through, and for R. */
  readonly payer: NodeId | null;
  readonly step: Step | null;
  readonly ending: Ending;
}
