import type { Label } from '../../src/labels/label.ts';
import type { RawTransaction } from '../../src/records/raw-records.ts';
import type { Direction } from '../../src/records/record.ts';
import type { MemoryUtxoInput } from '../../src/reference/memory-utxo.ts';
import type { ReferenceAnswer } from './accounts.ts';
import { type Fraction, fraction } from './fraction.ts';
import { countingLabel, derivedLabel, endOf, type Payment } from './labels.ts';
import { absorbed, mix, residual, type Spread } from './spread.ts';

interface Coin {
  readonly id: string;
  readonly owner: string | null;
  readonly amount: bigint;
  readonly createdBy: string;
}

interface Passage {
  readonly raw: RawTransaction;
  readonly inputs: readonly Coin[];
  /** Value of the inputs nobody knows the value of. */
  readonly unknown: bigint;
  readonly outputs: readonly Coin[];
  readonly fee: bigint;
}

interface Part {
  readonly amount: bigint;
  readonly direct: boolean;
  readonly spread: Spread;
  readonly step: number;
}

/** Sections 2 and 3 on a UTXO network, word for word: recursion over comp(t) and dest(output) in exact fractions. */
export class CoinReference {
  readonly #input: MemoryUtxoInput;
  readonly #subject: string;
  readonly #passages = new Map<string, Passage>();
  readonly #spentBy = new Map<string, string>();
  readonly #memo = new Map<string, Spread>();

  constructor(input: MemoryUtxoInput, subject: string) {
    this.#input = input;
    this.#subject = subject;
    const coins = new Map<string, Coin>();
    for (const raw of input.transactions) for (const coin of outputsOf(raw)) coins.set(coin.id, coin);
    for (const raw of input.transactions) {
      this.#passages.set(raw.transactionId, passageOf(raw, coins));
      for (const { transactionId, index } of raw.inputs) {
        this.#spentBy.set(`${transactionId}:${index}`, raw.transactionId);
      }
    }
  }

  answer(direction: Direction): ReferenceAnswer | null {
    const incoming = direction === 'bwd';
    const nets = [...this.#passages.values()]
      .map((passage) => ({ passage, net: this.#net(passage, this.#subject) * (incoming ? 1n : -1n) }))
      .filter(({ net }) => net > 0n);
    if (nets.length === 0) return null;
    const amount = nets.reduce((sum, { net }) => sum + net, 0n);
    const own = nets.map(({ passage, net }) => ({
      weight: fraction(net, amount),
      parts: incoming ? this.#origins(passage, true) : this.#targets(passage, true),
    }));
    const layer = (direct: boolean) =>
      mix(
        ...own.flatMap(({ weight, parts }) =>
          byValue(parts)
            .filter(({ part }) => part.direct === direct)
            .map((entry) => ({ weight, spread: mix(entry), step: 1 })),
        ),
      );
    return { amount, records: nets.length, direct: layer(true), indirect: layer(false) };
  }

  /** What the inputs of a transaction are, by value; of the subject's own transactions without the subject's. */
  #origins(passage: Passage, own: boolean): readonly Part[] {
    const { raw } = passage;
    if (raw.coinbase) {
      const end = { entity: '', record: raw.transactionId, beforeDesignation: false, strong: true };
      return [{ amount: 1n, direct: true, spread: absorbed({ ...end, kind: 'miner' }), step: 0 }];
    }
    const inputs = passage.inputs.filter((coin) => !own || coin.owner !== this.#subject);
    return [
      ...inputs.map((coin): Part => {
        const category = this.#absorber(coin.owner, raw.time, `${raw.transactionId}<${coin.id}`);
        if (category !== null) return { amount: coin.amount, direct: true, spread: category, step: 0 };
        const from = this.#passages.get(coin.createdBy);
        const step = from === undefined || isOwnerOfInput(from, coin.owner) ? 0 : 1;
        return { amount: coin.amount, direct: false, spread: this.#composition(coin.createdBy), step };
      }),
      { amount: passage.unknown, direct: false, spread: residual('unknown_origin'), step: 0 },
    ];
  }

  /** comp(t). */
  #composition(id: string): Spread {
    return this.#remember(`c${id}`, () => {
      const passage = this.#passages.get(id);
      if (passage === undefined) return residual('not_followed');
      return mix(...byValue(this.#origins(passage, false)));
    });
  }

  #targets(passage: Passage, own: boolean): readonly Part[] {
    const outputs = passage.outputs.filter((coin) => !own || coin.owner !== this.#subject);
    return [
      ...outputs.map((coin): Part => {
        const step = own || isOwnerOfInput(passage, coin.owner) ? 0 : 1;
        const record = `${passage.raw.transactionId}>${coin.id}`;
        const category = this.#absorber(coin.owner, passage.raw.time, record);
        const spread = category ?? this.#destination(coin);
        return { amount: coin.amount, direct: category !== null, spread, step };
      }),
      { amount: passage.fee, direct: true, spread: residual('fee'), step: 0 },
    ];
  }

  /** dest(output) of an output whose owner does not absorb. */
  #destination(coin: Coin): Spread {
    return this.#remember(`d${coin.id}`, () => {
      const passage = this.#passages.get(this.#spentBy.get(coin.id) ?? '');
      return passage === undefined ? residual('still_held') : mix(...byValue(this.#targets(passage, false)));
    });
  }

  #absorber(owner: string | null, time: number, record: string): Spread | null {
    if (owner === null || owner === this.#subject) return null;
    const given = this.#input.labels?.get(owner) ?? [];
    const labelled = given.some(({ confidence }) => confidence >= 20);
    const label = countingLabel(given, time) ?? (labelled ? undefined : this.#derivedOf(owner));
    return label === undefined ? null : absorbed(endOf(label, time, record));
  }

  /** By net flows to other owners. Of a joint transaction each pays as its net share of it. */
  #derivedOf(owner: string): Label | undefined {
    if (this.#input.derive === false) return undefined;
    const payments: Payment[] = [];
    const counterparties = new Set<string>();
    let count = 0;
    for (const passage of this.#passages.values()) {
      const net = this.#net(passage, owner);
      const owners = new Set([...passage.inputs, ...passage.outputs].map((coin) => coin.owner));
      const others = [...owners].filter((other) => other !== null).filter((other) => other !== owner);
      const nets = others.map((other) => ({ other, net: this.#net(passage, other) }));
      const facing = nets.filter((other) => (net < 0n ? other.net > 0n : net > 0n && other.net < 0n));
      for (const { other } of facing) counterparties.add(other);
      if (net >= 0n) continue;
      const nobody = total(passage.outputs.filter((coin) => coin.owner === null));
      const received = facing.reduce((sum, other) => sum + other.net, nobody + passage.fee);
      if (received === passage.fee) continue;
      count += 1;
      const { time } = passage.raw;
      for (const { other, net: got } of facing)
        payments.push({ to: other, amount: fraction(-net * got, received), time });
      if (nobody > 0n) payments.push({ to: '', amount: fraction(-net * nobody, received), time });
    }
    const given = (address: string, time: number) => countingLabel(this.#input.labels?.get(address) ?? [], time);
    return derivedLabel(count, payments, counterparties.size, false, given);
  }

  #net(passage: Passage, owner: string): bigint {
    return sumOf(passage.outputs, owner) - sumOf(passage.inputs, owner);
  }

  #remember(key: string, make: () => Spread): Spread {
    const spread = this.#memo.get(key) ?? make();
    this.#memo.set(key, spread);
    return spread;
  }
}

function byValue(parts: readonly Part[]): readonly { weight: Fraction; spread: Spread; step: number; part: Part }[] {
  const total = parts.reduce((sum, part) => sum + part.amount, 0n);
  return total === 0n ? [] : parts.map((part) => ({ ...part, weight: fraction(part.amount, total), part }));
}

function passageOf(raw: RawTransaction, coins: ReadonlyMap<string, Coin>): Passage {
  const outputs = outputsOf(raw);
  const inputs = raw.inputs.flatMap((input): readonly Coin[] => {
    const id = `${input.transactionId}:${input.index}`;
    const known = coins.get(id);
    if (known !== undefined) return [known];
    const { owner, amount } = input;
    return amount === null ? [] : [{ id, owner, amount, createdBy: input.transactionId }];
  });
  const left = total(inputs) - total(outputs);
  const hasUnknown = inputs.length < raw.inputs.length;
  const fee = raw.coinbase || left < 0n ? 0n : left;
  return { raw, inputs, outputs, fee, unknown: hasUnknown && left < 0n ? -left : 0n };
}

function outputsOf(raw: RawTransaction): readonly Coin[] {
  return raw.outputs.map(({ index, owner, amount }) => ({
    id: `${raw.transactionId}:${index}`,
    owner,
    amount,
    createdBy: raw.transactionId,
  }));
}

function isOwnerOfInput(passage: Passage, owner: string | null): boolean {
  return owner !== null && passage.inputs.some((coin) => coin.owner === owner);
}

function sumOf(coins: readonly Coin[], owner: string): bigint {
  return total(coins.filter((coin) => coin.owner === owner));
}

function total(coins: readonly Coin[]): bigint {
  return coins.reduce((sum, coin) => sum + coin.amount, 0n);
}
