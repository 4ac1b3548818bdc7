import type { Label } from '@assay/exposure';
import type { SegmentAccount, SegmentTransfer } from '../../apps/server/src/modules/segments/segments/index.ts';

/** A made-up transfer ledger of any length: heavy-tailed, with accounts that appear, rest for long and come back. */
export class World {
  /** Accounts are numbered from 1 in the order in which they appear. */
  accounts = 0;
  #balances = new Float64Array(2 ** 16);
  #seed = 0x2545_f491;
  #records = 0;

  /** The next records, with their ratios as every store of the product computes them. */
  transfers(count: number): SegmentTransfer[] {
    return Array.from({ length: count }, () => this.#transfer());
  }

  #transfer(): SegmentTransfer {
    const number = this.#records;
    this.#records += 1;
    const from = this.accounts < 2 || this.#chance(0.02) ? this.#account() : this.#known();
    let to = this.#chance(NEW_RECEIVERS) ? this.#account() : this.#known();
    if (to === from) to = this.#account();
    const before = this.#balances[from] ?? 0;
    const amount = this.#amount(before);
    const time = FIRST_SECOND + Math.floor(number / 20);
    const { covered, outflowShare, after } = spend(before, amount);
    this.#balances[from] = after;
    const received = (this.#balances[to] ?? 0) + amount;
    this.#balances[to] = received;
    return {
      ...{ position: time * 2 ** 21 + (number % 20), time, block: time, transactionIndex: number % 20, kind: 3 },
      ...{ recordIndex: 0, ordinal: 0, from, to, amount: String(amount) },
      ...{ inflowShare: amount / received, covered, outflowShare, transactionId: this.#hash() },
    };
  }

  #account(): number {
    this.accounts += 1;
    if (this.accounts >= this.#balances.length) {
      const balances = new Float64Array(2 * this.#balances.length);
      balances.set(this.#balances);
      this.#balances = balances;
    }
    return this.accounts;
  }

  /** One in two is among the first few, as exchanges are; the others are anywhere, most of them recent. */
  #known(): number {
    const part = this.#next();
    if (this.#chance(0.5)) return 1 + Math.floor(part ** 4 * Math.min(this.accounts, 10_000));
    return this.#chance(0.7)
      ? this.accounts - Math.floor(part * Math.min(this.accounts, 50_000))
      : 1 + Math.floor(part * this.accounts);
  }

  #amount(balance: number): number {
    if (balance > 1 && this.#chance(0.85))
      return Math.max(1, Math.floor(balance * (this.#chance(0.4) ? 1 : this.#next())));
    return 1 + Math.floor(this.#next() ** 3 * 1e9);
  }

  #hash(): string {
    let text = '';
    for (let part = 0; part < 8; part += 1) text += (this.#word() >>> 0).toString(16).padStart(8, '0');
    return text;
  }

  #chance(part: number): boolean {
    return this.#next() < part;
  }

  #next(): number {
    return (this.#word() >>> 0) / 2 ** 32;
  }

  /** xorshift: the same ledger on every machine. */
  #word(): number {
    let word = this.#seed;
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    this.#seed = word;
    return word;
  }
}

const NEW_RECEIVERS = 0.08;
const FIRST_SECOND = 1_600_000_000;

function spend(before: number, amount: number) {
  if (before === 0) return { covered: 0, outflowShare: 1, after: 0 };
  if (amount >= before) return { covered: before / amount, outflowShare: 1, after: 0 };
  return { covered: 1, outflowShare: amount / before, after: before - amount };
}

export function accountsFrom(first: number, last: number): SegmentAccount[] {
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    ...{ account: first + index, address: addressOf(first + index), role: 'account', opening: '0' },
    openingUnread: false,
  }));
}

export function addressOf(account: number): string {
  return `T${((account * 2_654_435_761) % 2 ** 32).toString(36)}X${account.toString(36)}`.padEnd(34, 'Q');
}

const CATEGORIES = ['exchange_licensed', 'mixer', 'scam', 'gambling', 'sanctions'] as const;
const SETS: readonly (readonly Label[])[] = CATEGORIES.map((category) => [
  {
    ...{ entity: `A ${category}`, category, confidence: 70, source: 'made up', sourceUrl: null, sourceDate: null },
    ...{ validFrom: null, validTo: null, origin: 'given' as const },
  },
]);
const NONE: readonly Label[] = [];

/** The first accounts: a fifth of all ends are theirs. */
const SERVICES = 300;

/**
 * The large services are labelled, as on a real ledger, so that walks end at them; of the others one busy account in five
 * and one account in 40.
 */
export function labelsAt(account: number): readonly Label[] {
  if (account <= SERVICES) return SETS[account % SETS.length] ?? NONE;
  const isLabelled = account < 2_000 ? account % 5 === 0 : account % 40 === 0;
  return isLabelled ? (SETS[Math.floor(account / 5) % SETS.length] ?? NONE) : NONE;
}

export function accountAt(address: string): number {
  return Number.parseInt(/X([0-9a-z]+)Q*$/.exec(address)?.[1] ?? '', 36);
}
