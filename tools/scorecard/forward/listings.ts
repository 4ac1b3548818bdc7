import { readFileSync } from 'node:fs';
import type { LabelledAddress } from '../starter-labels.ts';

/** The day on which an authority first named an address. */
export interface Listing {
  readonly network: string;
  readonly address: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** The entry of OFAC's list or the order of the court: its addresses came together. */
  readonly case: string;
}

/** One line of the file, after the first, which says where it is from. */
interface OfacDay {
  readonly network: string;
  readonly address: string;
  readonly day: string;
  readonly entry: string | null;
}

const OFAC_DAYS = new URL('ofac-days.jsonl', import.meta.url);
const ORDERS = 'nbctf-seizure-orders';
/** Labels that repeat OFAC's list; their own dates are those of the copies that were read. */
const OFAC_SOURCES: ReadonlySet<string> = new Set(['ofac-sdn', 'ofac-delisted']);

/** Listings whose day is known exactly: by OFAC, and by the seizure orders that ship as labels. */
export function readListings(labels: readonly LabelledAddress[]): readonly Listing[] {
  const ofac = readFileSync(OFAC_DAYS, 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line): OfacDay => JSON.parse(line))
    .map(({ network, address, day, entry }): Listing => {
      return { network, address, day, case: entry === null ? `OFAC ${day}` : `OFAC entry ${entry}` };
    });
  const orders = labels.flatMap(({ network, address, labels: own }) =>
    own
      .filter(({ source, validFrom }) => source === ORDERS && validFrom !== null)
      .map(({ validFrom, entity }): Listing => ({ network, address, day: dayOf(validFrom ?? 0), case: entity })),
  );
  return [...ofac, ...orders];
}

/**
 * The labels as they were known before a day: an authority's from the day it listed the address, any other from the date
 * of its list. What has no date, or whose day of listing is not known, counts as not known yet.
 */
export function labelsKnownBefore(
  day: string,
  labels: readonly LabelledAddress[],
  listings: readonly Listing[],
): readonly LabelledAddress[] {
  const listed = new Map(listings.map((one) => [keyOf(one), one.day]));
  return labels
    .map((one) => ({
      ...one,
      labels: one.labels.filter(({ source, sourceDate }) => {
        const isOfAuthority = OFAC_SOURCES.has(source) || source === ORDERS;
        const known = isOfAuthority ? listed.get(keyOf(one)) : sourceDate;
        return known !== undefined && known !== null && known < day;
      }),
    }))
    .filter((one) => one.labels.length > 0);
}

export function keyOf({ network, address }: Pick<Listing, 'network' | 'address'>): string {
  return `${network} ${address}`;
}

export function dayOf(time: number): string {
  return new Date(time * 1000).toISOString().slice(0, 10);
}
