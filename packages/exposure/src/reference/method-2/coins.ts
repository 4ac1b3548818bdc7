import { type AbsorbedAs, absorbing, type Direction, deriveSet } from './absorb.ts';
import type { Walked } from './accounts.ts';
import { clustersOf } from './clusters.ts';
import { coinHistories, netOf, type ValuedInput, type ValuedTransaction, valuedTransactions } from './coin-records.ts';
import { moneyOf } from './dollars.ts';
import { type Fraction, fraction, over, plus, sum, times } from './fraction.ts';
import type { CoinQuestion } from './input.ts';
import { MINER, tierOf } from './labels.ts';
import { addTo, emptyLayers, exposureOf, type Layers, labelled, type Mixture, partOf, residual } from './mixture.ts';

/** Exposure on UTXO networks, exact, by section 3 of version 1; method version 2 is in preparation. */
interface Source {
  readonly value: Fraction;
  /** What it ended at directly, or null where it is followed. */
  readonly direct: Mixture | null;
  readonly followed: Mixture;
}

const weigh = (sources: readonly Source[]): Mixture => {
  const mixed = new Map<string, Fraction>();
  const all = sum(sources.map((source) => source.value));
  for (const { value, direct, followed } of sources) addTo(mixed, over(value, all), direct ?? followed);
  return mixed;
};

interface Sides {
  sourcesOf(one: ValuedTransaction, without: string | null): readonly Source[];
  targetsOf(one: ValuedTransaction, without: string | null): readonly Source[];
}

function sidesOf(question: CoinQuestion, all: readonly ValuedTransaction[], absorbs: AbsorbedAs): Sides {
  const compositions = new Map<string, Mixture>();
  const destinations = new Map<string, Mixture>();
  const byId = new Map(all.map((one) => [one.transaction.id, one]));
  const spenders = new Map(
    all.flatMap((one) => one.transaction.inputs.map((input) => [input.output, one.transaction.id] as const)),
  );
  const older = residual(question.unreadBefore ? 'not_followed' : 'unknown_origin');
  const sourceOf = (input: ValuedInput, time: number): Source => {
    const ending = input.guessed ? null : absorbs(input.owner, time, 'incoming');
    const known = input.createdBy === null ? undefined : compositions.get(input.createdBy);
    return {
      value: input.value,
      direct: ending === null ? null : labelled(ending),
      followed: input.guessed ? residual('unknown_origin') : (known ?? older),
    };
  };
  const sides: Sides = {
    sourcesOf(one, without) {
      if (one.transaction.coinbase) return [{ value: fraction(1), direct: labelled(MINER), followed: labelled(MINER) }];
      const others = one.inputs.filter((input) => input.owner !== without);
      return others.map((input) => sourceOf(input, one.transaction.time));
    },
    targetsOf(one, without) {
      const outputs = one.outputs
        .filter((output) => output.owner !== without)
        .map((output): Source => {
          const ending = absorbs(output.owner, one.transaction.time, 'outgoing');
          const next = byId.get(spenders.get(output.id) ?? '');
          const followed = next === undefined ? undefined : destinations.get(next.transaction.id);
          return {
            value: output.value,
            direct: ending === null ? null : labelled(ending),
            followed: followed ?? residual('still_held'),
          };
        });
      return [...outputs, { value: one.fee, direct: residual('fee'), followed: residual('fee') }];
    },
  };
  for (const one of all) compositions.set(one.transaction.id, weigh(sides.sourcesOf(one, null)));
  for (const one of all.toReversed()) destinations.set(one.transaction.id, weigh(sides.targetsOf(one, null)));
  return sides;
}

interface Counted {
  readonly one: ValuedTransaction;
  readonly net: Fraction;
  readonly parts: readonly Source[];
}

function layersOf(counted: readonly Counted[]): Layers {
  const layers = emptyLayers();
  const weight = sum(counted.map(({ net }) => net));
  for (const { net, parts } of counted) {
    const all = sum(parts.map((part) => part.value));
    for (const { value, direct, followed } of parts)
      addTo(
        direct === null ? layers.indirect : layers.direct,
        times(over(net, weight), over(value, all)),
        direct ?? followed,
      );
    if (all.n === 0n) addTo(layers.indirect, over(net, weight), residual('unknown_origin'));
  }
  return layers;
}

/** Part of a transaction's net amount that is exposed to tier S directly. */
function directS({ net, parts }: Counted): Fraction {
  const all = sum(parts.map((part) => part.value));
  return parts.reduce((total, { value, direct }) => {
    const part = direct === null ? fraction(0) : partOf(direct, (ending) => tierOf(ending.category) === 'S');
    return plus(total, times(times(net, over(value, all)), part));
  }, fraction(0));
}

export function walkCoins(question: CoinQuestion): Walked {
  const all = valuedTransactions(question);
  const histories = coinHistories(all);
  const derived = deriveSet(question, histories, clustersOf(question).members);
  const sides = sidesOf(question, all, absorbing(question, derived));
  const { subject } = question;
  const nets = all.map((one) => ({ one, net: netOf(one, subject) }));
  const came = nets
    .filter(({ net }) => net.n > 0n)
    .map((item) => ({ ...item, parts: sides.sourcesOf(item.one, subject) }));
  const went = nets
    .filter(({ net }) => net.n < 0n)
    .map(({ one, net }) => ({ one, net: fraction(-net.n, net.d), parts: sides.targetsOf(one, subject) }));
  const side = (direction: Direction, counted: readonly Counted[]): Walked['incoming'] => {
    const records = counted.map((item) => ({
      amount: item.net,
      money: item.one.transaction.money,
      directS: directS(item),
    }));
    const weight = sum(counted.map(({ net }) => net));
    return exposureOf(direction, weight, moneyOf(records, question.decimals), layersOf(counted));
  };
  return {
    incoming: side('incoming', came),
    outgoing: side('outgoing', went),
    subjectHistory: histories.get(subject) ?? { opening: 0n, movements: [] },
    shortfall: all.some((one) => one.inputs.some((input) => input.guessed && input.owner === subject)),
  };
}
