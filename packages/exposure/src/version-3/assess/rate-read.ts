import type { NetworkId } from '@assay/domain';
import type { Label } from '../../labels/label.ts';
import { compareLabels, type GoverningLabel } from '../../labels/resolve-labels.ts';
import type { NodeId, Position } from '../../records/record.ts';
import type { Mixture, MixtureRow } from '../mixture.ts';
import { usdOf, usdOfEver } from '../rating/bounds/dollars.ts';
import { isBad } from '../rating/floors/risk-row.ts';
import { findSetAside, type SetAside, setAsideRows } from '../rating/history/set-aside.ts';
import type { HistoryKind } from '../rating/mixtures/known.ts';
import { rateWallet, type WalletInput } from '../rating/rate-wallet.ts';
import { countingLabel } from '../walk/rows/counting-label.ts';
import type { WalkedMixture } from '../walk/rows/walked-mixture.ts';
import type { AssessmentOf3, BadPayment, ReturnedMoney, UntouchedMoney } from './assessment-of-3.ts';
import { mixtureFound, noneFoundFacts } from './evidence.ts';
import { PricesUsed } from './prices-used.ts';
import type { WalletQuestion } from './question.ts';
import type { ReadHistory } from './read-history.ts';

/** A part of a net inflow by the store's own place and account; `payer` null: all of it. */
export interface StorePart {
  readonly transaction: Position;
  readonly payer: NodeId | null;
  /** 0..1. */
  readonly part: number;
}

/** What was read and walked of a wallet, on either kind of network. */
export interface WalletRead {
  readonly network: NetworkId;
  /** Of the wallet. */
  readonly labels: readonly Label[];
  readonly kind: HistoryKind;
  readonly read: ReadHistory;
  readonly ever: (WalkedMixture & { readonly amount: bigint }) | null;
  readonly carriedBy: (parts: readonly StorePart[]) => readonly MixtureRow[];
  /** With the balance after the last net inflow, base units. */
  readonly now: { readonly mixture: WalkedMixture; readonly balance: bigint } | null;
  /** Base units. */
  readonly balanceAtCutOff: bigint;
  /** Transaction ids and addresses of the store, in the order asked. */
  readonly name: (places: readonly Position[], accounts: readonly NodeId[]) => Promise<Names>;
}

export interface Names {
  readonly transactionIds: readonly string[];
  readonly addresses: readonly string[];
}

/** The label of the address that counts at a time (Unix seconds), never of its cluster (docs/method/3, section 10). */
export const ownLabelOf = (labels: readonly Label[], time: number): GoverningLabel | null =>
  countingLabel(ownLabels(labels), time);

/** Given and carried ones, strongest first. */
export const ownLabels = (labels: readonly Label[]): readonly Label[] =>
  labels.filter(({ derivedBy, origin }) => derivedBy === undefined && origin === 'given').toSorted(compareLabels);

/** Rates what was read of a wallet, and writes what the result is explained by. */
export async function rateRead(read: WalletRead, question: WalletQuestion): Promise<AssessmentOf3> {
  const { history, unit, places, accounts } = read.read;
  const { cutOff } = question;
  const prices = new PricesUsed(question.asset, question.prices);
  const usdAt = prices.usdAt(unit);
  const setAside = findSetAside(history, usdAt);
  const rows = setAsideRows(history, setAside, (parts) =>
    read.carriedBy(
      parts.map(({ inflow, payer, part }) => ({
        transaction: of(places, history.inflows[inflow]?.at),
        payer: payer === null ? null : of(accounts, payer),
        part,
      })),
    ),
  );
  const ownLabel = ownLabelOf(read.labels, cutOff);
  const input: Omit<WalletInput, 'usdAt'> = {
    history,
    kind: read.kind,
    isTotalStated: (question.statedTotal ?? null) !== null,
    ever: read.ever === null ? null : mixtureAlone(read.ever),
    now:
      read.now === null
        ? null
        : {
            mixture: mixtureAlone(read.now.mixture),
            balance: read.now.balance * unit,
            balanceAtCutOff: read.balanceAtCutOff * unit,
          },
    setAside,
    setAsideRows: rows,
    ownLabel: ownLabel === null ? null : { category: ownLabel.label.category, confidence: ownLabel.label.confidence },
    cutOff,
  };
  const rating = rateWallet({ ...input, usdAt });
  const ever =
    read.ever === null ? null : { amount: read.ever.amount, usd: usdOfEver(history.inflows, history.base, usdAt) };
  const usdOfUnit = prices.usdAt();
  const mixtures = rating.mixtures.flatMap(({ name }) => {
    if (name === 'ever' && read.ever !== null && ever !== null) return [mixtureFound(name, read.ever, ever)];
    if (name !== 'now' || read.now === null) return [];
    const { mixture, balance } = read.now;
    return [mixtureFound(name, mixture, { amount: balance, usd: usdOf({ amount: balance, time: cutOff }, usdOfUnit) })];
  });
  const since = history.inflows[0]?.time ?? null;
  return {
    methodVersion: '3',
    of: 'wallet',
    network: read.network,
    asset: question.asset,
    address: question.address,
    cutOff,
    reviewedList: question.reviewedList.version,
    history: read.kind,
    rating,
    mixtures,
    ownLabel: ownLabel?.label ?? null,
    labels: ownLabels(read.labels),
    ...(await named(read, setAside)),
    senders: [],
    noneFound: read.ever === null || ever === null ? null : noneFoundFacts(rating, read.ever, { ...ever, since }),
    prices: prices.all(),
    rated: { kind: 'wallet', input, unit },
  };
}

/** A mixture without what shows where it comes from. */
export function mixtureAlone({ rows, unknownOrigin, notFollowed }: WalkedMixture): Mixture {
  return {
    rows: rows.map(({ labels: _labels, firstTime: _first, lastTime: _last, paths: _paths, ...row }) => row),
    unknownOrigin,
    notFollowed,
  };
}

/** What was set aside and paid, with the addresses and transactions of it. */
async function named(
  { read, name }: WalletRead,
  { returned, untouched }: SetAside,
): Promise<Pick<AssessmentOf3, 'returned' | 'untouched' | 'badPayments'>> {
  const { history, unit, places, accounts } = read;
  const { inflows, payments } = history;
  const bad = [...payments.entries()].filter(([, { label }]) => label !== null && isBad(label));
  const usedPlaces = new Set<number>([
    ...returned.flatMap(({ inflow, payment }) => [inflows[inflow]?.at ?? 0, payments[payment]?.at ?? 0]),
    ...untouched.map(({ inflow }) => inflows[inflow]?.at ?? 0),
    ...bad.map(([, { at }]) => at),
  ]);
  const usedAccounts = new Set<number>([
    ...returned.map(({ payment }) => payments[payment]?.payee ?? 0),
    ...bad.map(([, { payee }]) => payee),
  ]);
  // Nobody can be named for some outputs, and such a payee has no label.
  const nodes = [...usedAccounts].map((account) => of(accounts, account) ?? -1);
  const names = await name(
    [...usedPlaces].map((place) => of(places, place)),
    nodes,
  );
  const ids = new Map([...usedPlaces].map((place, index) => [place, names.transactionIds[index] ?? '']));
  const addresses = new Map([...usedAccounts].map((account, index) => [account, names.addresses[index] ?? '']));
  return {
    returned: returned.map(
      ({ inflow, payment, amount }): ReturnedMoney => ({
        address: addresses.get(payments[payment]?.payee ?? -1) ?? '',
        amount: amount / unit,
        inflow: ids.get(inflows[inflow]?.at ?? -1) ?? '',
        payment: ids.get(payments[payment]?.at ?? -1) ?? '',
      }),
    ),
    untouched: untouched.map(
      ({ inflow, amount }): UntouchedMoney => ({
        inflow: ids.get(inflows[inflow]?.at ?? -1) ?? '',
        amount: amount / unit,
      }),
    ),
    badPayments: bad.flatMap(([payment, { at, time, payee, amount, label }]): readonly BadPayment[] =>
      label === null
        ? []
        : [
            {
              ...label,
              payment,
              address: addresses.get(payee) ?? '',
              transactionId: ids.get(at) ?? '',
              time,
              amount: amount / unit,
            },
          ],
    ),
  };
}

function of<T>(all: readonly T[], index: number | undefined): T {
  const one = index === undefined ? undefined : all[index];
  if (one === undefined) throw new RangeError(`a history without a place or account ${index}`);
  return one;
}
