import { CATEGORIES } from '@assay/domain';
import { hasEqualOutputs } from '../../labels/joint-owners.ts';
import type { Label } from '../../labels/label.ts';
import { COINJOIN_OWNERS } from '../../method/label-numbers-2.ts';
import type { NodeId, OutputRecord, TransactionRecord } from '../../records/record.ts';
import { inputParts, spendersOf } from '../../records/utxo-flows.ts';
import type { ShareSource } from '../mixture.ts';
import { sourceOf } from '../walk/rows/counting-label.ts';
import type { Added } from './lanes.ts';
import type { Parties } from './parties.ts';
import { kindOf, type ShareKind } from './share-kind.ts';

/** What a part of a transaction's value came from. */
export type Part =
  | {
      readonly from: 'label';
      readonly share: number;
      readonly coin: OutputRecord;
      readonly label: Label;
      readonly source: ShareSource;
      readonly kind: ShareKind;
    }
  | { readonly from: 'coin'; readonly share: number; readonly coin: OutputRecord }
  /** A value, or an owner, that is in no record. */
  | { readonly from: 'unknown'; readonly share: number }
  /** Newly mined. */
  | { readonly from: 'block'; readonly share: number };

/** What a transaction is made of, as section 5.2 reads it. */
export interface Makeup {
  readonly transaction: TransactionRecord;
  /** In the order of inputs; shares sum to 1. */
  readonly parts: readonly Part[];
  readonly isCoinjoin: boolean;
}

/**
 * What the value of a transaction came from (docs/method/3, section 5.2).
 *
 * @param without leaves out the coins of one owner
 */
export function makeupOf(transaction: TransactionRecord, without: NodeId | null, parties: Parties): Makeup {
  const isCoinjoin = looksLikeCoinjoin(transaction, parties);
  if (transaction.coinbase) return { transaction, parts: [{ from: 'block', share: 1 }], isCoinjoin };
  const { time } = transaction;
  const parts = inputParts(transaction, without).map(({ coin, share }): Part => {
    if (typeof coin === 'string' || coin.owner === null) return { from: 'unknown', share };
    const found = parties.labelOf(coin.owner, time);
    if (found === null) return { from: 'coin', share, coin };
    const source = sourceOf(found, time, parties.isOnReviewedList);
    return { from: 'label', share, coin, label: found.label, source, kind: kindOf(source) };
  });
  return { transaction, parts, isCoinjoin };
}

/** Owners that a transaction adds for outputs of an owner: change adds none (section 5.2). */
export function addedBy(transaction: TransactionRecord, parties: Parties): (owner: NodeId | null) => Added {
  const spenders = spendersOf(transaction);
  const clusters = new Set([...spenders].map((owner) => parties.clusterOf(owner)));
  return (owner) => {
    if (owner === null) return { any: 1, explained: 1 };
    if (spenders.has(owner)) return { any: 0, explained: 0 };
    return { any: 1, explained: clusters.has(parties.clusterOf(owner)) ? 0 : 1 };
  };
}

/** A transaction that mixes coins of several owners, none of whom is a service (section 5.2). */
function looksLikeCoinjoin(transaction: TransactionRecord, parties: Parties): boolean {
  if (transaction.inputs.length < COINJOIN_OWNERS || !hasEqualOutputs(transaction)) return false;
  const spenders = [...spendersOf(transaction)];
  if (new Set(spenders.map((owner) => parties.clusterOf(owner))).size < COINJOIN_OWNERS) return false;
  return spenders.every((owner) => {
    const label = parties.labelOf(owner, transaction.time)?.label;
    if (label === undefined || label.category === 'other_entities') return true;
    const { tier } = CATEGORIES[label.category];
    return tier !== 'C' && tier !== 'D';
  });
}
