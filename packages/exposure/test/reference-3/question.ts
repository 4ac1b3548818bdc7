import type { Category } from '@assay/domain';
import type { Fraction } from './fraction.ts';

/** The receiver of fee records: a party of its own, no address (section 2). */
export const FEE = 'fee';

/** Unix seconds, or a day as YYYY-MM-DD that is included as a whole, UTC. */
export type Moment = number | string;

export interface GivenLabel {
  readonly network: string;
  readonly address: string;
  readonly entity: string;
  readonly category: Category;
  readonly confidence: number;
  /** The authority or list that says so. */
  readonly source: string;
  /** Validity, read for sanctions and frozen addresses only. */
  readonly from?: Moment;
  readonly to?: Moment;
}

export interface Place {
  readonly block: number;
  readonly transaction: number;
  readonly kind: 'fee' | 'native' | 'internal' | 'token';
  readonly index?: number;
  readonly ordinal: number;
}

export interface Transfer {
  readonly from: string;
  readonly to: string;
  /** Base units. */
  readonly amount: bigint;
  /** Unix seconds. */
  readonly time: number;
  readonly place: Place;
}

export interface CoinInput {
  /** Left out where the source does not say it and the transaction that created the coin is not held. */
  readonly owner?: string;
  readonly value?: bigint;
  readonly spends?: { readonly transaction: string; readonly output: number };
}

export interface CoinOutput {
  readonly owner?: string;
  readonly value: bigint;
}

export interface CoinTransaction {
  readonly id: string;
  readonly block: number;
  readonly position: number;
  readonly time: number;
  readonly coinbase: boolean;
  readonly inputs: readonly CoinInput[];
  readonly outputs: readonly CoinOutput[];
  /** The signature of an input commits to fewer than all inputs. */
  readonly severalParties?: boolean;
}

/** Prices in dollars of one base unit, and the table of section 6.9. */
export interface Prices {
  /** By day, YYYY-MM-DD. */
  readonly days: ReadonlyMap<string, Fraction>;
  readonly years: ReadonlyMap<number, { readonly low: Fraction; readonly high: Fraction }>;
  /** The date of the table's last row. */
  readonly lastDay?: string;
}

export type Records =
  | {
      readonly form: 'account';
      readonly transfers: readonly Transfer[];
      /** Known opening balances. */
      readonly openings: ReadonlyMap<string, bigint>;
    }
  | { readonly form: 'coins'; readonly transactions: readonly CoinTransaction[] };

/** Derived labels that are given instead of computed from the records. */
export interface FixedSet {
  readonly deposits: ReadonlyMap<string, { readonly entity: string; readonly category: Category }>;
  readonly services: ReadonlySet<string>;
  /** Every member of a cluster of two or more points at all of them. */
  readonly clusters: ReadonlyMap<string, readonly string[]>;
}

export interface Question {
  readonly network: string;
  readonly subject: string;
  /** When the check is made, Unix seconds. */
  readonly at: number;
  readonly records: Records;
  /** Addresses of which older history exists that was not fetched. */
  readonly notFetched: ReadonlySet<string>;
  readonly labels: readonly GivenLabel[];
  /** PROTECTED_ADDRESSES of the page, by network. */
  readonly isProtected: (network: string, address: string) => boolean;
  readonly isContract: (network: string, address: string) => boolean;
  /** The Ethereum-style networks of the catalogue. */
  readonly sameKeyNetworks: readonly string[];
  /** False for a store that holds no derived labels (section 4). */
  readonly derives: boolean;
  /** Where a comparison holds derived labels fixed. */
  readonly fixed?: FixedSet;
  readonly prices: Prices;
  /** What the source says of 'complete' in section 2; whether a balance fell short is computed here. */
  readonly sourceComplete: boolean;
  /** False where the network cannot be traced or every source failed. */
  readonly readable: boolean;
}

/** The day of a moment, UTC. */
export function dayOf(time: number): string {
  return new Date(time * 1000).toISOString().slice(0, 10);
}

/** Orders texts by UTF-16 code units. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
