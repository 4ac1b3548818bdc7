import { receive, spend } from '@assay/exposure';
import type { Netted } from './netted.ts';
import type { Transactions } from './transactions.ts';

/** Which of the two a row is, as stored. */
export const RECORD_AND_FLOW = 0;
export const RECORD_ALONE = 1;
export const FLOW_ALONE = 2;

/** Marks of a flow, as bits. The way its transaction was read has two bits of its own, which are 0 here: read whole. */
const RECEIVER_GAVE = 1;
const PAYER_RECEIVED = 2;

export const RANKS_PER_SECOND = 2 ** 21;
/** No part of the flow passed money on. A null would add eight bytes to each entry of an index. */
export const NO_PART = -1;

/** A row of any of the shapes; each takes what it has columns for. */
export interface Row {
  readonly position: number;
  /** Account number plus 1; a pool is minus the position of the first flow of its part, and has no row of its own. */
  readonly from: number;
  readonly to: number;
  readonly amount: number;
  readonly inflowShare: number;
  readonly covered: number;
  readonly outflowShare: number;
  readonly time: number;
  readonly block: number;
  readonly transactionIndex: number;
  /** Place among the records of its transaction. */
  readonly index: number;
  readonly transactionId: string;
  readonly shape: number;
  readonly marks: number;
  /** How far the first record of its transaction is before it, in positions. */
  readonly transactionOffset: number;
  /** The same of the first flow of its part, where an account passed money on. */
  readonly partOffset: number;
}

/** Rows as they are today: every record moves the balances of both ends. */
export function* rowsOfRecords(all: Transactions): Generator<Row> {
  const balances = new BigInt64Array(all.accounts);
  for (const { transaction, position } of placesOf(all, () => 0)) {
    for (const row of recordsOf(all, transaction, position)) {
      const amount = BigInt(row.amount);
      const paid = pay(balances, row.from - 1, amount);
      const inflowShare = take(balances, row.to - 1, amount);
      yield { ...row, inflowShare, covered: paid.covered, outflowShare: paid.outflowShare };
    }
  }
}

/** Rows of records and flows (docs/decisions/0148-netted-flows.md): only flows move balances. */
export function* rowsOfFlows(all: Transactions, { additions }: Netted): Generator<Row> {
  const balances = new BigInt64Array(all.accounts);
  const pools = new Map<number, bigint>();
  const added = (transaction: number) => additions.get(transaction)?.flows.length ?? 0;
  for (const { transaction, position } of placesOf(all, added)) {
    const { flows = [], isAlone = [] } = additions.get(transaction) ?? {};
    const rows = recordsOf(all, transaction, position).map((row, index) =>
      isAlone[index] === true ? { ...row, shape: RECORD_ALONE } : row,
    );
    const last = rows.at(-1);
    if (last === undefined) throw new RangeError(`transaction ${transaction} has no record`);
    for (const [index, { from, to, amount, partStart, isPassedOn }] of flows.entries()) {
      const place = last.position + 1 + index;
      const pool = -(last.position + 1 + partStart);
      const ends = { from: from === null ? pool : from + 1, to: to === null ? pool : to + 1 };
      const offsets = {
        transactionOffset: place - position,
        partOffset: isPassedOn ? index - partStart : NO_PART,
      };
      rows.push({ ...last, ...ends, ...offsets, position: place, amount, shape: FLOW_ALONE, transactionId: '' });
    }
    const moving = rows.filter(({ shape }) => shape !== RECORD_ALONE);
    const nets = new Map<number, bigint>();
    for (const { from, amount } of moving) {
      if (from > 0) nets.set(from, (nets.get(from) ?? 0n) + BigInt(amount));
    }
    const covered = new Map([...nets].map(([from, net]) => [from, pay(balances, from - 1, net).covered]));
    const gave = all.gave[transaction];
    const received = all.received[transaction];
    for (const row of rows) {
      if (row.shape === RECORD_ALONE) yield row;
      else {
        const amount = BigInt(row.amount);
        const inflowShare = row.to > 0 ? take(balances, row.to - 1, amount) : takeOfPool(pools, row.to, amount);
        const marks = (row.to === gave ? RECEIVER_GAVE : 0) + (row.from === received ? PAYER_RECEIVED : 0);
        yield { ...row, inflowShare, covered: covered.get(row.from) ?? 1, marks };
      }
    }
    pools.clear();
  }
}

/** Transactions with the position of their first record; `added` says how many flows follow its records. */
function* placesOf(all: Transactions, added: (transaction: number) => number) {
  let second = 0;
  let rank = 0;
  for (let transaction = 0; transaction < all.transactions; transaction += 1) {
    const time = all.time[transaction] ?? 0;
    if (time !== second) rank = 0;
    second = time;
    yield { transaction, position: time * RANKS_PER_SECOND + rank };
    rank += (all.first[transaction + 1] ?? 0) - (all.first[transaction] ?? 0) + added(transaction);
  }
}

function recordsOf(all: Transactions, transaction: number, position: number): Row[] {
  const [first = 0, end = 0, time = 0] = [all.first[transaction], all.first[transaction + 1], all.time[transaction]];
  const transactionId = transactionIdOf(transaction);
  return Array.from({ length: end - first }, (_, index) => ({
    position: position + index,
    from: (all.from[first + index] ?? 0) + 1,
    to: (all.to[first + index] ?? 0) + 1,
    amount: all.amount[first + index] ?? 0,
    inflowShare: 0,
    covered: 0,
    outflowShare: 0,
    time,
    block: Math.floor(time / 12),
    transactionIndex: transaction % 4,
    index,
    transactionId,
    shape: RECORD_AND_FLOW,
    marks: 0,
    transactionOffset: index,
    partOffset: NO_PART,
  }));
}

/** The id of a transaction by its number. */
export const transactionIdOf = (transaction: number): string =>
  `0x${scrambled(transaction)}${scrambled(transaction + 1)}`;

/** 32 hexadecimal digits that differ by number and are in no order, as those of a hash. */
function scrambled(number: number): string {
  let text = '';
  let word = number;
  for (let part = 0; part < 4; part += 1) {
    word = Math.imul(word ^ (word >>> 15) ^ part, 0x2c1b3c6d);
    word = Math.imul(word ^ (word >>> 12), 0x297a2d39) ^ number;
    text += (word >>> 0).toString(16).padStart(8, '0');
  }
  return text;
}

function pay(balances: BigInt64Array, account: number, amount: bigint): ReturnType<typeof spend> {
  const step = spend(balances[account] ?? 0n, amount);
  balances[account] = step.after;
  return step;
}

function take(balances: BigInt64Array, account: number, amount: bigint): number {
  const { after, inflowShare } = receive(balances[account] ?? 0n, amount);
  balances[account] = after;
  return inflowShare;
}

function takeOfPool(pools: Map<number, bigint>, pool: number, amount: bigint): number {
  const { after, inflowShare } = receive(pools.get(pool) ?? 0n, amount);
  pools.set(pool, after);
  return inflowShare;
}
