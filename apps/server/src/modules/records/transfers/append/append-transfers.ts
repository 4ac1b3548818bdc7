import { isRecord, type RawTransfer } from '@assay/exposure';
import type { PoolClient } from '../../../../platform/db/index.ts';
import { type AccountState, recordInflow, recordOutflow, uncountSinks } from '../accounts/account-balance.ts';
import { addAccounts, reserveAccounts, writeAccounts } from '../accounts/accounts.store.ts';
import { followChange } from '../flows/follow-change.ts';
import { type Ledger, openForWriting, raiseRevisionFrom } from '../ledgers/ledger.store.ts';
import { positionAt, secondOf } from '../positions.ts';
import {
  deletePositions,
  insertTransfers,
  latestPosition,
  type PositionedTransfer,
  readSeconds,
} from './append.store.ts';
import { compareInLedger, transferKey } from './record-key.ts';
import { rederiveAccounts } from './rederive-accounts.ts';

export interface AppendResult {
  readonly added: number;
  /** Records that were stored already. */
  readonly duplicates: number;
  /** Zero amounts and self transfers. */
  readonly ignored: number;
  readonly removed: number;
}

/** Changes to one transfer ledger: records to store, and keys of stored records to delete, by second. */
export interface LedgerChange {
  readonly add: readonly RawTransfer[];
  readonly remove?: readonly { readonly time: number; readonly key: string }[];
}

/**
 * Appends records and computes their ratios. For records in order it reads only the balances of the accounts involved.
 * For late records and records out of order it ranks their second again and derives the accounts they touch again. The
 * outcome depends only on the set of records. Must run inside a transaction; writers of one transfer ledger wait for
 * each other.
 */
export async function appendTransfers(client: PoolClient, ledger: Ledger, change: LedgerChange): Promise<AppendResult> {
  await openForWriting(client, ledger.id);
  const records = change.add.filter(isRecord);
  const ignored = change.add.length - records.length;
  const tip = secondOf(await latestPosition(client, ledger.id));
  const remove = change.remove ?? [];
  const touched = new Set<number>();
  for (const { time } of records) if (time <= tip) touched.add(time);
  for (const { time } of remove) if (time <= tip) touched.add(time);
  const held = await readSeconds(client, ledger.id, [...touched]);
  const plan = planSeconds(held, records, new Set(remove.map(({ key }) => key)));
  if (plan.insert.length === 0 && plan.remove.length === 0) {
    return { added: 0, duplicates: plan.duplicates, ignored, removed: 0 };
  }
  await applyPlan(client, ledger, plan);
  const { fromPosition, lateSeconds } = changedPlaces(plan, tip);
  await raiseRevisionFrom(client, ledger.id, plan.added - plan.dropped, fromPosition, lateSeconds);
  await followChange(client, ledger, [...plan.remove, ...plan.insert.map(({ record }) => record)]);
  return { added: plan.added, duplicates: plan.duplicates, ignored, removed: plan.dropped };
}

export interface Plan {
  /** Records to write, in order; those of a rewritten second are included again with new positions. */
  readonly insert: readonly Unplaced[];
  readonly remove: readonly PositionedTransfer[];
  readonly added: number;
  readonly duplicates: number;
  readonly dropped: number;
}

interface Unplaced {
  readonly record: RawTransfer;
  readonly position: number;
}

/** More late seconds are not listed one by one. */
const MOST_LATE_SECONDS = 10_000;

/** The position from which all records changed, and the earlier seconds that changed. */
function changedPlaces({ insert, remove }: Plan, tip: number): { fromPosition: number; lateSeconds: number[] } {
  const late = new Set<number>();
  let first = Number.MAX_SAFE_INTEGER;
  let firstBehind = Number.MAX_SAFE_INTEGER;
  for (const { position } of [...insert, ...remove]) {
    first = Math.min(first, position);
    if (secondOf(position) <= tip) late.add(secondOf(position));
    else firstBehind = Math.min(firstBehind, position);
  }
  if (late.size > MOST_LATE_SECONDS) return { fromPosition: first, lateSeconds: [] };
  return { fromPosition: firstBehind, lateSeconds: [...late].sort((a, b) => a - b) };
}

/** Decides which seconds change and ranks their records again; an unchanged second costs nothing. */
export function planSeconds(
  held: readonly PositionedTransfer[],
  add: readonly RawTransfer[],
  drop: ReadonlySet<string>,
): Plan {
  const insert: Unplaced[] = [];
  const remove: PositionedTransfer[] = [];
  let added = 0;
  let dropped = 0;
  for (const { before, arriving } of bySecond(held, add)) {
    const [only] = arriving;
    if (before.length === 0 && arriving.length === 1 && only !== undefined) {
      // Most seconds of most assets.
      insert.push({ record: only, position: positionAt(only.time, 0) });
      added += 1;
      continue;
    }
    const after = recordsAfter(before, arriving, drop);
    const known = new Map(before.map((record) => [transferKey(record), record]));
    const fresh = [...after.keys()].filter((key) => !known.has(key)).length;
    const lost = before.length - (after.size - fresh);
    const isUnchanged = fresh === 0 && lost === 0 && [...after].every(([key, record]) => known.get(key) === record);
    if (isUnchanged) continue;
    added += fresh;
    dropped += lost;
    remove.push(...before);
    const ordered = [...after.values()].sort(compareInLedger);
    for (const [rank, record] of ordered.entries()) insert.push({ record, position: positionAt(record.time, rank) });
  }
  return { insert, remove, added, duplicates: add.length - added, dropped };
}

/** Stored and new records together, second by second, in order of time. */
function* bySecond(held: readonly PositionedTransfer[], add: readonly RawTransfer[]) {
  const arrivals = add.toSorted((a, b) => a.time - b.time);
  let heldAt = 0;
  let addAt = 0;
  for (;;) {
    const second = Math.min(
      held[heldAt]?.time ?? Number.POSITIVE_INFINITY,
      arrivals[addAt]?.time ?? Number.POSITIVE_INFINITY,
    );
    if (second === Number.POSITIVE_INFINITY) return;
    const heldFrom = heldAt;
    const addFrom = addAt;
    while (held[heldAt]?.time === second) heldAt += 1;
    while (arrivals[addAt]?.time === second) addAt += 1;
    yield { before: held.slice(heldFrom, heldAt), arriving: arrivals.slice(addFrom, addAt) };
  }
}

async function applyPlan(client: PoolClient, ledger: Ledger, plan: Plan): Promise<void> {
  const addresses = new Set<string>();
  for (const { record } of plan.insert) addresses.add(record.from).add(record.to);
  for (const record of plan.remove) addresses.add(record.from).add(record.to);
  const { accounts, added } = await reserveAccounts(client, ledger.id, [...addresses]);
  const accountOf = (address: string): AccountState => {
    const account = accounts.get(address);
    if (account === undefined) throw new Error(`Account ${address} was not made`);
    return account;
  };
  const late = new Set<AccountState>();
  for (const record of plan.remove) {
    for (const account of [accountOf(record.from), accountOf(record.to)])
      if (account.role === 'account') late.add(account);
    uncountSinks(accountOf(record.from), accountOf(record.to), record);
  }
  for (const { record, position } of plan.insert) {
    for (const account of [accountOf(record.from), accountOf(record.to)])
      if (position <= account.lastPosition) late.add(account);
  }
  const placed = plan.insert.map(({ record, position }) =>
    place(record, position, accountOf(record.from), accountOf(record.to), late),
  );
  await deletePositions(
    client,
    ledger.id,
    plan.remove.map(({ position }) => position),
  );
  await insertTransfers(client, ledger.id, placed);
  await writeAccounts(
    client,
    ledger.id,
    [...accounts.values()].filter((account) => !late.has(account) && !added.has(account)),
  );
  // Nothing of a new account is late: all its records are among these.
  if (added.size > 0) await addAccounts(client, ledger.id, added);
  await rederiveAccounts(client, ledger.id, [...late]);
}

/** Gives a record its position, and the ratios of those ends that are not late; late ends get theirs afterwards. */
export function place(
  record: RawTransfer,
  position: number,
  from: AccountState,
  to: AccountState,
  late: ReadonlySet<AccountState>,
): PositionedTransfer {
  const out = late.has(from) ? NO_OUTFLOW : recordOutflow(from, record, position);
  const inflowShare = late.has(to) ? 0 : recordInflow(to, record, position);
  // Fields are listed one by one: a record from the database has its former position.
  return {
    block: record.block,
    transactionIndex: record.transactionIndex,
    transactionId: record.transactionId,
    kind: record.kind,
    index: record.index,
    ordinal: record.ordinal,
    from: record.from,
    to: record.to,
    amount: record.amount,
    time: record.time,
    position,
    fromId: from.id,
    toId: to.id,
    inflowShare,
    ...out,
  };
}

const NO_OUTFLOW = { covered: 0, outflowShare: 0 };

/**
 * The records of one second, by key, once `add` has arrived and `drop` has gone; what is both dropped and added is
 * replaced. A record without an index says nothing new beside one with an index that agrees in transaction, kind,
 * ends and amount: the same transfer from a source that counts log entries and from one that does not is held once.
 */
function recordsAfter(
  before: readonly RawTransfer[],
  add: readonly RawTransfer[],
  drop: ReadonlySet<string>,
): Map<string, RawTransfer> {
  const records = new Map(before.map((record) => [transferKey(record), record]));
  const gone = new Map<string, RawTransfer>();
  for (const [key, record] of records) if (drop.has(key)) gone.set(key, record);
  for (const key of gone.keys()) records.delete(key);
  for (const record of add) {
    const key = transferKey(record);
    if (records.has(key)) continue;
    const former = gone.get(key);
    records.set(key, former !== undefined && saysTheSame(former, record) ? former : record);
  }
  if ([...records.values()].every(({ index }) => index !== null)) return records;
  const indexed = new Map<string, number>();
  for (const record of records.values()) {
    if (record.index !== null) indexed.set(contentOf(record), (indexed.get(contentOf(record)) ?? 0) + 1);
  }
  for (const [key, record] of records) {
    if (record.index === null && record.ordinal < (indexed.get(contentOf(record)) ?? 0)) records.delete(key);
  }
  return records;
}

function contentOf({ transactionId, kind, from, to, amount }: RawTransfer): string {
  return `${transactionId} ${kind} ${from} ${to} ${amount}`;
}

function saysTheSame(a: RawTransfer, b: RawTransfer): boolean {
  return contentOf(a) === contentOf(b) && a.block === b.block && a.transactionIndex === b.transactionIndex;
}
