import type { OutputRecord, TransactionRecord } from '../../records/record.ts';
import { netOf } from '../../records/utxo-flows.ts';
import { type Lanes, lanesFrom, moved } from './lanes.ts';
import { addedBy, type Makeup, makeupOf } from './makeup.ts';
import type { Parties } from './parties.ts';

/** A net inflow of the address asked about, whose own inputs are left out, and its share of the mixture, 0..1. */
export interface WeightedInflow {
  readonly kind: 'inflow';
  readonly transaction: TransactionRecord;
  /** Seen from those who paid: no owner is added for the receiver (docs/method/3, section 6). */
  readonly isSeenFromPayers: boolean;
  readonly weight: number;
}

/** A coin of the address asked about, as it sees it. */
export interface WeightedCoin {
  readonly kind: 'coin';
  readonly coin: OutputRecord;
  readonly weight: number;
}

export type WeightedStart = WeightedInflow | WeightedCoin;

/** A start with all that no round changes. */
export type Start =
  | (WeightedCoin & { readonly lanes: Lanes })
  | {
      readonly kind: 'inflow';
      readonly weight: number;
      readonly makeup: Makeup;
      readonly here: Lanes;
      readonly beyond: Lanes;
      /** Owners that a label has behind the coins that it spends, at the most. */
      readonly depth: number;
    };

/** Owners of the inputs of the transactions must be loaded. */
export function startOf(start: WeightedStart, parties: Parties): Start {
  if (start.kind === 'coin') return { ...start, lanes: lanesFrom(start.weight, null) };
  const { transaction, weight } = start;
  const receiver = parties.asked;
  const root = { owner: receiver, amount: netOf(transaction, receiver), spentIn: null, previous: null };
  const here = lanesFrom(weight, root);
  const added = addedBy(transaction, parties)(receiver);
  const beyond = start.isSeenFromPayers ? here : moved(here, added);
  const depth = start.isSeenFromPayers ? 1 : 1 + added.any;
  return { kind: 'inflow', weight, makeup: makeupOf(transaction, receiver, parties), here, beyond, depth };
}
