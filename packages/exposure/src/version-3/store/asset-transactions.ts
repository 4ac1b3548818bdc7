import { compareTransfers, FEE_SINK, isRecord, type RawTransfer } from '../../records/raw-records.ts';

/** One transfer, and the asset that it moves. */
export interface AssetTransfer extends RawTransfer {
  readonly asset: string;
}

/** One transaction: its records in all assets, by asset, each in the total order. */
export interface AssetTransaction {
  readonly id: string;
  /** Unix seconds. */
  readonly time: number;
  readonly records: ReadonlyMap<string, readonly AssetTransfer[]>;
}

/** What other assets and the way it was read say of a transaction, to the flows of one asset. */
export interface TransactionMarks {
  /** Accounts that gave, net, another asset; and those that received one. */
  readonly gave: ReadonlySet<string>;
  readonly received: ReadonlySet<string>;
  /**
   * Whether somebody who sent the account anything, in any asset, has records with anybody else (docs/method/3,
   * section 13).
   */
  hasSenderWithOthers(account: string): boolean;
}

/** Whether a record is a fee, which is left out of parts and nets. */
export const isFee = ({ to }: Pick<RawTransfer, 'to'>): boolean => to === FEE_SINK;

/**
 * Transfers of any assets of a network as transactions, in the total order of docs/method/3, section 3. What is no
 * record is left out, and of records of one asset at one place the first is kept.
 *
 * @param transfers In any order, and twice if need be.
 * @throws RangeError where records of one transaction are of two blocks: they would be netted as one event
 */
export function assetTransactions(transfers: readonly AssetTransfer[]): readonly AssetTransaction[] {
  const ordered = transfers.filter(isRecord).toSorted(compareTransfers);
  return [...Map.groupBy(ordered, ({ transactionId }) => transactionId)].map(([id, all]) => {
    const [first, last] = [all[0]?.block, all.at(-1)?.block];
    if (first !== last) throw new RangeError(`transaction ${id} is in block ${first} and in block ${last}`);
    return {
      id,
      time: all[0]?.time ?? 0,
      records: new Map([...Map.groupBy(all, ({ asset }) => asset)].map(([asset, own]) => [asset, withoutTwins(own)])),
    };
  });
}

const withoutTwins = (records: readonly AssetTransfer[]): readonly AssetTransfer[] =>
  records.filter((record, index) => {
    const before = records[index - 1];
    return before === undefined || compareTransfers(before, record) !== 0;
  });

/** Records of one transaction by asset, with what its marks are read from. */
export interface MovedAssets {
  readonly records: ReadonlyMap<string, readonly Pick<RawTransfer, 'from' | 'to' | 'amount'>[]>;
}

/** The marks that a transaction has for the flows of one asset. */
export function marksFor({ records }: MovedAssets, asset: string): TransactionMarks {
  const gave = new Set<string>();
  const received = new Set<string>();
  const others = new Map<string, Set<string>>();
  const senders = new Map<string, Set<string>>();
  for (const [each, all] of records) {
    const nets = new Map<string, bigint>();
    for (const { from, to, amount } of all.filter((record) => !isFee(record))) {
      nets.set(from, (nets.get(from) ?? 0n) - amount);
      nets.set(to, (nets.get(to) ?? 0n) + amount);
      setOf(others, from).add(to);
      setOf(others, to).add(from);
      setOf(senders, to).add(from);
    }
    if (each === asset) continue;
    for (const [account, net] of nets) {
      if (net < 0n) gave.add(account);
      if (net > 0n) received.add(account);
    }
  }
  return {
    gave,
    received,
    hasSenderWithOthers: (account) =>
      [...setOf(senders, account)].some((sender) => [...setOf(others, sender)].some((other) => other !== account)),
  };
}

function setOf<K, V>(sets: Map<K, Set<V>>, key: K): Set<V> {
  const known = sets.get(key);
  if (known !== undefined) return known;
  const made = new Set<V>();
  sets.set(key, made);
  return made;
}
