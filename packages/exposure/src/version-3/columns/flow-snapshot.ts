import type { NetworkId } from '@assay/domain';
import { FIRST_OUT, FLAGS, IS_FEE, IS_ISSUER, LAST_IN } from '../../columns/account-rows.ts';
import { compareText } from '../../records/compare-text.ts';
import type { Direction, NodeId, Position } from '../../records/record.ts';
import type { LabelClaim, PageAsk } from '../../walk/store.ts';
import type { Flow } from '../flow.ts';
import { partsOf } from '../netting/part.ts';
import type { FlowPage, FlowPart, FlowParty, FlowSubject } from '../store/flow-store.ts';
import type { FlowReading } from '../walk/reading.ts';
import type { FoundByWalk, WalkingStore, WalkTask } from '../walk/walk-task.ts';
import type { AccountFacts } from './account-facts.ts';
import type { FlowLabels } from './flow-labels.ts';
import { amountOf, FIRST_SHORT, type FlowTables, IS_POOL, IS_SAMPLE } from './flow-tables.ts';
import * as at from './line.ts';
import { walkColumns } from './walk/own-walk.ts';
import type { WalkableFlows } from './walkable-flows.ts';

/** Flows in columns at one moment: those up to its last one, and the labels of then. */
export class FlowSnapshot implements WalkingStore, WalkableFlows {
  readonly ledger = 'account';
  readonly network: NetworkId;
  readonly tables: FlowTables;
  readonly labels: FlowLabels;
  /** The last line that counts. */
  readonly lastLine: number;
  readonly #facts: AccountFacts;

  constructor(tables: FlowTables, labels: FlowLabels, facts: AccountFacts, lastLine: number) {
    this.network = tables.network;
    this.tables = tables;
    this.labels = labels;
    this.lastLine = lastLine;
    this.#facts = facts;
  }

  /** What is said of the address beside its flows is of the present. */
  async subject(address: string): Promise<FlowSubject | null> {
    const account = this.tables.addresses.find(address);
    if (account === null || this.#isPool(account)) return null;
    const { opening, differsFromStated, firstTime, lastTime } = this.#facts.of(account);
    if (firstTime === null && this.lastIn(account) === 0 && this.#firstOut(account) === 0) return null;
    const short = this.#ifInSnapshot(this.tables.accounts.word(account, FIRST_SHORT));
    return {
      ...this.partyOf(account),
      address,
      opening,
      firstShortfall: short === 0 ? null : at.positionOf(this.tables.log, short),
      differsFromStated,
      firstTime,
      lastTime,
    };
  }

  async page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly FlowPage[]> {
    return asks.map((ask) => this.#pageOf(direction, ask, limit));
  }

  async accounts(nodes: readonly NodeId[]): Promise<readonly FlowParty[]> {
    return nodes.map((node) => this.partyOf(node - this.tables.firstNode));
  }

  async transactionIds(positions: readonly Position[]): Promise<readonly string[]> {
    const { log, transactions } = this.tables;
    const lines = positions.map((position) => this.#lineOfTransaction(position));
    return transactions.textsOf(lines.map((line) => log.word(line, at.TRANSACTION)));
  }

  async parts(numbers: readonly number[]): Promise<readonly FlowPart[]> {
    return numbers.map((number) => this.partOf(number));
  }

  /** The walk of this store, on its tables. */
  walk(reading: FlowReading, task: WalkTask): Promise<FoundByWalk> {
    return walkColumns(this, reading, task);
  }

  /** The same flows, had nobody made a claim of any address. */
  without(claim: LabelClaim): FlowSnapshot {
    return new FlowSnapshot(this.tables, this.labels.without(claim), this.#facts, this.lastLine);
  }

  /** Node of an address that flows or facts name, else null. */
  nodeOf(address: string): NodeId | null {
    const account = this.tables.addresses.find(address);
    return account === null || this.#isPool(account) ? null : this.tables.firstNode + account;
  }

  /** All flows in order: for tests. */
  *flows(): Generator<Flow> {
    for (const line of this.tables.order.all()) if (line <= this.lastLine) yield this.flowOf(line);
  }

  flowOf(line: number): Flow {
    const { log, covered, firstNode } = this.tables;
    const time = log.word(line, at.TIME);
    const word = log.word(line, at.RANK);
    const part = log.word(line, at.PART);
    return {
      position: at.positionAt(time, at.rankIn(word)),
      transaction: at.positionAt(time, log.word(line, at.FIRST_RANK)),
      from: firstNode + log.word(line, at.FROM),
      to: firstNode + log.word(line, at.TO),
      amount: amountOf(this.tables, line),
      inflowShare: log.double(line, at.INFLOW_SHARE),
      covered: covered.shareAt(log.word(line, at.COVERED)),
      ...at.marksIn(word),
      part: part === 0 ? null : part,
      time,
    };
  }

  partyOf(account: number): FlowParty {
    const { accounts, addresses, firstNode } = this.tables;
    const node = firstNode + account;
    const flags = accounts.word(account, FLAGS);
    if ((flags & IS_POOL) !== 0) return { node, address: null, role: 'pool', labels: [], isSample: false };
    return {
      node,
      address: addresses.addressOf(account),
      role: (flags & IS_FEE) !== 0 ? 'fee' : (flags & IS_ISSUER) !== 0 ? 'issuer' : 'account',
      labels: this.labels.labelsOf(account),
      isSample: (flags & IS_SAMPLE) !== 0,
    };
  }

  /** @throws RangeError where no part has this number */
  partOf(number: number): FlowPart {
    const { partRecords, addresses, firstNode, log, covered } = this.tables;
    const records = partRecords
      .recordsOf(number)
      .map(({ from, to, amount }) => ({ from: firstNode + from, to: firstNode + to, amount }));
    const addressOf = (node: NodeId): string => addresses.addressOf(node - firstNode);
    const [part] = partsOf(records, (a, b) => compareText(addressOf(a), addressOf(b)));
    if (part === undefined) throw new RangeError(`no part ${number} in which money was passed on`);
    const payers = new Map<NodeId, { readonly covered: number; readonly hasReceived: boolean }>();
    for (const line of this.#linesOfPart(number)) {
      const word = log.word(line, at.RANK);
      if ((word & at.IS_FROM_POOL) !== 0) continue;
      payers.set(firstNode + log.word(line, at.FROM), {
        covered: covered.shareAt(log.word(line, at.COVERED)),
        hasReceived: at.marksIn(word).hasPayerReceived,
      });
    }
    return { part, payers };
  }

  lineAt(position: Position): number {
    return this.#ifInSnapshot(this.tables.order.lineAt(position));
  }

  lastInBeforePart(account: number, line: number): number {
    const { log } = this.tables;
    const own = this.#linesOfPart(log.word(line, at.PART)).find((one) => log.word(one, at.FROM) === account);
    if (own === undefined) throw new RangeError(`account ${account} pays nothing in the part of line ${line}`);
    return log.word(own, at.FROM_PREVIOUS_IN);
  }

  /** Lines of the flows of a part, in order. */
  #linesOfPart(number: number): readonly number[] {
    const { log, order, partRecords } = this.tables;
    return order.linesOf(partRecords.timeOf(number)).filter((line) => log.word(line, at.PART) === number);
  }

  /** Last flow into an account, 0 for none. */
  lastIn(account: number): number {
    let line = this.tables.accounts.word(account, LAST_IN);
    while (line > this.lastLine) line = this.tables.log.word(line, at.TO_PREVIOUS_IN);
    return line;
  }

  /** Last flow into an account at or before a position, 0 for none; near the end or beside a flow, nothing is searched. */
  lastInUpTo(account: number, position: Position): number {
    const { log } = this.tables;
    let line = this.#besideIn(account, position) ?? this.lastIn(account);
    while (line !== 0 && at.positionOf(log, line) > position) line = log.word(line, at.TO_PREVIOUS_IN);
    return line;
  }

  /** A flow into the account after which none is at or before the position, where one of the next flow's ends leads there. */
  #besideIn(account: number, position: Position): number | null {
    const { log } = this.tables;
    const after = position === Number.POSITIVE_INFINITY ? 0 : this.lineAt(position + 1);
    if (after === 0) return null;
    if (log.word(after, at.TO) === account) return after;
    return log.word(after, at.FROM) === account ? log.word(after, at.FROM_PREVIOUS_IN) : null;
  }

  #pageOf(direction: Direction, ask: PageAsk, limit: number): FlowPage {
    const { log } = this.tables;
    const account = ask.node - this.tables.firstNode;
    const isBack = direction === 'bwd';
    const records: Flow[] = [];
    let line = isBack ? this.lastInUpTo(account, ask.position) : this.#firstOutFrom(account, ask.position);
    while (line !== 0 && records.length < limit) {
      records.push(this.flowOf(line));
      line = isBack ? log.word(line, at.TO_PREVIOUS_IN) : this.#ifInSnapshot(log.word(line, at.FROM_NEXT_OUT));
    }
    return { ask, records, more: line !== 0 };
  }

  #firstOutFrom(account: number, position: Position): number {
    const { log } = this.tables;
    const [here, before] = position === 0 ? [0, 0] : [this.lineAt(position), this.lineAt(position - 1)];
    const isOwn = (line: number): boolean => line !== 0 && log.word(line, at.FROM) === account;
    let line = isOwn(here) ? here : isOwn(before) ? before : this.#firstOut(account);
    while (line !== 0 && at.positionOf(log, line) < position)
      line = this.#ifInSnapshot(log.word(line, at.FROM_NEXT_OUT));
    return line;
  }

  #firstOut(account: number): number {
    return this.#ifInSnapshot(this.tables.accounts.word(account, FIRST_OUT));
  }

  #ifInSnapshot(line: number): number {
    return line > this.lastLine ? 0 : line;
  }

  #isPool(account: number): boolean {
    return (this.tables.accounts.word(account, FLAGS) & IS_POOL) !== 0;
  }

  /** A line of the transaction that has a flow, or its first record, at a position. */
  #lineOfTransaction(position: Position): number {
    const { log, order } = this.tables;
    const time = Math.floor(position / at.RANKS_PER_SECOND);
    const rank = position - time * at.RANKS_PER_SECOND;
    const found = order
      .linesOf(time)
      .find((line) => at.rankIn(log.word(line, at.RANK)) === rank || log.word(line, at.FIRST_RANK) === rank);
    if (found === undefined || found > this.lastLine) throw new RangeError(`no flow at position ${position}`);
    return found;
  }
}
