import type { NetworkId } from '@assay/domain';
import type { AccountFacts } from '../labels/party-facts.ts';
import { countBelow } from '../records/count-below.ts';
import { mergeTransfers } from '../records/merge-transfers.ts';
import { NodeNames } from '../records/node-names.ts';
import { receive, spend } from '../records/ratios.ts';
import { FEE_SINK, ISSUER, type RawTransfer } from '../records/raw-records.ts';
import type { Direction, NodeId, Position, TransferRecord } from '../records/record.ts';
import type { AccountStore, Page, PageAsk, SubjectFacts, ZeroAmount } from '../walk/store.ts';
import { zeroAmountsTo } from '../walk/zero-amounts.ts';
import { type DerivableFacts, PartialLabelDeriver } from './partial-derived-labels.ts';
import type { LabelsOf, MissingSide, PartialHistory } from './partial-history.ts';

export interface PartialAccountsInput {
  readonly network: NetworkId;
  /** Canonical address the question is about: unlabelled throughout. */
  readonly subject: string;
  /** One per account; their order changes nothing. */
  readonly histories: readonly PartialHistory[];
  /** Accounts not fetched that a provider says are contracts. */
  readonly contracts?: ReadonlySet<string>;
  readonly labelsOf: LabelsOf;
  /** Whether labels are derived from what was read, as version 1 of the method does; they are by default. */
  readonly derive?: boolean;
  /**
   * A payment of the subject that a walk starts from, whether or not its history was read there: its subject is then a
   * node that has the records of this transaction alone. Where coins went through the subject otherwise, it is an
   * account like any other without a label.
   */
  readonly payment?: PartialPayment | undefined;
}

export interface PartialPayment {
  readonly transactionId: string;
  /** The subject's transfers in it, or more. */
  readonly transfers: readonly RawTransfer[];
}

/** What a walk could not read, and at which end of whose history. */
export interface UnreadState {
  readonly account: string;
  readonly side: MissingSide;
}

const AT_REST = { inflowShare: 1, covered: 1, outflowShare: 1 };

/**
 * Records of an account network as far as they were fetched: some accounts with a stretch of their history, all others
 * only as the other end of a transfer. Mass that arrives at a record not stored is R (docs/method, sections 2 and 3);
 * ratios are those of the whole history, because a stretch begins with its known balance. An account whose stretch
 * begins with an unknown balance, or that was not fetched, is not read at all.
 *
 * Where a record lies outside of the stored stretch of one of its ends, that end is a node of its own (`older` or
 * `newer` of the account) whose pages cannot be read.
 */
export class PartialAccountStore implements AccountStore {
  readonly ledger = 'account';
  readonly network: NetworkId;
  readonly #histories: ReadonlyMap<string, PartialHistory>;
  readonly #names = new NodeNames(0);
  readonly #inflows = new Map<NodeId, TransferRecord[]>();
  readonly #outflows = new Map<NodeId, TransferRecord[]>();
  readonly #transactionIds: readonly string[];
  readonly #records: readonly TransferRecord[];
  readonly #derived: PartialLabelDeriver;
  readonly #input: PartialAccountsInput;

  constructor(input: PartialAccountsInput) {
    this.network = input.network;
    this.#histories = new Map(input.histories.map((history) => [history.account, history]));
    this.#input = input;
    const { payment } = input;
    const starts = payment === undefined ? [] : [payment.transfers];
    const transfers = mergeTransfers([...input.histories.map((history) => history.transfers), ...starts]);
    this.#transactionIds = transfers.map(({ transactionId }) => transactionId);
    this.#records = this.#toRecords(transfers);
    this.#derived = new PartialLabelDeriver((address) => this.#factsFor(address), input.labelsOf);
  }

  async subject(address: string): Promise<SubjectFacts | null> {
    if (this.#input.payment !== undefined && address === this.#input.subject) return this.#payer();
    const history = this.#histories.get(address);
    if (history === undefined) return null;
    const node = this.#names.nodeOf(address);
    const [facts] = await this.accounts([node]);
    if (facts === undefined) return null;
    const inflows = this.#inflows.get(node) ?? [];
    const outflows = this.#outflows.get(node) ?? [];
    const times = [...inflows, ...outflows].map((record) => record.time);
    const isAll = history.from === null;
    const isShort = outflows.some((record) => record.covered < 1);
    const isAllListed = isAll && history.unread.received === 0n && history.unread.sent === 0n;
    if (times.length === 0 && isAllListed) return null;
    return {
      ...facts,
      inflows: inflows.length,
      outflows: outflows.length,
      firstTime: times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)),
      lastTime: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
      complete: isAll && history.isWhole && !isShort,
      ...(isAllListed ? {} : { unread: history.unread }),
    };
  }

  async page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly Page[]> {
    return asks.map((ask) => {
      const name = this.#names.nameOf(ask.node);
      const history = name === this.#paymentName ? WHOLE : this.#histories.get(name);
      // An empty page with more to come: the records are not stored.
      if (history === undefined) return { ask, records: [], more: true };
      const stored = (direction === 'bwd' ? this.#inflows : this.#outflows).get(ask.node) ?? [];
      if (direction === 'fwd') {
        const start = countBelow(stored, ask.position);
        const records = stored.slice(start, start + limit);
        return { ask, records, more: start + limit < stored.length || history.until !== null };
      }
      const end = countBelow(stored, ask.position + 1);
      const records = stored.slice(Math.max(0, end - limit), end).reverse();
      return { ask, records, more: end > limit || history.from !== null };
    });
  }

  async accounts(nodes: readonly NodeId[]): Promise<readonly AccountFacts[]> {
    const addresses = nodes.map((node) => this.#addressOf(node));
    const given = await this.#input.labelsOf(addresses);
    const derived = this.#input.derive === false ? [] : await this.#derived.labelsOf(addresses, given);
    return nodes.map((node, at) => {
      const address = addresses[at] ?? '';
      const own = derived[at] ?? null;
      const labels = given[at] ?? [];
      const history = this.#histories.get(this.#names.nameOf(node));
      // A walk knows the subject by its node and would take another one of it for somebody else.
      const isOtherSelf =
        address === this.#input.subject && (history === undefined || this.#input.payment !== undefined);
      return {
        node,
        address,
        role: roleOf(address),
        labels: isOtherSelf ? [] : own === null ? labels : [...labels, own],
        openingUnread: history === undefined || history.from !== null,
      };
    });
  }

  async transactionIds(positions: readonly Position[]): Promise<readonly string[]> {
    return positions.map((position) => {
      const id = this.#transactionIds[position - 1];
      if (id === undefined) throw new RangeError(`no record at position ${position}`);
      return id;
    });
  }

  async zeroAmountsTo(node: NodeId): Promise<readonly ZeroAmount[]> {
    const account = this.#addressOf(node);
    const history = this.#histories.get(account);
    if (history === undefined) return [];
    return zeroAmountsTo(
      history.transfers.filter(({ time }) => sideOf(history, time) === null),
      account,
    );
  }

  /** What a walk of the payment starts from: positions of its records to the subject (`bwd`) or from it. */
  startsOf(direction: Direction): readonly Position[] {
    const flows = direction === 'bwd' ? this.#inflows : this.#outflows;
    return (flows.get(this.#names.nodeOf(this.#paymentName)) ?? []).map(({ position }) => position);
  }

  /** What to fetch so that mass can go on at a node; null where everything there is stored. */
  unreadAt(node: NodeId, direction: Direction): UnreadState | null {
    const [account = '', side] = this.#names.nameOf(node).split(' ');
    if (side === 'older' || side === 'newer') return { account, side };
    const history = this.#histories.get(account);
    if (history === undefined) return { account, side: 'older' };
    if (direction === 'fwd') return history.until === null ? null : { account, side: 'newer' };
    return history.from === null ? null : { account, side: 'older' };
  }

  /** Number of stored records. */
  get size(): number {
    return this.#records.length;
  }

  get #paymentName(): string {
    return `${this.#input.subject} payment`;
  }

  /** The subject, as far as the payment has records of it. */
  async #payer(): Promise<SubjectFacts | null> {
    const node = this.#names.nodeOf(this.#paymentName);
    const [facts] = await this.accounts([node]);
    const [inflows, outflows] = [this.#inflows.get(node) ?? [], this.#outflows.get(node) ?? []];
    const [first] = [...inflows, ...outflows];
    if (facts === undefined || first === undefined) return null;
    const counts = { inflows: inflows.length, outflows: outflows.length };
    return { ...facts, ...counts, firstTime: first.time, lastTime: first.time, complete: false };
  }

  #factsFor(address: string): DerivableFacts | null {
    const history = this.#histories.get(address);
    const isContract = history?.isContract === true || this.#input.contracts?.has(address) === true;
    if (history === undefined) return isContract && roleOf(address) === 'account' ? { ...NO_FACTS, isContract } : null;
    const node = this.#names.nodeOf(address);
    const inflows = this.#inflows.get(node) ?? [];
    const outflows = (this.#outflows.get(node) ?? []).map(({ to, amount, time }) => {
      return { to: this.#addressOf(to), amount, time };
    });
    const paid = outflows.filter(({ to }) => to !== FEE_SINK);
    const met = new Set([...inflows.map(({ from }) => this.#addressOf(from)), ...paid.map(({ to }) => to)]);
    return {
      isContract,
      isAll: history.from === null,
      counterparties: Math.max(met.size, history.counterparties ?? 0),
      payments: paid,
    };
  }

  #addressOf(node: NodeId): string {
    return this.#names.nameOf(node).split(' ', 1)[0] ?? '';
  }

  #toRecords(transfers: readonly RawTransfer[]): readonly TransferRecord[] {
    const balances = new Map<string, bigint>();
    for (const { account, opening } of this.#histories.values()) balances.set(account, opening ?? 0n);
    const { subject, payment } = this.#input;
    return transfers.map(({ from, to, amount, time, transactionId }, index) => {
      const isSenderStored = this.#isStored(from, time);
      const isReceiverStored = this.#isStored(to, time);
      let { inflowShare, covered, outflowShare } = AT_REST;
      if (isSenderStored) {
        const step = spend(balances.get(from) ?? 0n, amount);
        balances.set(from, step.after);
        ({ covered, outflowShare } = step);
      }
      if (isReceiverStored) {
        const step = receive(balances.get(to) ?? 0n, amount);
        balances.set(to, step.after);
        ({ inflowShare } = step);
      }
      const ends = { from: this.#nodeAt(from, time), to: this.#nodeAt(to, time) };
      const record = { position: index + 1, ...ends, amount, inflowShare, covered, outflowShare, time };
      if (isReceiverStored) append(this.#inflows, this.#names.nodeOf(to), record);
      if (isSenderStored) append(this.#outflows, this.#names.nodeOf(from), record);
      if (transactionId === payment?.transactionId) {
        const start = this.#names.nodeOf(this.#paymentName);
        if (to === subject) append(this.#inflows, start, record);
        if (from === subject) append(this.#outflows, start, record);
      }
      return record;
    });
  }

  #isStored(address: string, time: number): boolean {
    const history = this.#histories.get(address);
    return history !== undefined && sideOf(history, time) === null;
  }

  #nodeAt(address: string, time: number): NodeId {
    const history = this.#histories.get(address);
    const side = history === undefined ? null : (sideOf(history, time) ?? (history.opening === null ? 'older' : null));
    return this.#names.nodeOf(side === null ? address : `${address} ${side}`);
  }
}

/** The records of a payment are all there. */
const WHOLE = { from: null, until: null };

const NO_FACTS = { isAll: false, counterparties: 0, payments: [] };

function roleOf(address: string): AccountFacts['role'] {
  if (address === FEE_SINK) return 'fee';
  return address === ISSUER ? 'issuer' : 'account';
}

/** On which side of the stored stretch a second is; null within it. */
function sideOf({ from, until }: PartialHistory, time: number): MissingSide | null {
  if (from !== null && time < from) return 'older';
  return until !== null && time > until ? 'newer' : null;
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
