import type { NetworkId } from '@assay/domain';
import type { AccountFacts } from '../labels/party-facts.ts';
import type { NodeId, OutputRecord, Position, TransactionRecord } from '../records/record.ts';
import type { SubjectFacts, UtxoStore } from '../walk/store.ts';
import {
  afterRecord,
  assertPlanned,
  PLANNED_FROM,
  PLANNED_ID,
  PLANNED_POSITION,
  PLANNED_TO,
  PLANNED_TRANSACTION,
  type PlannedPayment,
  partyOf,
  type Unrecorded,
  unrecordedFacts,
} from './planned-payment.ts';

export interface PlannedCoinsInput {
  readonly store: UtxoStore;
  readonly planned: PlannedPayment;
  /** Of the ends that no record names. */
  readonly unrecorded: (address: string) => Unrecorded;
}

/** Most coins of a sender that are looked through; a planned payment from an address with more is not rated. */
export const MOST_PLANNED_COINS = 10_000;
const PAGE = 1_000;

/** The sender has more unspent coins than {@link MOST_PLANNED_COINS}. */
export class TooManyCoinsError extends Error {
  override readonly name = 'TooManyCoinsError';
}

/**
 * The transactions of a store with one more after the last one: it spends all coins of the sender, pays the amount, and
 * returns the rest (docs/method/transactions, section 9). Answers are those of a store that holds it, but for derived
 * labels, which stay as they are.
 */
export class PlannedCoinStore implements UtxoStore {
  readonly ledger = 'utxo';
  readonly network: NetworkId;
  /** The planned transaction. */
  readonly transaction: TransactionRecord;
  readonly #store: UtxoStore;
  readonly #from: SubjectFacts;
  readonly #to: SubjectFacts;

  private constructor(store: UtxoStore, transaction: TransactionRecord, ends: readonly [SubjectFacts, SubjectFacts]) {
    this.network = store.network;
    this.#store = store;
    this.transaction = transaction;
    [this.#from, this.#to] = ends;
  }

  /** @throws RangeError for an amount of zero, and for a payment to its own sender; TooManyCoinsError */
  static async open({ store, planned, unrecorded }: PlannedCoinsInput): Promise<PlannedCoinStore> {
    assertPlanned(planned);
    const { from, to, time } = planned;
    const sender = (await store.subject(from)) ?? unrecordedFacts(PLANNED_FROM, from, unrecorded(from));
    const receiver = (await store.subject(to)) ?? unrecordedFacts(PLANNED_TO, to, unrecorded(to));
    const coins = sender.node === PLANNED_FROM ? [] : await unspentOf(store, sender.node);
    const transaction = plannedTransaction(coins, sender.node, receiver.node, planned);
    const after = [
      coins.length === 0 ? sender : afterRecord(sender, 'out', time),
      afterRecord(receiver, 'in', time),
    ] as const;
    return new PlannedCoinStore(store, transaction, after);
  }

  async subject(address: string): Promise<SubjectFacts | null> {
    const end = [this.#from, this.#to].find((one) => one.address === address);
    // A sender without coins is no party of the transaction.
    if (end?.node === PLANNED_FROM) return null;
    return end ?? this.#store.subject(address);
  }

  async transactionsOf(
    node: NodeId,
    after: Position | null,
    limit: number,
  ): Promise<{ readonly transactions: readonly TransactionRecord[]; readonly more: boolean }> {
    const isStored = node !== PLANNED_FROM && node !== PLANNED_TO;
    const page = isStored ? await this.#store.transactionsOf(node, after, limit) : { transactions: [], more: false };
    const transactions = page.transactions.map((one) => this.#spent(one));
    if (page.more || !this.#isParty(node) || (after ?? 0) >= PLANNED_POSITION) return { ...page, transactions };
    return transactions.length < limit
      ? { transactions: [...transactions, this.transaction], more: false }
      : { transactions, more: true };
  }

  async transactions(nodes: readonly NodeId[]): Promise<readonly (TransactionRecord | null)[]> {
    const stored = nodes.filter((node) => node !== PLANNED_TRANSACTION);
    const found = (stored.length === 0 ? [] : await this.#store.transactions(stored))[Symbol.iterator]();
    return nodes.map((node) => {
      if (node === PLANNED_TRANSACTION) return this.transaction;
      const transaction = found.next().value ?? null;
      return transaction === null ? null : this.#spent(transaction);
    });
  }

  async accounts(nodes: readonly NodeId[]): Promise<readonly AccountFacts[]> {
    const stored = nodes.filter((node) => node !== PLANNED_FROM && node !== PLANNED_TO);
    const found = (stored.length === 0 ? [] : await this.#store.accounts(stored))[Symbol.iterator]();
    return nodes.map((node) => {
      if (node === PLANNED_FROM) return partyOf(this.#from);
      if (node === PLANNED_TO) return partyOf(this.#to);
      const facts = found.next().value;
      if (facts === undefined) throw new Error('the store answered fewer accounts than asked');
      return facts;
    });
  }

  async transactionIds(nodes: readonly NodeId[]): Promise<readonly string[]> {
    const stored = nodes.filter((node) => node !== PLANNED_TRANSACTION);
    const ids = (stored.length === 0 ? [] : await this.#store.transactionIds(stored))[Symbol.iterator]();
    return nodes.map((node) => (node === PLANNED_TRANSACTION ? PLANNED_ID : String(ids.next().value)));
  }

  #isParty(node: NodeId): boolean {
    return [...this.transaction.inputs, ...this.transaction.outputs].some(({ owner }) => owner === node);
  }

  /** The sender's coins are spent. */
  #spent(transaction: TransactionRecord): TransactionRecord {
    const isSpent = ({ owner, spentBy, amount }: OutputRecord) =>
      owner === this.#from.node && spentBy === null && amount > 0n;
    if (!transaction.outputs.some(isSpent)) return transaction;
    const outputs = transaction.outputs.map((one) => (isSpent(one) ? { ...one, spentBy: PLANNED_TRANSACTION } : one));
    return { ...transaction, outputs };
  }
}

function plannedTransaction(
  coins: readonly OutputRecord[],
  from: NodeId,
  to: NodeId,
  { amount, time }: PlannedPayment,
): TransactionRecord {
  const held = coins.reduce((sum, coin) => sum + coin.amount, 0n);
  const output = (index: number, owner: NodeId, value: bigint): OutputRecord => ({
    ...{ createdBy: PLANNED_TRANSACTION, index, owner, amount: value, spentBy: null },
  });
  const change = held > amount ? [output(1, from, held - amount)] : [];
  return {
    ...{ node: PLANNED_TRANSACTION, position: PLANNED_POSITION, time, coinbase: false },
    inputs: coins.map((coin) => ({ ...coin, spentBy: PLANNED_TRANSACTION })),
    unknownInputs: held < amount ? 1 : 0,
    outputs: [output(0, to, amount), ...change],
    fee: held < amount ? null : 0n,
  };
}

/** In the order of the transactions that created them. */
async function unspentOf(store: UtxoStore, node: NodeId): Promise<readonly OutputRecord[]> {
  const coins: OutputRecord[] = [];
  for (let after: Position | null = null; ; ) {
    const page: Awaited<ReturnType<UtxoStore['transactionsOf']>> = await store.transactionsOf(node, after, PAGE);
    for (const { outputs } of page.transactions) {
      for (const coin of outputs)
        if (coin.owner === node && coin.spentBy === null && coin.amount > 0n) coins.push(coin);
    }
    if (coins.length > MOST_PLANNED_COINS) throw new TooManyCoinsError(`more than ${MOST_PLANNED_COINS} coins`);
    const last = page.transactions.at(-1);
    if (!page.more || last === undefined) return coins;
    after = last.position;
  }
}
