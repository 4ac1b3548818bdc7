import { type Category, isCategory } from '@assay/domain';
import type { Sentence } from '../../score/sentence.ts';
import type { StarsGiven } from '../rating/floors/total.ts';
import type { MixtureName } from '../rating/mixtures/rate-mixture.ts';
import type { Certainty, RiskLevel } from '../rating/verdict.ts';

/** What is asked: of an address, of coins that it received, of coins that it would receive. */
export type Question = 'wallet' | 'payment' | 'planned';

/** How a share came: straight from the labelled account, or through others. */
export type Layer = 'direct' | 'indirect';

/** What a parameter of a sentence can be, by the name of its kind. */
export interface Kinds {
  readonly share: number;
  readonly usd: number | null;
  readonly usdKnown: number;
  readonly points: number;
  readonly stars: StarsGiven;
  readonly confidence: number;
  readonly owners: number;
  readonly steps: number;
  readonly category: Category;
  readonly categories: readonly Category[];
  readonly mixture: MixtureName;
  readonly layer: Layer;
  readonly layerOrBoth: Layer | 'both';
  readonly level: RiskLevel;
  readonly certainty: Certainty;
  readonly question: Question;
  readonly yes: boolean;
  readonly name: string;
  readonly nameOrNull: string | null;
}

type Kind = keyof Kinds;

export type ParamKinds = Readonly<Record<string, Kind>>;

export type ParamsOf<S extends ParamKinds> = { readonly [K in keyof S]: Kinds[S[K]] };

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isShare = (value: unknown): boolean => isNumber(value) && value >= 0 && value <= 1 + 1e-9;
const isAtLeast = (value: unknown, least: number): boolean => isNumber(value) && value >= least;
const isWhole = (value: unknown, least: number, most: number): boolean =>
  isNumber(value) && Number.isInteger(value) && value >= least && value <= most;
const isOneOf = (value: unknown, ...all: readonly string[]): boolean => all.some((one) => one === value);
const isCategoryId = (value: unknown): boolean => typeof value === 'string' && isCategory(value);

/** What each kind of parameter is, and whether a value is one. */
export const PARAM_KINDS: Readonly<
  Record<Kind, { readonly is: string; readonly accepts: (value: unknown) => boolean }>
> = {
  share: { is: 'a share of a whole, 0 to 1, not rounded', accepts: isShare },
  usd: {
    is: 'US dollars, not rounded; null where a price lacks',
    accepts: (value) => value === null || isAtLeast(value, 0),
  },
  usdKnown: { is: 'US dollars, not rounded', accepts: (value) => isAtLeast(value, 0) },
  points: { is: 'points of the total, 0 to 100', accepts: (value) => isAtLeast(value, 0) && Number(value) <= 100 },
  stars: { is: 'a number of stars, 1 to 5', accepts: (value) => isWhole(value, 1, 5) },
  confidence: { is: 'the confidence of a label, 0 to 100', accepts: (value) => isWhole(value, 0, 100) },
  owners: { is: 'a number of owners, 1 to 6; 6 is six or more', accepts: (value) => isWhole(value, 1, 6) },
  steps: { is: 'how many owners back was read, from 1', accepts: (value) => isWhole(value, 1, 1e9) },
  category: { is: 'the id of a category', accepts: isCategoryId },
  categories: {
    is: 'ids of categories, the largest share first',
    accepts: (value) => Array.isArray(value) && value.length > 0 && value.every(isCategoryId),
  },
  mixture: { is: 'ever, now or payment', accepts: (value) => isOneOf(value, 'ever', 'now', 'payment') },
  layer: { is: 'direct or indirect', accepts: (value) => isOneOf(value, 'direct', 'indirect') },
  layerOrBoth: {
    is: 'direct, indirect or both',
    accepts: (value) => isOneOf(value, 'direct', 'indirect', 'both'),
  },
  level: {
    is: 'low, medium, high or very_high',
    accepts: (value) => isOneOf(value, 'low', 'medium', 'high', 'very_high'),
  },
  certainty: {
    is: 'all_known, not_all_known, weaker_labels or in_what_was_read',
    accepts: (value) => isOneOf(value, 'all_known', 'not_all_known', 'weaker_labels', 'in_what_was_read'),
  },
  question: { is: 'wallet, payment or planned', accepts: (value) => isOneOf(value, 'wallet', 'payment', 'planned') },
  yes: { is: 'true or false', accepts: (value) => typeof value === 'boolean' },
  name: {
    is: 'a name or an ISO day, as its source gives it',
    accepts: (value) => typeof value === 'string' && value !== '',
  },
  nameOrNull: {
    is: 'a name or an ISO day, as its source gives it; null where there is none',
    accepts: (value) => value === null || (typeof value === 'string' && value !== ''),
  },
};

/** One sentence of the set: its code, the kinds of its parameters, and how it is said in English. */
export interface Template<C extends string = string, S extends ParamKinds = ParamKinds> {
  readonly code: C;
  readonly params: S;
  /** Says it of these values. */
  readonly say: (given: ParamsOf<S>) => Sentence;
}

/**
 * One sentence of the set: the same parameters give the same text. Another language needs its code and its parameters,
 * whose kinds are in `PARAM_KINDS`, and nothing else.
 */
export function define<const C extends string, const S extends ParamKinds>(
  code: C,
  params: S,
  write: (given: ParamsOf<S>) => string,
): Template<C, S> {
  return { code, params, say: (given) => ({ code, params: given, text: write(given).replace(BOUND_FIRST, capital) }) };
}

/** A sentence that begins with a share too close to nothing or to all. */
const BOUND_FIRST = /^(?:under|over) /;
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
