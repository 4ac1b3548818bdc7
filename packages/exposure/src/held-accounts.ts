import type { NetworkId } from '@assay/domain';
import { type DerivableFacts, HeldDeriver } from './held-derive.ts';
import type { HeldHistory, LabelsOf, MissingSide } from './held-history.ts';
import { countBelow } from './memory-accounts.ts';
import { NodeNames } from './memory-nodes.ts';
import { mergeTransfers } from './merge-transfers.ts';
import { receive, spend } from './ratios.ts';
import { FEE_SINK, ISSUER, type RawTransfer } from './raw-records.ts';
import type { Direction, NodeId, Position, TransferRecord } from './record.ts';
import type { AccountFacts, AccountStore, Page, PageAsk, SubjectFacts, ZeroAmount } from './store.ts';
import { zeroAmountsTo } from './zero-amounts.ts';

export interface HeldAccountsInput {
  readonly network: NetworkId;
  /** Canonical address the question is about: unlabelled throughout. */
  readonly subject: string;
  /** One per account; their order changes nothing. */
  readonly histories: readonly HeldHistory[];
  /** Accounts not fetched that a provider says are contracts. */
  readonly contracts?: ReadonlySet<string>;
  readonly labelsOf: LabelsOf;
}

/** What a walk could not read, and at which end of whose history. */
export interface UnreadPlace {
  readonly account: string;
  readonly side: MissingSide;
}

const AT_REST = { inflowShare: 1, covered: 1, outflowShare: 1 };

/**
 * Records of an account network as far as they were fetched: some accounts with a stretch of their history, all others
 * only as the other end of a transfer. Mass that comes to a place nobody holds is R (docs/method, sections 2 and 3);
 * ratios are those of the whole history, because a stretch begins with its known balance. An account whose stretch
 * begins with an unknown balance, or that was not fetched, is read by nobody.
 *
 * Where a record lies outside of the stretch held of one of its ends, that end is a node of its own (`older` or
 * `newer` of the account) whose pages cannot be read.
 */
export class HeldAccountStore implements AccountStore {
  readonly ledger = 'account';
  readonly network: NetworkId;
  readonly #histories: ReadonlyMap<string, HeldHistory>;
  readonly #names = new NodeNames(0);
  readonly #inflows = new Map<NodeId, TransferRecord[]>();
  readonly #outflows = new Map<NodeId, TransferRecord[]>();
  readonly #transactionIds: readonly string[];
  readonly #records: readonly TransferRecord[];
  readonly #derived: HeldDeriver;
  readonly #input: HeldAccountsInput;

  constructor(input: HeldAccountsInput) {
    this.network = input.network;
    this.#histories = new Map(input.histories.map((history) => [history.account, history]));
    this.#input = input;
    const transfers = mergeTransfers(input.histories.map((history) => history.transfers));
    this.#transactionIds = transfers.map(({ transactionId }) => transactionId);
    this.#records = this.#place(transfers);
    this.#derived = new HeldDeriver((address) => this.#factsFor(address), input.labelsOf);
  }

  async subject(address: string): Promise<SubjectFacts | null> {
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
    if (times.length === 0 && isAll) return null;
    return {
      ...facts,
      inflows: inflows.length,
      outflows: outflows.length,
      firstTime: times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)),
      lastTime: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
      complete: isAll && history.isWhole && !isShort,
      ...(isAll ? {} : { unread: history.unread }),
    };
  }

  async page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly Page[]> {
    return asks.map((ask) => {
      const history = this.#histories.get(this.#names.nameOf(ask.node));
      // An empty page with more to come: records that nobody holds.
      if (history === undefined) return { ask, records: [], more: true };
      const held = (direction === 'bwd' ? this.#inflows : this.#outflows).get(ask.node) ?? [];
      if (direction === 'fwd') {
        const start = countBelow(held, ask.position);
        const records = held.slice(start, start + limit);
        return { ask, records, more: start + limit < held.length || history.until !== null };
      }
      const end = countBelow(held, ask.position + 1);
      const records = held.slice(Math.max(0, end - limit), end).reverse();
      return { ask, records, more: end > limit || history.from !== null };
    });
  }

  async accounts(nodes: readonly NodeId[]): Promise<readonly AccountFacts[]> {
    const addresses = nodes.map((node) => this.#addressOf(node));
    const given = await this.#input.labelsOf(addresses);
    const derived = await this.#derived.labelsOf(addresses, given);
    return nodes.map((node, at) => {
      const address = addresses[at] ?? '';
      const own = derived[at] ?? null;
      const labels = given[at] ?? [];
      const history = this.#histories.get(this.#names.nameOf(node));
      // A walk knows the subject by its node and would take another one of it for somebody else.
      const isOtherSelf = history === undefined && address === this.#input.subject;
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

  /** What to fetch so that mass can go on at a node; null where everything there is held. */
  unreadAt(node: NodeId, direction: Direction): UnreadPlace | null {
    const [account = '', side] = this.#names.nameOf(node).split(' ');
    if (side === 'older' || side === 'newer') return { account, side };
    const history = this.#histories.get(account);
    if (history === undefined) return { account, side: 'older' };
    if (direction === 'fwd') return history.until === null ? null : { account, side: 'newer' };
    return history.from === null ? null : { account, side: 'older' };
  }

  /** Number of records held. */
  get size(): number {
    return this.#records.length;
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

  #place(transfers: readonly RawTransfer[]): readonly TransferRecord[] {
    const balances = new Map<string, bigint>();
    for (const { account, opening } of this.#histories.values()) balances.set(account, opening ?? 0n);
    return transfers.map(({ from, to, amount, time }, index) => {
      const isSenderHeld = this.#isHeld(from, time);
      const isReceiverHeld = this.#isHeld(to, time);
      let { inflowShare, covered, outflowShare } = AT_REST;
      if (isSenderHeld) {
        const step = spend(balances.get(from) ?? 0n, amount);
        balances.set(from, step.after);
        ({ covered, outflowShare } = step);
      }
      if (isReceiverHeld) {
        const step = receive(balances.get(to) ?? 0n, amount);
        balances.set(to, step.after);
        ({ inflowShare } = step);
      }
      const ends = { from: this.#nodeAt(from, time), to: this.#nodeAt(to, time) };
      const record = { position: index + 1, ...ends, amount, inflowShare, covered, outflowShare, time };
      if (isReceiverHeld) append(this.#inflows, this.#names.nodeOf(to), record);
      if (isSenderHeld) append(this.#outflows, this.#names.nodeOf(from), record);
      return record;
    });
  }

  #isHeld(address: string, time: number): boolean {
    const history = this.#histories.get(address);
    return history !== undefined && sideOf(history, time) === null;
  }

  #nodeAt(address: string, time: number): NodeId {
    const history = this.#histories.get(address);
    const side = history === undefined ? null : (sideOf(history, time) ?? (history.opening === null ? 'older' : null));
    return this.#names.nodeOf(side === null ? address : `${address} ${side}`);
  }
}

const NO_FACTS = { isAll: false, counterparties: 0, payments: [] };

function roleOf(address: string): AccountFacts['role'] {
  if (address === FEE_SINK) return 'fee';
  return address === ISSUER ? 'issuer' : 'account';
}

/** On which side of the stretch held a second lies; null within it. */
function sideOf({ from, until }: HeldHistory, time: number): MissingSide | null {
  if (from !== null && time < from) return 'older';
  return until !== null && time > until ? 'newer' : null;
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
