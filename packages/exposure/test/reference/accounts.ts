import type { Label } from '../../src/labels/label.ts';
import type { RawTransfer } from '../../src/records/raw-records.ts';
import type { Direction } from '../../src/records/record.ts';
import type { MemoryAccountsInput } from '../../src/reference/memory-accounts.ts';
import { ALL, type Fraction, fraction, rest } from './fraction.ts';
import { countingLabel, derivedLabel, endOf } from './labels.ts';
import { absorbed, mix, residual, type Spread } from './spread.ts';

interface Event extends RawTransfer {
  readonly inflowShare: Fraction;
  readonly covered: Fraction;
  readonly outflowShare: Fraction;
}

/** What a direction's money is, by layer; null without records. */
export interface ReferenceAnswer {
  readonly amount: bigint;
  readonly records: number;
  readonly direct: Spread;
  readonly indirect: Spread;
}

const KINDS = ['fee', 'native', 'internal', 'token'];

/**
 * Sections 2 and 3 on an account network, word for word: exact fractions, recursion over the two definitions,
 * everything recomputed for every subject. For graphs of some dozens of transfers.
 */
export class AccountReference {
  readonly #input: MemoryAccountsInput;
  readonly #events: readonly Event[];
  readonly #subject: string;
  readonly #memo = new Map<string, Spread>();
  readonly #derived = new Map<string, Label | undefined>();

  constructor(input: MemoryAccountsInput, subject: string) {
    this.#input = input;
    this.#subject = subject;
    this.#events = eventsOf(input);
  }

  answer(direction: Direction): ReferenceAnswer | null {
    const incoming = direction === 'bwd';
    const own = this.#events
      .map((event, at) => ({ event, at }))
      .filter(({ event }) => (incoming ? event.to : event.from) === this.#subject);
    if (own.length === 0) return null;
    const amount = own.reduce((sum, { event }) => sum + event.amount, 0n);
    const parts = own.map(({ event, at }) => ({
      weight: fraction(event.amount, amount),
      spread: incoming ? this.#source(at) : this.#destination(at),
      direct: this.#absorber(incoming ? event.from : event.to, event) !== null,
      step: 1,
    }));
    const layer = (direct: boolean) => mix(...parts.filter((part) => part.direct === direct));
    return { amount, records: own.length, direct: layer(true), indirect: layer(false) };
  }

  /** S_e. */
  #source(at: number): Spread {
    const event = this.#event(at);
    const category = this.#absorber(event.from, event);
    if (category !== null) return category;
    return mix(
      { weight: event.covered, spread: this.#composition(event.from, at) },
      { weight: rest(event.covered), spread: this.#opening(event.from) },
    );
  }

  /** comp of the account just before the event. */
  #composition(account: string, before: number): Spread {
    return this.#remember(`c|${account}|${before}`, () => {
      const at = this.#events.findLastIndex((event, index) => index < before && event.to === account);
      if (at < 0) return this.#opening(account);
      const { inflowShare } = this.#event(at);
      return mix(
        { weight: rest(inflowShare), spread: this.#composition(account, at) },
        { weight: inflowShare, spread: this.#source(at), step: 1 },
      );
    });
  }

  /** D_e. */
  #destination(at: number): Spread {
    const event = this.#event(at);
    return this.#absorber(event.to, event) ?? this.#whereTo(event.to, at);
  }

  /** dest of a unit in the account just after the event. */
  #whereTo(account: string, after: number): Spread {
    return this.#remember(`d|${account}|${after}`, () => {
      const at = this.#events.findIndex((event, index) => index > after && event.from === account);
      if (at < 0) return residual('still_held');
      const { outflowShare } = this.#event(at);
      return mix(
        { weight: outflowShare, spread: this.#destination(at), step: 1 },
        { weight: rest(outflowShare), spread: this.#whereTo(account, at) },
      );
    });
  }

  #opening(account: string): Spread {
    return residual(this.#input.openingUnread?.has(account) ? 'not_followed' : 'unknown_origin');
  }

  #absorber(account: string, event: Event): Spread | null {
    if (account === 'fee') return residual('fee');
    const end = { entity: '', record: recordOf(event), beforeDesignation: false, strong: true };
    if (account === 'issuer') return absorbed({ ...end, kind: 'issuer' });
    if (account === this.#subject) return null;
    const label = this.#given(account, event.time) ?? this.#derivedOf(account);
    return label === undefined ? null : absorbed(endOf(label, event.time, recordOf(event)));
  }

  #given(account: string, time: number): Label | undefined {
    return countingLabel(this.#input.labels?.get(account) ?? [], time);
  }

  #derivedOf(account: string): Label | undefined {
    if (this.#input.derive === false || this.#isLabelled(account)) return undefined;
    if (!this.#derived.has(account)) {
      const own = this.#events.filter((event) => event.from === account || event.to === account);
      const others = own.map((event) => (event.from === account ? event.to : event.from));
      const payments = own.filter((event) => event.from === account && event.to !== 'fee');
      const label = derivedLabel(
        payments.length,
        payments.map(({ to, amount, time }) => ({ to, amount: fraction(amount, 1n), time })),
        new Set(others.filter((other) => other !== 'fee')).size,
        this.#input.contracts?.has(account) ?? false,
        (address, time) => (address === 'issuer' ? undefined : this.#given(address, time)),
      );
      this.#derived.set(account, label);
    }
    return this.#derived.get(account);
  }

  #isLabelled(account: string): boolean {
    return (this.#input.labels?.get(account) ?? []).some(({ confidence }) => confidence >= 20);
  }

  #event(at: number): Event {
    const event = this.#events[at];
    if (event === undefined) throw new RangeError(`no event ${at}`);
    return event;
  }

  #remember(key: string, make: () => Spread): Spread {
    const spread = this.#memo.get(key) ?? make();
    this.#memo.set(key, spread);
    return spread;
  }
}

/** Records in order with their ratios. A source gives all indexes of a kind or none, so null never meets a number. */
function eventsOf(input: MemoryAccountsInput): readonly Event[] {
  const balances = new Map(input.openings ?? []);
  return input.transfers
    .filter((transfer) => transfer.amount > 0n && transfer.from !== transfer.to)
    .toSorted(inOrder)
    .map((transfer) => {
      const { from, to, amount } = transfer;
      const sender = balances.get(from) ?? 0n;
      const receiver = balances.get(to) ?? 0n;
      balances.set(from, sender > amount ? sender - amount : 0n);
      balances.set(to, receiver + amount);
      return {
        ...transfer,
        inflowShare: fraction(amount, receiver + amount),
        covered: sender >= amount ? ALL : fraction(sender, amount),
        outflowShare: sender <= amount ? ALL : fraction(amount, sender),
      };
    });
}

function inOrder(a: RawTransfer, b: RawTransfer): number {
  return (
    a.block - b.block ||
    (a.transactionIndex ?? 0) - (b.transactionIndex ?? 0) ||
    byText(a.transactionId, b.transactionId) ||
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    (a.index ?? 0) - (b.index ?? 0) ||
    byText(a.from, b.from) ||
    byText(a.to, b.to) ||
    Number(a.amount - b.amount) ||
    a.ordinal - b.ordinal
  );
}

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function recordOf({ transactionId, kind, index, from, to, amount, ordinal }: RawTransfer): string {
  return [transactionId, kind, index, from, to, amount, ordinal].join('/');
}
