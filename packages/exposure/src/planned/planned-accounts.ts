import type { NetworkId } from '@assay/domain';
import type { AccountFacts, PartyFacts } from '../labels/party-facts.ts';
import { advance, type Balance } from '../records/ratios.ts';
import type { Direction, NodeId, Position, TransferRecord } from '../records/record.ts';
import type { AccountStore, Page, PageAsk, SubjectFacts, ZeroAmount } from '../walk/store.ts';
import {
  afterRecord,
  assertPlanned,
  PLANNED_FROM,
  PLANNED_ID,
  PLANNED_POSITION,
  PLANNED_TO,
  type PlannedPayment,
  partyOf,
  type Unrecorded,
  unrecordedFacts,
} from './planned-payment.ts';

export interface PlannedAccountsInput {
  readonly store: AccountStore;
  readonly planned: PlannedPayment;
  /** Running balances of both ends after the last record, base units; 0 of an address without records. */
  readonly balances: { readonly from: Balance; readonly to: Balance };
  /** Of the ends that no record names. */
  readonly unrecorded: (address: string) => Unrecorded;
}

/**
 * The records of a store with one more after the last one: the planned payment (docs/method/transactions, section 9).
 * Answers are those of a store that holds this record, but for derived labels, which stay as they are. Walks read pages,
 * whatever else the store can do.
 *
 * @example
 * const after = await PlannedAccountStore.open({ store, planned, balances, unrecorded });
 * await walk(after, await after.subject(planned.to), 'bwd', { only: [PLANNED_POSITION] });
 */
export class PlannedAccountStore implements AccountStore {
  readonly ledger = 'account';
  readonly network: NetworkId;
  readonly #store: AccountStore;
  readonly #record: TransferRecord;
  readonly #from: SubjectFacts;
  readonly #to: SubjectFacts;

  private constructor(store: AccountStore, record: TransferRecord, ends: readonly [SubjectFacts, SubjectFacts]) {
    this.network = store.network;
    this.#store = store;
    this.#record = record;
    [this.#from, this.#to] = ends;
  }

  /** @throws RangeError for an amount of zero, and for a payment to its own sender */
  static async open({ store, planned, balances, unrecorded }: PlannedAccountsInput): Promise<PlannedAccountStore> {
    assertPlanned(planned);
    const { from, to, amount, time } = planned;
    const sender = (await store.subject(from)) ?? unrecordedFacts(PLANNED_FROM, from, unrecorded(from));
    const receiver = (await store.subject(to)) ?? unrecordedFacts(PLANNED_TO, to, unrecorded(to));
    const { inflowShare, covered, outflowShare } = advance(balances.from, balances.to, amount);
    const ends = { from: sender.node, to: receiver.node };
    const record = { position: PLANNED_POSITION, ...ends, amount, inflowShare, covered, outflowShare, time };
    const after = [afterRecord(sender, 'out', time), afterRecord(receiver, 'in', time)] as const;
    return new PlannedAccountStore(store, record, after);
  }

  async subject(address: string): Promise<SubjectFacts | null> {
    return [this.#from, this.#to].find((end) => end.address === address) ?? this.#store.subject(address);
  }

  async page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly Page[]> {
    const stored = asks.filter(({ node }) => !isOurs(node));
    const pages = stored.length === 0 ? [] : await this.#store.page(direction, stored, limit);
    const found = pages[Symbol.iterator]();
    return asks.map((ask) => {
      const page = isOurs(ask.node) ? { ask, records: [], more: false } : found.next().value;
      if (page === undefined) throw new Error('the store answered fewer pages than asked');
      return this.#withPlanned(direction, page, limit);
    });
  }

  async accounts(nodes: readonly NodeId[]): Promise<readonly AccountFacts[]> {
    return this.#factsOf(nodes, (asked) => this.#store.accounts(asked));
  }

  async parties(nodes: readonly NodeId[]): Promise<readonly PartyFacts[]> {
    return this.#factsOf<PartyFacts>(nodes, (asked) => this.#store.parties?.(asked) ?? this.#store.accounts(asked));
  }

  async transactionIds(positions: readonly Position[]): Promise<readonly string[]> {
    const ids = (await this.#store.transactionIds(positions.filter((one) => one !== PLANNED_POSITION)))[
      Symbol.iterator
    ]();
    return positions.map((position) => (position === PLANNED_POSITION ? PLANNED_ID : String(ids.next().value)));
  }

  async zeroAmountsTo(node: NodeId): Promise<readonly ZeroAmount[]> {
    return isOurs(node) ? [] : ((await this.#store.zeroAmountsTo?.(node)) ?? []);
  }

  /** The last record: the first of a page that goes back from the end, the last of one that reaches it. */
  #withPlanned(direction: Direction, page: Page, limit: number): Page {
    const { ask, records, more } = page;
    const planned = this.#record;
    if (direction === 'bwd') {
      if (ask.node !== planned.to || ask.position < PLANNED_POSITION) return page;
      const all = [planned, ...records];
      return { ask, records: all.slice(0, limit), more: more || all.length > limit };
    }
    if (ask.node !== planned.from || ask.position > PLANNED_POSITION || more) return page;
    return records.length < limit ? { ask, records: [...records, planned], more: false } : { ...page, more: true };
  }

  async #factsOf<Facts extends PartyFacts>(
    nodes: readonly NodeId[],
    ask: (nodes: readonly NodeId[]) => Promise<readonly Facts[]>,
  ): Promise<readonly (Facts | AccountFacts)[]> {
    const stored = nodes.filter((node) => !isOurs(node));
    const found = (stored.length === 0 ? [] : await ask(stored))[Symbol.iterator]();
    return nodes.map((node) => {
      const facts = isOurs(node) ? partyOf(node === PLANNED_FROM ? this.#from : this.#to) : found.next().value;
      if (facts === undefined) throw new Error('the store answered fewer accounts than asked');
      return facts;
    });
  }
}

function isOurs(node: NodeId): boolean {
  return node === PLANNED_FROM || node === PLANNED_TO;
}
