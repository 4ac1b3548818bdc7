import { isFee, marksFor, type NettedPart, netTransaction } from '@assay/exposure/version-3';
import { positionAt, secondOf } from '../positions.ts';
import type { FlowLedger } from './flow-ledgers.store.ts';
import { type FlowRow, marksOf, poolAt } from './flow-row.ts';
import type { FlowRecord } from './records-of-flows.store.ts';
import type { NetworkTransaction } from './transactions-of-network.ts';

/** A flow without its ratios. */
export type UnsettledFlow = Omit<FlowRow, 'inflowShare' | 'covered'>;

/** The flows of one transaction; empty where it netted to nothing. */
export type FlowsOfTransaction = readonly UnsettledFlow[];

/**
 * The flows of a ledger in whole seconds, by transaction, in order. Ranks of flows are counted within each second, so
 * that positions depend on the set of records only.
 *
 * @param transactions all transactions of those seconds in which the ledger has records, in any order
 */
export function placeFlows(
  ledger: FlowLedger,
  transactions: readonly NetworkTransaction[],
): readonly FlowsOfTransaction[] {
  const own = transactions.flatMap((transaction) => {
    const [first] = transaction.records.get(ledger.id) ?? [];
    return first === undefined ? [] : [{ transaction, at: first.position }];
  });
  const placed: FlowsOfTransaction[] = [];
  let second = -1;
  let rank = 0;
  for (const { transaction } of own.sort((a, b) => a.at - b.at)) {
    if (transaction.second !== second) rank = 0;
    second = transaction.second;
    const flows = flowsOf(ledger, transaction, rank);
    rank += flows.length;
    placed.push(flows);
  }
  return placed;
}

/** The flows of a ledger in one transaction, from a rank in its second on. */
export function flowsOf(ledger: FlowLedger, { second, records }: NetworkTransaction, rank: number): FlowsOfTransaction {
  const own = records.get(ledger.id) ?? [];
  const marks = marksFor({ records: new Map([...records].map(([id, all]) => [String(id), all])) }, String(ledger.id));
  const netted = netTransaction(own.map(nettedOf), addressesOf(own), marks, ledger.holdsWhole);
  const begins = new Map<NettedPart<number>, number>();
  for (const [at, { of }] of netted.entries()) if (of !== null && !begins.has(of)) begins.set(of, rank + at);
  const recordRank = rankOf(own[0]?.position ?? 0);
  return netted.map(({ from, to, amount, of, ...given }, at) => {
    const begin = of === null ? -1 : (begins.get(of) ?? -1);
    const pool = poolAt(positionAt(second, Math.max(begin, 0)));
    const isOfFee = of === null;
    return {
      ...{ position: positionAt(second, rank + at), from: from ?? pool, to: to ?? pool, amount, isFee: isOfFee },
      ...{ recordRank, transactionRank: rank, partRank: of?.hasPassedOn === true ? begin : -1 },
      marks: marksOf({ ...given, isFee: isOfFee }),
    };
  });
}

/** A record as netting takes it, by the ids of accounts. */
export const nettedOf = ({ fromId, toId, to, amount }: FlowRecord) => ({
  from: fromId,
  to: toId,
  amount,
  isFee: isFee({ to }),
});

/** Addresses of the accounts that records name. */
export function addressesOf(records: readonly FlowRecord[]): (id: number) => string {
  const addresses = new Map<number, string>();
  for (const { fromId, toId, from, to } of records) addresses.set(fromId, from).set(toId, to);
  return (id) => {
    const address = addresses.get(id);
    if (address === undefined) throw new RangeError(`no record here names account ${id}`);
    return address;
  };
}

function rankOf(position: number): number {
  return position - positionAt(secondOf(position), 0);
}
