/** The random questions of reference-2 as this reference asks them. Their derived labels are fixed. */

import type { Label, RawTransaction } from '../../src/index.ts';
import {
  type AccountQuestion,
  type CoinQuestion,
  type Question as Drawn,
  FEE_SINK,
  type RecordMoney,
} from '../../src/reference/method-2/input.ts';
import { decimal, type Fraction, fraction, over } from './fraction.ts';
import { type CoinTransaction, dayOf, FEE, type GivenLabel, type Prices, type Question } from './question.ts';

const ISSUER_ADDRESS = '0x0000000000000000000000000000000000000000';

function common(drawn: Drawn): Omit<Question, 'records' | 'notFetched' | 'prices'> {
  if (drawn.derivation.kind !== 'fixed') throw new Error('the labels derived from records are given');
  return {
    network: drawn.network,
    subject: drawn.subject,
    at: drawn.asOf / 1000,
    labels: drawn.labels.map(
      ({ network, address, entity, category, confidence, source, validFrom, validTo }): GivenLabel => ({
        ...{ network, address, entity, category, confidence, source },
        ...(validFrom === null ? {} : { from: Date.parse(validFrom) / 1000 }),
        ...(validTo === null ? {} : { to: Date.parse(validTo) / 1000 }),
      }),
    ),
    isProtected: (_, address) => address === ISSUER_ADDRESS,
    isContract: () => false,
    sameKeyNetworks: [],
    derives: true,
    fixed: drawn.derivation.set,
    sourceComplete: drawn.history.fromFirstRecord,
    readable: drawn.traceable && !drawn.everySourceFailed,
  };
}

export function ofAccounts(drawn: AccountQuestion): Question {
  const nameOf = (address: string) => (address === FEE_SINK ? FEE : address);
  return {
    ...common(drawn),
    records: {
      form: 'account',
      transfers: drawn.transfers.map(({ position, time, from, to, amount }) => ({
        ...{ from: nameOf(from), to: nameOf(to), amount, time: time / 1000 },
        place: { block: position, transaction: 0, kind: 'token', index: 0, ordinal: 0 },
      })),
      openings: new Map(drawn.accounts.filter((one) => one.opening > 0n).map((one) => [one.address, one.opening])),
    },
    notFetched: new Set(drawn.accounts.filter((one) => one.unreadBefore).map((one) => one.address)),
    prices: pricesOf(drawn, drawn.transfers),
  };
}

export function ofCoins(drawn: CoinQuestion): Question {
  return {
    ...common(drawn),
    records: {
      form: 'coins',
      transactions: drawn.transactions.map(({ id, position, time, coinbase, inputs, outputs }) => ({
        ...{ id, block: position, position: 0, time: time / 1000, coinbase },
        severalParties: inputs.some((input) => input.openSignature),
        inputs: inputs.map(({ output, owner, value }) => {
          const cut = output.lastIndexOf(':');
          return {
            spends: { transaction: output.slice(0, cut), output: Number(output.slice(cut + 1)) },
            ...(owner === FEE_SINK ? {} : { owner }),
            ...(value === null ? {} : { value }),
          };
        }),
        outputs: outputs.map(({ owner, value }) => (owner.startsWith('(data') ? { value } : { owner, value })),
      })),
    },
    notFetched: new Set(),
    prices: pricesOf(drawn, drawn.transactions),
  };
}

/** All records of a drawn question have the same price, the same bounds, or none. */
function pricesOf(
  { decimals }: Drawn,
  records: readonly { readonly time: number; readonly money: RecordMoney }[],
): Prices {
  const ofBaseUnit = (usd: string): Fraction => over(decimal(usd), fraction(10n ** BigInt(decimals)));
  const days = new Map<string, Fraction>();
  const years = new Map<number, { low: Fraction; high: Fraction }>();
  for (const { time, money } of records) {
    const day = dayOf(time / 1000);
    if (money.kind === 'price') days.set(day, ofBaseUnit(money.usd));
    if (money.kind === 'bounds') {
      years.set(Number(day.slice(0, 4)), { low: ofBaseUnit(money.low), high: ofBaseUnit(money.high) });
    }
  }
  return { days, years };
}

/** Transactions as the engine's stores take them. */
export function ofRawCoins(transactions: readonly RawTransaction[]): CoinTransaction[] {
  return transactions.map(({ transactionId, block, time, coinbase, inputs, outputs, isSignedBySeveral }) => ({
    ...{ id: transactionId, block, position: 0, time, coinbase, severalParties: isSignedBySeveral === true },
    inputs: inputs.map((input) => ({
      spends: { transaction: input.transactionId, output: input.index },
      ...(input.owner === null ? {} : { owner: input.owner }),
      ...(input.amount === null ? {} : { value: input.amount }),
    })),
    outputs: outputs.map(({ owner, amount }) => (owner === null ? { value: amount } : { owner, value: amount })),
  }));
}

/** A given label of this reference as the engine has it. */
export function engineLabel({ entity, category, confidence, source, from, to }: GivenLabel): Label {
  return {
    ...{ entity, category, confidence, source, sourceUrl: null, sourceDate: null, origin: 'given' },
    validFrom: typeof from === 'number' ? from : null,
    validTo: typeof to === 'number' ? to : null,
  };
}
