import { compareText } from '../../records/compare-text.ts';
import type { NodeNames } from '../../records/node-names.ts';
import { receive, spend } from '../../records/ratios.ts';
import type { NodeId, Position } from '../../records/record.ts';
import type { Flow, TransactionReading } from '../flow.ts';
import type { Movement } from '../netting/pair-amounts.ts';
import { type Part, partsOf, passedOn } from '../netting/part.ts';
import { flowsOf } from '../netting/part-flows.ts';
import { type AssetTransaction, isFee, marksFor, type TransactionMarks } from './asset-transactions.ts';
import type { FlowPart } from './flow-store.ts';

/** A record, or a flow before its ratios, at its place. */
interface Placed extends Movement<NodeId> {
  readonly position: Position;
}

/** What the flows of one transaction share. */
interface Setting {
  readonly transaction: Position;
  readonly time: number;
  readonly marks: TransactionMarks;
  readonly isReadWhole: boolean;
}

/** What a transaction added. */
export interface AddedTransaction {
  /** By position. */
  readonly flows: readonly Flow[];
  /** Parts in which an account passed money on, by number: the position of the first flow. */
  readonly parts: ReadonlyMap<number, FlowPart>;
  /** First position after it. */
  readonly next: Position;
}

/**
 * Adds transactions to the flows of one asset, in their order, and keeps the running balances that fix the ratios
 * (docs/method/3, section 4).
 */
export class FlowLedger {
  readonly #asset: string;
  readonly #names: NodeNames;
  readonly #openings: ReadonlyMap<string, bigint>;
  /** Base units; of a pool, what it has received. */
  readonly #balances = new Map<NodeId, bigint>();
  readonly #pools = new Set<NodeId>();

  /** @param openings Balances by address before the first transaction, base units; 0 where there is none. */
  constructor(asset: string, names: NodeNames, openings: ReadonlyMap<string, bigint>) {
    this.#asset = asset;
    this.#names = names;
    this.#openings = openings;
  }

  balanceOf(node: NodeId): bigint {
    return this.#balances.get(node) ?? this.#openings.get(this.#names.nameOf(node)) ?? 0n;
  }

  isPool(node: NodeId): boolean {
    return this.#pools.has(node);
  }

  /**
   * @param first Position of its first record.
   * @param isReadWhole Whether all its records of all assets were read (section 13).
   */
  add(transaction: AssetTransaction, first: Position, isReadWhole: boolean): AddedTransaction {
    const records = (transaction.records.get(this.#asset) ?? []).map(({ from, to, amount }, index) => ({
      from: this.#names.nodeOf(from),
      to: this.#names.nodeOf(to),
      amount,
      position: first + index,
      isFee: isFee({ to }),
    }));
    const marks = marksFor(transaction, this.#asset);
    const setting = { transaction: first, time: transaction.time, marks, isReadWhole };
    const flows: Flow[] = records.filter((record) => record.isFee).map((fee) => this.#feeFlow(fee, setting));
    const moved = records.filter((record) => !record.isFee);
    const parts = new Map<number, FlowPart>();
    let next = first + records.length;
    for (const part of partsOf(moved, this.#compareAddresses)) {
      const placed = part.isPlain ? moved.filter(({ from }) => part.nets.has(from)) : this.#placed(part, next);
      if (!part.isPlain) next += placed.length;
      const number = passedOn(part).length > 0 ? (placed[0]?.position ?? null) : null;
      const added = this.#flowsOfPart(part, placed, number, setting);
      for (const flow of added) flows.push(flow);
      if (number !== null) parts.set(number, { part, payers: this.#payersOf(added) });
    }
    return { flows: flows.toSorted((a, b) => a.position - b.position), parts, next };
  }

  readonly #compareAddresses = (a: NodeId, b: NodeId): number =>
    compareText(this.#names.nameOf(a), this.#names.nameOf(b));

  /** The flows of a part that is not plain, one after the other; its pool is named by where they begin. */
  #placed(part: Part<NodeId>, first: Position): readonly Placed[] {
    return flowsOf(part).map(({ from, to, amount }, index) => ({
      position: first + index,
      from: from ?? this.#poolAt(first),
      to: to ?? this.#poolAt(first),
      amount,
    }));
  }

  #poolAt(first: Position): NodeId {
    const pool = this.#names.nodeOf(`pool at ${first}`);
    this.#pools.add(pool);
    return pool;
  }

  #feeFlow({ position, from, to, amount }: Placed, { transaction, time }: Setting): Flow {
    const covered = this.#pay(from, amount);
    const inflowShare = this.#take(to, amount);
    const marks = { hasReceiverGiven: false, hasPayerReceived: false, reading: 'whole', part: null } as const;
    return { position, transaction, from, to, amount, inflowShare, covered, ...marks, time };
  }

  #flowsOfPart(
    { nets }: Part<NodeId>,
    placed: readonly Placed[],
    part: number | null,
    { transaction, time, marks, isReadWhole }: Setting,
  ): readonly Flow[] {
    const covered = new Map<NodeId, number>();
    for (const [account, net] of nets) if (net < 0n) covered.set(account, this.#pay(account, -net));
    return placed.map(({ position, from, to, amount }) => ({
      position,
      transaction,
      from,
      to,
      amount,
      inflowShare: this.#take(to, amount),
      // Only a pool is no payer of the part; it pays what it received.
      covered: covered.get(from) ?? 1,
      hasReceiverGiven: marks.gave.has(this.#names.nameOf(to)),
      hasPayerReceived: marks.received.has(this.#names.nameOf(from)),
      reading: isReadWhole || this.#pools.has(to) ? 'whole' : readingOf(marks, this.#names.nameOf(to)),
      part,
      time,
    }));
  }

  #payersOf(flows: readonly Flow[]): FlowPart['payers'] {
    const ofPayers = flows.filter(({ from }) => !this.#pools.has(from));
    return new Map(
      ofPayers.map(({ from, covered, hasPayerReceived }) => [from, { covered, hasReceived: hasPayerReceived }]),
    );
  }

  #pay(account: NodeId, amount: bigint): number {
    const { after, covered } = spend(this.balanceOf(account), amount);
    this.#balances.set(account, after);
    return covered;
  }

  #take(account: NodeId, amount: bigint): number {
    const { after, inflowShare } = receive(this.balanceOf(account), amount);
    this.#balances.set(account, after);
    return inflowShare;
  }
}

const readingOf = (marks: TransactionMarks, receiver: string): TransactionReading =>
  marks.hasSenderWithOthers(receiver) ? 'unread' : 'bad_counts';
