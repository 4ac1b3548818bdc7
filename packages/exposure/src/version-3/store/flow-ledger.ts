import type { NodeNames } from '../../records/node-names.ts';
import { FEE_SINK, ISSUER } from '../../records/raw-records.ts';
import type { NodeId, Position } from '../../records/record.ts';
import type { Flow } from '../flow.ts';
import { type AssetTransaction, isFee, marksFor } from './asset-transactions.ts';
import { type BalanceRule, type FlowBalances, type FlowToSettle, pay, settleFlows, take } from './flow-ratios.ts';
import type { FlowPart } from './flow-store.ts';
import { type NettedFlow, type NettedPart, netTransaction } from './net-transaction.ts';

/** What a transaction added. */
export interface AddedTransaction {
  /** By position. */
  readonly flows: readonly Flow[];
  /** Parts in which an account passed money on, by number: the position of the first flow. */
  readonly parts: ReadonlyMap<number, FlowPart>;
  /** First position after it. */
  readonly next: Position;
}

/** A flow at its place, before its ratios. */
interface PlacedFlow extends FlowToSettle, Pick<Flow, 'hasReceiverGiven' | 'hasPayerReceived' | 'reading'> {
  readonly position: Position;
  readonly of: NettedPart<NodeId> | null;
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
    const records = (transaction.records.get(this.#asset) ?? []).map(({ from, to, amount }) => ({
      from: this.#names.nodeOf(from),
      to: this.#names.nodeOf(to),
      amount,
      isFee: isFee({ to }),
    }));
    const marks = marksFor(transaction, this.#asset);
    const netted = netTransaction(records, (node) => this.#names.nameOf(node), marks, isReadWhole);
    const placed = this.#placed(netted, first, first + records.length);
    const numbers = new Map<NettedPart<NodeId>, Position>();
    for (const { of, position } of placed) if (of?.hasPassedOn === true && !numbers.has(of)) numbers.set(of, position);
    const ratios = settleFlows(placed, this.#running);
    const flows = placed.map(({ isFee: _isFee, of, ...flow }, index): Flow => {
      const { inflowShare = 0, covered = 0 } = ratios[index] ?? {};
      const part = of === null ? null : (numbers.get(of) ?? null);
      return { ...flow, transaction: first, inflowShare, covered, part, time: transaction.time };
    });
    const parts = new Map(
      [...numbers].map(([{ part }, number]) => [
        number,
        { part, payers: this.#payersOf(flows.filter((flow) => flow.part === number)) },
      ]),
    );
    const added = netted.filter(({ record }) => record === null).length;
    return { flows, parts, next: first + records.length + added };
  }

  readonly #running: FlowBalances<FlowToSettle> = {
    pay: (payer, amount) => {
      const { after, covered } = pay(this.#ruleOf(payer), this.balanceOf(payer), amount);
      this.#balances.set(payer, after);
      return covered;
    },
    take: ({ to, amount }) => {
      const { after, inflowShare } = take(this.#ruleOf(to), this.balanceOf(to), amount);
      this.#balances.set(to, after);
      return inflowShare;
    },
  };

  /** Flows of parts that are not plain begin after the records; a pool is named by where those of its part begin. */
  #placed(netted: readonly NettedFlow<NodeId>[], first: Position, after: Position): readonly PlacedFlow[] {
    const begins = new Map<NettedPart<NodeId>, Position>();
    let next = after;
    return netted.map(({ from, to, record, ...flow }) => {
      const position = record === null ? next++ : first + record;
      if (flow.of !== null && !begins.has(flow.of)) begins.set(flow.of, position);
      const begin = flow.of === null ? position : (begins.get(flow.of) ?? position);
      return {
        ...flow,
        ...{ position, from: from ?? this.#poolAt(begin), to: to ?? this.#poolAt(begin), isFee: flow.of === null },
      };
    });
  }

  #poolAt(first: Position): NodeId {
    const pool = this.#names.nodeOf(`pool at ${first}`);
    this.#pools.add(pool);
    return pool;
  }

  #ruleOf(node: NodeId): BalanceRule {
    if (this.#pools.has(node)) return 'pool';
    const name = this.#names.nameOf(node);
    return name === FEE_SINK || name === ISSUER ? 'none' : 'account';
  }

  #payersOf(flows: readonly Flow[]): FlowPart['payers'] {
    const ofPayers = flows.filter(({ from }) => !this.#pools.has(from));
    return new Map(
      ofPayers.map(({ from, covered, hasPayerReceived }) => [from, { covered, hasReceived: hasPayerReceived }]),
    );
  }
}
