import { RandomWords } from '../walk/graph/random-words.ts';
import { KINDS, type Kind, MIXES, type MixName } from './mix.ts';

/** Transactions of one asset in columns, in order. Accounts are numbers; amounts are whole millionths of a dollar. */
export interface Transactions {
  readonly records: number;
  readonly transactions: number;
  readonly accounts: number;
  /** Users come after the services: accounts from this one on. */
  readonly firstUser: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly amount: Float64Array;
  /** First record of each transaction, and one more for the end. */
  readonly first: Uint32Array;
  /** Unix seconds, by transaction: those of a block share one. */
  readonly time: Uint32Array;
  /** Who gave and who received another asset in a transaction, plus 1; 0 for nobody. */
  readonly gave: Uint32Array;
  readonly received: Uint32Array;
  /** Records of the other assets that this took. */
  readonly otherRecords: number;
  readonly byKind: ReadonlyMap<Kind, { readonly transactions: number; readonly records: number }>;
}

/** Where each group of services begins, and how many it has. */
const SERVICES = {
  exchange: [0, 200],
  pool: [200, 500],
  router: [700, 20],
  aggregator: [720, 10],
  lender: [730, 3],
  paymaster: [733, 5],
  settlement: [738, 1],
  bot: [739, 100],
  sender: [839, 100],
} as const;
type Service = keyof typeof SERVICES;

const FIRST_USER = 939;
const FIRST_TIME = 1_600_000_000;
const SECONDS_PER_BLOCK = 12;
/** Transactions of the asset in a block. */
const PER_BLOCK = 4;
/** No kind of transaction has more records. */
const MOST_RECORDS = 128;

/** Makes seeded transactions until there are so many records, or a few more. */
export function makeTransactions(records: number, mix: MixName, seed: number): Transactions {
  return new Maker(records, mix, seed).run();
}

class Maker {
  readonly #random: RandomWords;
  readonly #wanted: number;
  readonly #users: number;
  readonly #upTo: readonly (readonly [kind: Kind, upTo: number])[];
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;
  readonly #amount: Float64Array;
  readonly #first: Uint32Array;
  readonly #time: Uint32Array;
  readonly #gave: Uint32Array;
  readonly #received: Uint32Array;
  readonly #byKind = new Map(KINDS.map((kind) => [kind, { transactions: 0, records: 0 }]));
  #records = 0;
  #transactions = 0;
  #others = 0;

  constructor(records: number, mix: MixName, seed: number) {
    this.#random = new RandomWords(seed);
    this.#wanted = records;
    this.#users = Math.max(1_000, Math.floor(records / 4));
    let upTo = 0;
    this.#upTo = KINDS.map((kind) => {
      upTo += MIXES[mix][kind];
      return [kind, upTo];
    });
    const room = records + MOST_RECORDS;
    this.#from = new Uint32Array(room);
    this.#to = new Uint32Array(room);
    this.#amount = new Float64Array(room);
    this.#first = new Uint32Array(room + 1);
    this.#time = new Uint32Array(room);
    this.#gave = new Uint32Array(room);
    this.#received = new Uint32Array(room);
  }

  run(): Transactions {
    while (this.#records < this.#wanted) {
      const drawn = this.#random.below(1_000);
      const kind = this.#upTo.find(([, upTo]) => drawn < upTo)?.[0] ?? 'payment';
      const before = this.#records;
      this.#first[this.#transactions] = before;
      this.#time[this.#transactions] = FIRST_TIME + Math.floor(this.#transactions / PER_BLOCK) * SECONDS_PER_BLOCK;
      this.#make[kind]();
      this.#transactions += 1;
      const sums = this.#byKind.get(kind);
      if (sums === undefined) throw new RangeError(`no sums of kind ${kind}`);
      sums.transactions += 1;
      sums.records += this.#records - before;
    }
    this.#first[this.#transactions] = this.#records;
    return {
      records: this.#records,
      transactions: this.#transactions,
      accounts: FIRST_USER + this.#users,
      firstUser: FIRST_USER,
      from: this.#from.subarray(0, this.#records),
      to: this.#to.subarray(0, this.#records),
      amount: this.#amount.subarray(0, this.#records),
      first: this.#first.subarray(0, this.#transactions + 1),
      time: this.#time.subarray(0, this.#transactions),
      gave: this.#gave.subarray(0, this.#transactions),
      received: this.#received.subarray(0, this.#transactions),
      otherRecords: this.#others,
      byKind: this.#byKind,
    };
  }

  readonly #make: Readonly<Record<Kind, () => void>> = {
    payment: () => this.#payment(),
    swap: () => this.#trade([], 1),
    router: () => this.#trade([this.#service('router')], 2),
    aggregator: () => this.#aggregated(),
    arbitrage: () => this.#arbitrage(),
    'flash loan': () => this.#flashLoan(),
    'multi-send': () => this.#multiSend(),
    bundle: () => this.#bundle(),
    auction: () => this.#auction(),
  };

  #payment(): void {
    const drawn = this.#random.unit();
    const exchange = this.#service('exchange');
    const user = this.#user();
    if (drawn < 0.35) this.#move([user, exchange], this.#size());
    else if (drawn < 0.7) this.#move([exchange, user], this.#size());
    else this.#move([user, this.#user(user)], this.#size());
  }

  /** A user gives the asset to a pool, past others, or gets it from one, for another asset that goes the other way. */
  #trade(between: readonly number[], otherRecords: number): void {
    const [user, pool] = [this.#user(), this.#service('pool')];
    const isSold = this.#random.below(2) === 0;
    const [first, last] = isSold ? [user, pool] : [pool, user];
    this.#move([first, ...between, last], this.#size());
    this.#exchanged(last, first, otherRecords);
  }

  /** An order that is split over two pools, with a fee for the aggregator's owner. */
  #aggregated(): void {
    const aggregator = this.#service('aggregator');
    const [user, pool] = [this.#user(), this.#service('pool')];
    const other = this.#service('pool', pool);
    const amount = this.#size() + 1_000;
    const [part, fee] = [Math.floor(amount * 0.6), Math.floor(amount / 1_000)];
    if (this.#random.below(2) === 0) {
      this.#move([user, aggregator], amount);
      this.#move([aggregator, pool], part);
      this.#move([aggregator, other], amount - part - fee);
      this.#exchanged(pool, user, 3);
    } else {
      this.#move([pool, aggregator], part);
      this.#move([other, aggregator], amount - part);
      this.#move([aggregator, user], amount - fee);
      this.#exchanged(user, pool, 3);
    }
    this.#move([aggregator, this.#service('exchange')], fee);
  }

  #arbitrage(): void {
    const bot = this.#service('bot');
    const pool = this.#service('pool');
    const amount = this.#size() + 1_000;
    this.#move([pool, bot], amount);
    this.#move([bot, this.#service('pool', pool)], amount - Math.floor(amount / 500));
    this.#others += 2;
  }

  #flashLoan(): void {
    const [lender, bot, pool] = [this.#service('lender'), this.#service('bot'), this.#service('pool')];
    const amount = this.#size() * 1_000 + 1_000;
    const profit = Math.floor(amount / 500);
    this.#move([lender, bot, pool], amount);
    this.#move([pool, bot], amount + 2 * profit);
    this.#move([bot, lender], amount + Math.floor(profit / 2));
    this.#move([bot, this.#user()], profit);
    this.#others += 2;
  }

  #multiSend(): void {
    const sender = this.#service('sender');
    const payees = 5 + Math.min(95, Math.floor(-15 * Math.log(1 - this.#random.unit())));
    for (let payee = 0; payee < payees; payee += 1) this.#move([sender, this.#user()], this.#size());
  }

  /** Three users pay somebody and the paymaster; in a quarter of bundles one of those who are paid pays on. */
  #bundle(): void {
    const paymaster = this.#service('paymaster');
    for (let user = 0; user < 3; user += 1) {
      const payer = this.#user();
      this.#move([payer, this.#user(payer)], this.#size());
      this.#move([payer, paymaster], 1 + this.#random.below(1_000_000));
    }
    if (this.#random.below(4) > 0) return;
    const payee = this.#to[this.#records - 2] ?? FIRST_USER;
    this.#move([payee, this.#user(payee)], this.#size());
  }

  /** Six users pay a settlement contract, which pays six others. */
  #auction(): void {
    const settlement = this.#service('settlement');
    const amounts = Array.from({ length: 6 }, () => this.#size());
    for (const amount of amounts) this.#move([this.#user(), settlement], amount);
    for (const amount of amounts) this.#move([settlement, this.#user()], amount);
    this.#others += 12;
  }

  /** Moves an amount along accounts, a record for each step. */
  #move(accounts: readonly number[], amount: number): void {
    for (const [index, to] of accounts.entries()) {
      const from = accounts[index - 1];
      if (from === undefined) continue;
      this.#from[this.#records] = from;
      this.#to[this.#records] = to;
      this.#amount[this.#records] = amount;
      this.#records += 1;
    }
  }

  #exchanged(gave: number, received: number, records: number): void {
    this.#gave[this.#transactions] = gave + 1;
    this.#received[this.#transactions] = received + 1;
    this.#others += records;
  }

  #service(service: Service, other?: number): number {
    const [first, count] = SERVICES[service];
    const drawn = first + Math.floor(count * this.#random.unit() ** 2);
    return drawn === other ? first + ((drawn - first + 1) % count) : drawn;
  }

  /** Few users are in many transactions. */
  #user(other?: number): number {
    const drawn = FIRST_USER + Math.floor(this.#users * this.#random.unit() ** 2.5);
    return drawn === other ? FIRST_USER + ((drawn - FIRST_USER + 1) % this.#users) : drawn;
  }

  /** Base units: $200 in the middle, rarely over a million. */
  #size(): number {
    return Math.min(1e15, Math.max(1, Math.round(200e6 * Math.exp(2.2 * this.#random.normal()))));
  }
}
