import {
  allOf,
  type Composition,
  canBeExchanged,
  changeSource,
  covered,
  EXCHANGED,
  fromLabel,
  isBadSource,
  merge,
  oneOwnerMore,
  R,
  type Source,
  scale,
  shares,
  tierOfSource,
  UNKNOWN_ORIGIN,
} from './composition.ts';
import { divide, type Fraction, fraction, isZero, ONE, smaller, subtract, sum, ZERO } from './fraction.ts';
import type { LabelAt, OnReviewedList } from './labels.ts';
import { type AccountRecord, FEE, type History, type Holding, type Inflow, type Payer, type Payment } from './model.ts';
import { type Netted, net, partsOf } from './netting.ts';

/** What the walk of an account network reads. */
export interface AccountWorld {
  /** All records of all assets. */
  readonly records: readonly AccountRecord[];
  readonly labelAt: LabelAt;
  readonly onReviewedList: OnReviewedList;
  /** Accounts whose history is a sample. */
  readonly samples: ReadonlySet<string>;
  /** Transactions that were not read whole. */
  readonly notReadWhole: ReadonlySet<string>;
  /** Known opening balances, in base units of the asset. */
  readonly openings: ReadonlyMap<string, bigint>;
}

/** One transaction: its place, and its records of all assets. */
interface Event {
  readonly at: number;
  readonly id: string;
  readonly time: number;
  readonly records: readonly AccountRecord[];
}

/** Records by transaction, in the order of the first record of each. */
function eventsOf(records: readonly AccountRecord[]): Event[] {
  const ordered = records
    .filter(({ amount, sender, receiver }) => amount !== 0n && sender !== receiver)
    .toSorted((a, b) => a.order - b.order);
  return [...Map.groupBy(ordered, ({ transaction }) => transaction)].map(([id, own], at) => ({
    at,
    id,
    time: own[0]?.time ?? 0,
    records: own,
  }));
}

/** Walks the records of one asset for the account that is asked about, which counts as unlabelled throughout. */
export function accountHistory(world: AccountWorld, asset: string, asked: string): History {
  return new AccountWalk(world, asset, asked).history();
}

class AccountWalk {
  readonly #world: AccountWorld;
  readonly #asset: string;
  readonly #asked: string;
  readonly #labelAt: LabelAt;
  readonly #holdings = new Map<string, Holding>();
  readonly #inflows: Inflow[] = [];
  readonly #payments: Payment[] = [];
  readonly #balances: { at: number; balance: Fraction }[] = [];
  #afterLastInflow: Holding | null = null;
  readonly #shortfalls = new Set<number>();

  constructor(world: AccountWorld, asset: string, asked: string) {
    this.#world = world;
    this.#asset = asset;
    this.#asked = asked;
    this.#labelAt = (address, time) => (address === asked ? null : world.labelAt(address, time));
  }

  history(): History {
    const events = eventsOf(this.#world.records);
    for (const event of events) this.#take(event);
    return {
      inflows: this.#inflows,
      payments: this.#payments,
      afterLastInflow: this.#afterLastInflow,
      atCutOff: this.#holding(this.#asked),
      balances: this.#balances,
      shortfalls: [...this.#shortfalls],
      hasRecords: events.some(({ records }) => records.some((record) => this.#isOwn(record))),
    };
  }

  #isOwn({ asset, sender, receiver }: AccountRecord): boolean {
    return asset === this.#asset && (sender === this.#asked || receiver === this.#asked);
  }

  /** What an account holds; it starts with its opening balance, of unknown origin (in a sample, R). */
  #holding(account: string): Holding {
    const opening = fraction(this.#world.openings.get(account) ?? 0n);
    return this.#holdings.get(account) ?? { balance: opening, composition: allOf(this.#missing(account)) };
  }

  /** What a shortfall of an account counts as. */
  #missing(account: string) {
    return this.#world.samples.has(account) ? R : UNKNOWN_ORIGIN;
  }

  /** Takes `amount` out of an account. @returns `kappa`, the part of it that the balance covered. */
  #takeOut(at: number, account: string, amount: Fraction): Fraction {
    const { balance, composition } = this.#holding(account);
    const kappa = smaller(ONE, divide(balance, amount));
    this.#holdings.set(account, { balance: subtract(balance, smaller(balance, amount)), composition });
    if (account === this.#asked && kappa.n !== kappa.d) this.#shortfalls.add(at);
    return kappa;
  }

  /** One transaction: its fees, then its parts, each by what was just before. */
  #take(event: Event): void {
    const own = event.records.filter(({ asset }) => asset === this.#asset);
    for (const { sender, receiver, amount } of own)
      if (receiver === FEE) this.#takeOut(event.at, sender, fraction(amount));
    const others = event.records.filter(({ asset, receiver }) => asset !== this.#asset && receiver !== FEE);
    const parts = partsOf(own.filter(({ receiver }) => receiver !== FEE)).map((records) => net(records, this.#labelAt));

    const kappas = new Map<string, Fraction>();
    const before = new Map(this.#holdings);
    for (const { nets } of parts) {
      for (const [account, value] of nets)
        if (value < 0n) kappas.set(account, this.#takeOut(event.at, account, fraction(-value)));
    }
    /** What a payer's payment comes from, seen by its receiver, by share. */
    const sourceOf = (payer: string): Composition => {
      const label = this.#labelAt(payer, event.time);
      if (label !== null) return allOf(fromLabel(label, event.time, this.#world.onReviewedList));
      const composition = before.get(payer)?.composition ?? allOf(this.#missing(payer));
      return covered(oneOwnerMore(composition), kappas.get(payer) ?? ZERO, this.#missing(payer));
    };
    const netsOfOthers = netsByAsset(others);
    for (const part of parts) {
      for (const [payee, value] of part.nets) {
        if (value > 0n) this.#receive(event, part, payee, fraction(value), sourceOf, netsOfOthers);
      }
      for (const [payee, amount] of part.paid.get(this.#asked) ?? []) {
        if (!isZero(amount)) this.#payments.push({ at: event.at, time: event.time, payee, amount });
      }
    }
    if (own.some((record) => this.#isOwn(record))) {
      this.#balances.push({ at: event.at, balance: this.#holding(this.#asked).balance });
    }
  }

  /** A net inflow of one payee: its source by payer, its balance and its composition. */
  #receive(
    event: Event,
    part: Netted,
    payee: string,
    amount: Fraction,
    sourceOf: (payer: string) => Composition,
    netsOfOthers: ReadonlyArray<ReadonlyMap<string, bigint>>,
  ): void {
    const gave = (account: string) => netsOfOthers.some((nets) => (nets.get(account) ?? 0n) < 0n);
    const received = (account: string) => netsOfOthers.some((nets) => (nets.get(account) ?? 0n) > 0n);
    const payers = new Map<string, Payer>();
    for (const [payer, row] of part.passed) {
      const pays = row.get(payee) ?? ZERO;
      const paid = part.paid.get(payer)?.get(payee) ?? ZERO;
      if (isZero(pays) && isZero(paid)) continue;
      let source = sourceOf(payer);
      const unlabelled = this.#labelAt(payer, event.time) === null;
      if (gave(payee) || (unlabelled && received(payer)))
        source = changeSource(source, (from) => (canBeExchanged(from) ? EXCHANGED : from));
      if (this.#world.notReadWhole.has(event.id)) source = this.#asNotReadWhole(source, event, payee);
      payers.set(payer, { paid, came: scale(source, pays), own: scale(source, smaller(pays, paid)) });
    }
    const came = merge(...[...payers.values()].map((payer) => payer.came));
    const { balance, composition } = this.#holding(payee);
    const holding = {
      balance: sum([balance, amount]),
      composition: shares(merge(scale(composition, balance), came)),
    };
    this.#holdings.set(payee, holding);
    if (payee !== this.#asked) return;
    this.#inflows.push({ at: event.at, time: event.time, transaction: event.id, amount, came, payers, unspent: null });
    this.#afterLastInflow = holding;
  }

  /**
   * Of a transaction that was not read whole, only bad shares count: those direct from tier S or A always, others only
   * where its senders are alone (section 13).
   */
  #asNotReadWhole(source: Composition, { records }: Event, payee: string): Composition {
    const moved = records.filter(({ receiver }) => receiver !== FEE);
    const senders = new Set(moved.filter(({ receiver }) => receiver === payee).map(({ sender }) => sender));
    const withOthers = moved.some(
      ({ sender, receiver }) =>
        (senders.has(sender) && receiver !== payee) || (senders.has(receiver) && sender !== payee),
    );
    return changeSource(source, (from) => (isBadSource(from) && (!withOthers || isStraight(from)) ? from : R));
  }
}

/** Direct from an account of tier S or A. */
const isStraight = (source: Source): boolean => source.owners === 1 && ['S', 'A'].includes(tierOfSource(source) ?? '');

/** The net of each account in each asset of the records. */
function netsByAsset(records: readonly AccountRecord[]): Map<string, bigint>[] {
  return [...Map.groupBy(records, ({ asset }) => asset).values()].map((own) => {
    const nets = new Map<string, bigint>();
    for (const { sender, receiver, amount } of own) {
      nets.set(sender, (nets.get(sender) ?? 0n) - amount);
      nets.set(receiver, (nets.get(receiver) ?? 0n) + amount);
    }
    return nets;
  });
}
