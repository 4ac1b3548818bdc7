import { CATEGORIES, CATEGORY_IDS, type Category } from '@assay/domain';
import type { AssessmentOf3, RatedBy3 } from '../assess/assessment-of-3.ts';
import { PricesUsed } from '../assess/prices-used.ts';
import type { Mixture, MixtureRow, Owners } from '../mixture.ts';
import { type UsdAt, usdOfEver } from '../rating/bounds/dollars.ts';
import { isBad, keyOfRow, STRONG_CONFIDENCE, shareOf } from '../rating/floors/risk-row.ts';
import type { MixtureName } from '../rating/mixtures/rate-mixture.ts';
import { readPaid } from '../rating/paid/paid.ts';
import { ratePayment } from '../rating/rate-payment.ts';
import { rateWallet } from '../rating/rate-wallet.ts';
import type { Rating } from '../rating/rating.ts';
import { NOT_OF_SERVICE } from '../rating/steps.ts';

/** A mixture before section 8. */
export interface NamedMixture {
  readonly name: MixtureName;
  readonly mixture: Mixture;
}

/** A result whose shares can be changed, to decide again. */
export interface Changeable {
  /** Those that were read, *ever* first; rows that the rules of stars do not distinguish are added up. */
  readonly mixtures: readonly NamedMixture[];
  /** Which of these rows a row is in. */
  readonly keyOf: (row: MixtureRow) => string;
  /** Something was returned or lies untouched. */
  readonly hasSetAside: boolean;
  /** Decides again by all rules, with these mixtures in place of the same ones. */
  readonly rate: (changed: readonly NamedMixture[]) => Rating;
}

/**
 * @param decimals of the asset
 * @throws {RangeError} when the assessment lacks the price of a day that its rating used.
 */
export function changeableOf(
  { asset, prices, rating, rated }: Pick<AssessmentOf3, 'asset' | 'prices' | 'rating' | 'rated'>,
  decimals: number,
): Changeable {
  if (rated.kind === 'payment') {
    const { mixture, ...rest } = rated.input;
    const keyOf = keyIn(new Set());
    const payment: NamedMixture = { name: 'payment', mixture: condensed(mixture, keyOf) };
    return {
      mixtures: [payment],
      keyOf,
      hasSetAside: false,
      rate: (changed) => ratePayment({ ...rest, mixture: withoutNames(inPlaceOf(payment, changed)) }),
    };
  }
  const usdOn = new Map(prices.map(({ day, usd }) => [day, usd]));
  const known = new PricesUsed(asset, {
    decimals,
    usdOn: (day) => {
      const usd = usdOn.get(day);
      if (usd === undefined) throw new RangeError(`an assessment without its price of ${day}`);
      return usd;
    },
  });
  return changeableWallet(rated, rating, known.usdAt(rated.unit));
}

function changeableWallet(
  { input }: Extract<RatedBy3, { kind: 'wallet' }>,
  { mixtures: readings }: Rating,
  usdAt: UsdAt,
): Changeable {
  const { history, setAside, setAsideRows } = input;
  const ofHistory = {
    paid: readPaid(history, setAside, usdAt),
    usdOfEver: usdOfEver(history.inflows, history.base, usdAt),
  };
  // What was set aside is taken out of its own row, so such rows are not added up.
  const rowsSetAside = [...setAsideRows.returned, ...setAsideRows.untouched];
  const keyOf = keyIn(new Set(rowsSetAside.map(keyOfRow)));
  const hasSetAside = rowsSetAside.length > 0;
  const decided = (mixture: Mixture): Mixture => (hasSetAside ? mixture : withoutNames(mixture));
  const ever: NamedMixture | null =
    input.ever === null ? null : { name: 'ever', mixture: condensed(input.ever, keyOf) };
  const now: NamedMixture | null =
    input.now === null ? null : { name: 'now', mixture: condensed(input.now.mixture, keyOf) };
  const isRead = ({ name }: NamedMixture): boolean =>
    readings.some((reading) => reading.name === name && !reading.isLeftOut);
  return {
    mixtures: [ever, now].filter((one) => one !== null).filter(isRead),
    keyOf,
    hasSetAside,
    rate: (changed) => {
      const everThen = ever === null ? null : inPlaceOf(ever, changed);
      const inProportion = (rows: readonly MixtureRow[]): readonly MixtureRow[] =>
        ever === null || everThen === null ? rows : changedWith(rows, ever.mixture, everThen);
      return rateWallet({
        ...input,
        ever: everThen === null ? null : decided(everThen),
        now: input.now === null || now === null ? null : { ...input.now, mixture: decided(inPlaceOf(now, changed)) },
        setAsideRows: {
          returned: inProportion(setAsideRows.returned),
          untouched: inProportion(setAsideRows.untouched),
        },
        usdAt,
        ofHistory,
      });
    },
  };
}

const inPlaceOf = ({ name, mixture }: NamedMixture, changed: readonly NamedMixture[]): Mixture =>
  changed.find((one) => one.name === name)?.mixture ?? mixture;

/** Of what was set aside, the part that its row of *ever* has become. */
function changedWith(rows: readonly MixtureRow[], before: Mixture, after: Mixture): readonly MixtureRow[] {
  if (rows.length === 0 || before === after) return rows;
  const [was, is] = [before, after].map(
    (mixture) => new Map(mixture.rows.map((row) => [keyOfRow(row), row.share] as const)),
  );
  return rows.flatMap((row) => {
    const whole = was?.get(keyOfRow(row));
    const share = whole === undefined ? row.share : (row.share * (is?.get(keyOfRow(row)) ?? 0)) / whole;
    return share > 0 ? [{ ...row, share }] : [];
  });
}

/** Owners that the rules distinguish: straight or not of what is not explained, near or farther of what is. */
function ownersRead({ explained, owners }: MixtureRow): Owners {
  const most = explained ? 3 : 2;
  return owners > most ? most : owners;
}

/** Rows of one category that the rules of stars do not distinguish; rows of these keys stay as they are. */
const keyIn =
  (kept: ReadonlySet<string>): Changeable['keyOf'] =>
  (row) => {
    const own = kept.size === 0 ? '' : keyOfRow(row);
    return kept.has(own) ? own : `${row.category} ${classOf(row)}`;
  };

const classOf = (row: MixtureRow): string =>
  `${ownersRead(row)} ${row.confidence >= STRONG_CONFIDENCE} ${row.beforeDesignation} ${row.explained}`;

/** No label names anybody so. */
const SEVERAL = ' ';

/** Adds up the rows of each key. */
function condensed({ rows, ...residuals }: Mixture, keyOf: Changeable['keyOf']): Mixture {
  return {
    ...residuals,
    rows: [...Map.groupBy(rows, keyOf).values()].flatMap((own): readonly MixtureRow[] => {
      const [first] = own;
      if (first === undefined || own.length === 1) return own;
      const confidence = Math.min(...own.map((row) => row.confidence));
      return [{ ...first, entity: SEVERAL, confidence, owners: ownersRead(first), share: shareOf(own) }];
    }),
  };
}

/** Categories that the rules of stars do not distinguish have one of them here: of one tier and weight, or not bad. */
const ALIKE: ReadonlyMap<Category, Category> = new Map(
  CATEGORY_IDS.map((category) => {
    const first = CATEGORY_IDS.find((other) => rulesOf(other) === rulesOf(category));
    return [category, first ?? category];
  }),
);

function rulesOf(category: Category): string {
  const { tier, weight } = CATEGORIES[category];
  return isBad({ category }) ? `${tier} ${weight} ${NOT_OF_SERVICE.has(category)}` : 'not bad';
}

/** What is decided on where nothing was set aside: the fewest rows that give the same stars. */
const withoutNames = (mixture: Mixture): Mixture => condensed(mixture, keyWithoutName);

/** Most rows are the same each time that it is decided. */
const KEYS = new WeakMap<MixtureRow, string>();

function keyWithoutName(row: MixtureRow): string {
  const known = KEYS.get(row);
  if (known !== undefined) return known;
  const key = `${ALIKE.get(row.category)} ${classOf(row)}`;
  KEYS.set(row, key);
  return key;
}
