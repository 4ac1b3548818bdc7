import { type Category, isCategory } from '@assay/domain';
import type { Mixture, MixtureRow, Owners } from '../../src/version-3/mixture.ts';
import type { OwnHistory, OwnPayment } from '../../src/version-3/rating/history/own-history.ts';
import { type CarriedPart, findSetAside, setAsideRows } from '../../src/version-3/rating/history/set-aside.ts';
import { type PaymentInput, ratePayment } from '../../src/version-3/rating/rate-payment.ts';
import { rateWallet, type WalletInput } from '../../src/version-3/rating/rate-wallet.ts';
import { type Rating, reasonOf, riskScoreOf } from '../../src/version-3/rating/rating.ts';
import {
  type Composition,
  fromLabel,
  isBadSource,
  merge,
  NOT_FOLLOWED,
  NOTHING,
  type Row,
  type Source,
  scale,
  tierOfSource,
  UNKNOWN,
} from '../method-3/composition.ts';
import { add, divide, type Fraction, fraction, isZero, larger, sum } from '../method-3/fraction.ts';
import type { History } from '../method-3/model.ts';
import type { PlannedPayment } from '../method-3/payments.ts';
import type { Circumstances, Result } from '../method-3/result.ts';
import { mixtureOfPlanned } from './planned-mixture.ts';

/** The nearest double; both numbers are shortened first, so that neither exceeds what a double holds. */
export function numberOf({ n, d }: Fraction): number {
  const bits = BigInt(Math.max(0, d.toString(2).length - 900));
  return Number(n >> bits) / Number(d >> bits);
}

/** The page's id of a category as the product's. */
export function categoryOf(text: string): Category {
  if (!isCategory(text)) throw new Error(`no category ${text}`);
  return text;
}

const OWNERS: readonly Owners[] = [1, 2, 3, 4, 5, 6];

function rowOf(
  { category, entity, confidence, beforeDesignation, explained, owners }: Source,
  share: number,
): MixtureRow {
  const known = OWNERS.find((own) => own === owners) ?? 6;
  return { category: categoryOf(category), entity, confidence, beforeDesignation, explained, owners: known, share };
}

/** A composition in shares of `whole`; what it lacks of it is R. */
export function mixtureOf(composition: Composition, whole: Fraction): Mixture {
  const rows: MixtureRow[] = [];
  const residuals = { [UNKNOWN]: 0, [NOT_FOLLOWED]: 0 };
  let all = fraction(0n);
  for (const { source, size } of composition.values()) {
    const share = numberOf(divide(size, whole));
    all = add(all, size);
    if (source.category === UNKNOWN || source.category === NOT_FOLLOWED) residuals[source.category] += share;
    else rows.push(rowOf(source, share));
  }
  const missing = 1 - numberOf(divide(all, whole));
  return {
    rows,
    unknownOrigin: residuals[UNKNOWN],
    notFollowed: residuals[NOT_FOLLOWED] + (missing > 1e-12 ? missing : 0),
  };
}

const isStraightSevere = ({ source }: Row): boolean => tierOfSource(source) === 'S' && source.owners === 1;

/** A history in whole numbers of a unit of which every amount of it is a multiple. */
interface Scaled {
  readonly history: OwnHistory;
  readonly unit: bigint;
  readonly base: Fraction;
}

function unitOf({ inflows, payments, balances, afterLastInflow, atCutOff }: History): bigint {
  const amounts = [
    ...inflows.flatMap(({ amount, payers, unspent }) => [
      amount,
      ...(unspent === null ? [] : [unspent]),
      ...[...payers.values()].map(({ paid }) => paid),
    ]),
    ...payments.map(({ amount }) => amount),
    ...balances.map(({ balance }) => balance),
    ...(afterLastInflow === null ? [] : [afterLastInflow.balance]),
    atCutOff.balance,
  ];
  return amounts.reduce((unit, { d }) => fraction(unit, d).n * d, 1n);
}

const inUnits = ({ n, d }: Fraction, unit: bigint): bigint => (n * unit) / d;

/** The history of the second implementation as the engine reads it. */
export function scaledHistory(history: History, { labelAt }: Circumstances, stated: bigint | null): Scaled {
  const unit = unitOf(history);
  const received = sum(history.inflows.map(({ amount }) => amount));
  const base = stated === null ? received : larger(received, fraction(stated));
  const ids = new Map<string, number>();
  const idOf = (address: string): number => {
    const id = ids.get(address) ?? ids.size;
    ids.set(address, id);
    return id;
  };
  const payments = history.payments.map(({ at, time, payee, amount }): OwnPayment => {
    const label = labelAt(payee, time);
    return {
      at,
      time,
      payee: idOf(payee),
      amount: inUnits(amount, unit),
      label: label === null ? null : { ...label, category: categoryOf(label.category) },
    };
  });
  const inflows = history.inflows.map((inflow) => {
    const bad = [...inflow.came.values()].filter(({ source }) => isBadSource(source));
    return {
      at: inflow.at,
      time: inflow.time,
      amount: inUnits(inflow.amount, unit),
      share: numberOf(divide(inflow.amount, base)),
      badShare: numberOf(divide(sum(bad.map(({ size }) => size)), base)),
      parts: [...inflow.payers].map(([payer, { paid, came }]) => {
        return {
          payer: idOf(payer),
          amount: inUnits(paid, unit),
          isStraightSevere: [...came.values()].some(isStraightSevere),
        };
      }),
      unspent: inUnits(inflow.unspent ?? fraction(0n), unit),
    };
  });
  const common = { inflows, payments, base: inUnits(base, unit) };
  const isCoin = history.inflows.some(({ unspent }) => unspent !== null);
  const balances = history.balances.map(({ at, balance }) => ({ at, balance: inUnits(balance, unit) }));
  return {
    history: isCoin ? { network: 'coin', ...common } : { network: 'account', ...common, balances },
    unit,
    base,
  };
}

const kindOf = (isSample: boolean, isCovered: boolean) => (isSample ? 'sample' : isCovered ? 'whole' : 'incomplete');

export function walletInput(history: History, of: Circumstances, stated: bigint | null): WalletInput {
  const { history: own, unit, base } = scaledHistory(history, of, stated);
  const usdAt = (time: number): number | null => {
    const price = of.priceAt(time);
    return price === null ? null : numberOf(divide(price, fraction(unit)));
  };
  const setAside = findSetAside(own, usdAt);
  const ever = merge(...history.inflows.map(({ came }) => came));
  const now = history.afterLastInflow;
  return {
    history: own,
    kind: kindOf(of.isSample, history.shortfalls.length === 0),
    isTotalStated: stated !== null,
    ever: ever.size === 0 ? null : mixtureOf(ever, base),
    now:
      now === null
        ? null
        : {
            mixture: mixtureOf(now.composition, fraction(1n)),
            balance: inUnits(now.balance, unit),
            balanceAtCutOff: inUnits(history.atCutOff.balance, unit),
          },
    setAside,
    setAsideRows: setAsideRows(own, setAside, (parts) => mixtureOf(carriedBy(history, own, parts), base).rows),
    ownLabel: of.ownLabel === null ? null : { ...of.ownLabel, category: categoryOf(of.ownLabel.category) },
    usdAt,
    cutOff: of.cutOff,
  };
}

/** What parts of inflows carried, by amount; a part is the exact fraction that a double is. */
function carriedBy({ inflows }: History, own: OwnHistory, parts: readonly CarriedPart[]): Composition {
  return merge(
    ...parts.map(({ inflow, payer, part }) => {
      const of = inflows[inflow];
      const index = own.inflows[inflow]?.parts.findIndex((one) => one.payer === payer) ?? -1;
      const came = payer === null ? of?.came : [...(of?.payers.values() ?? [])][index]?.own;
      return scale(came ?? NOTHING, fraction(BigInt(Math.round(part * 2 ** 52)), 2n ** 52n));
    }),
  );
}

export function plannedInput(
  address: string,
  history: History,
  of: Circumstances,
  { amount, earlier }: PlannedPayment,
): PaymentInput {
  const price = of.priceAt(of.cutOff);
  const usd = price === null ? null : numberOf(price) * numberOf(add(amount, earlier));
  const label = of.labelAt(address, of.cutOff);
  if (label !== null) {
    const row = rowOf(fromLabel(label, of.cutOff, of.onReviewedList), 1);
    return { mixture: { rows: [row], unknownOrigin: 0, notFollowed: 0 }, usd, kind: 'whole', hasRecords: true };
  }
  const { balance, composition } = history.atCutOff;
  const unit = balance.d * amount.d;
  const held = isZero(balance) ? { rows: [], unknownOrigin: 1, notFollowed: 0 } : mixtureOf(composition, fraction(1n));
  const isCovered = history.shortfalls.length === 0 && balance.n * amount.d >= amount.n * balance.d;
  return {
    mixture: mixtureOfPlanned(
      { mixture: held, balance: inUnits(balance, unit), isSample: of.isSample },
      inUnits(amount, unit),
    ),
    usd,
    kind: kindOf(of.isSample, isCovered),
    hasRecords: history.hasRecords,
  };
}

/** A rating in the words of the second implementation. */
export const asResult = (rating: Rating): Result => ({
  stars: rating.kind === 'stars' ? rating.stars : null,
  riskscore: riskScoreOf(rating),
  finding: rating.finding,
  confidence: rating.kind === 'stars' ? rating.confidence : 'none',
  exchangedNotFollowed: rating.exchangedNotFollowed,
  reason: reasonOf(rating),
  setAside: rating.setAside,
});

export const walletResult = (history: History, of: Circumstances, stated: bigint | null): Result =>
  asResult(rateWallet(walletInput(history, of, stated)));

export const plannedResult = (address: string, history: History, of: Circumstances, payment: PlannedPayment): Result =>
  asResult(ratePayment(plannedInput(address, history, of, payment)));
