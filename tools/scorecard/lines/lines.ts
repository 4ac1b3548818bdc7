import { createHash } from 'node:crypto';
import type { Stars } from '@assay/domain';
import { type Rate, rateOf } from '../shares/rate.ts';
import { type ByVersion, byVersion, VERSIONS, type Version } from '../version.ts';
import type { Finding } from '../world/rate-3.ts';
import { caseOf, type Truth } from './known.ts';
import type { RatedAddress, RatedBy } from './rate-known.ts';

export type Dimension = 'all' | 'network' | 'category' | 'source' | 'year';

/** What a version made of a line's addresses. */
export interface Cell {
  /** Addresses by stars, without stars first. */
  readonly stars: readonly number[];
  /** One or two stars: recall of bad addresses, false alarms of good ones. */
  readonly high: Rate;
  /** One to three stars: recall and false alarms where three count as a warning. */
  readonly warned: Rate;
  /** Four or five stars: false comfort of bad addresses. */
  readonly comfort: Rate;
  /** Without stars, which is neither a warning nor comfort. */
  readonly unrated: Rate;
  /** Addresses by why version 3 gives no stars; empty of former versions, which do not say. */
  readonly findings: Readonly<Partial<Record<Finding, number>>>;
}

/** Which rating a cell is about. Those of `records` are of addresses with records alone. */
export type Reading = 'own' | 'ownRecords' | 'leftOutRecords';

/** Addresses of one kind: known bad or known good, of a network, category, source or year. */
export interface Line {
  readonly by: Dimension;
  readonly value: string;
  readonly truth: Truth;
  readonly addresses: number;
  readonly withRecords: number;
  /** Digest of the addresses: with the same ones, nothing is left to chance. */
  readonly members: string;
  readonly cells: Readonly<Record<Reading, ByVersion<Cell>>>;
}

/** Of the addresses that got so many stars, how many are known to be bad. */
export interface Calibration {
  readonly version: Version;
  readonly reading: 'own' | 'leftOutRecords';
  readonly stars: Stars;
  readonly bad: Rate;
}

const DIMENSIONS: Readonly<Record<Dimension, (rated: RatedAddress) => string>> = {
  all: () => 'all',
  network: ({ known }) => known.network,
  category: ({ known }) => known.by.category,
  source: ({ known }) => known.by.source,
  year: ({ known }) => known.by.sourceDate?.slice(0, 4) ?? 'undated',
};
const READINGS: Readonly<Record<Reading, (rated: RatedAddress) => RatedBy | null>> = {
  own: ({ own }) => own,
  ownRecords: ({ own, hasRecords }) => (hasRecords ? own : null),
  leftOutRecords: ({ leftOut, hasRecords }) => (hasRecords ? leftOut : null),
};
const ALL_STARS: readonly Stars[] = [0, 1, 2, 3, 4, 5];

/** All lines over rated addresses, sorted by dimension, kind and value. */
export function linesOf(rated: readonly RatedAddress[]): readonly Line[] {
  const lines: Line[] = [];
  for (const by of ['all', 'network', 'category', 'source', 'year'] as const) {
    const groups = Map.groupBy(rated, (one) => `${one.known.truth} ${DIMENSIONS[by](one)}`);
    for (const key of [...groups.keys()].toSorted()) {
      const members = groups.get(key) ?? [];
      const [first] = members;
      if (first !== undefined) lines.push(lineOf(by, DIMENSIONS[by](first), first.known.truth, members));
    }
  }
  return lines;
}

function lineOf(by: Dimension, value: string, truth: Truth, members: readonly RatedAddress[]): Line {
  const keys = members.map(({ known }) => `${known.network} ${known.address}`).toSorted();
  const cellsOf = (reading: Reading) => {
    const given = givenBy(members, reading);
    return byVersion((version) => cellOf(given, version));
  };
  return {
    by,
    value,
    truth,
    addresses: members.length,
    withRecords: members.filter(({ hasRecords }) => hasRecords).length,
    members: createHash('sha256').update(keys.join('\n')).digest('hex').slice(0, 16),
    cells: {
      own: cellsOf('own'),
      ownRecords: cellsOf('ownRecords'),
      leftOutRecords: cellsOf('leftOutRecords'),
    },
  };
}

interface Given {
  readonly case: string;
  readonly rated: RatedBy;
}

function cellOf(given: readonly Given[], version: Version): Cell {
  const rate = (accepted: readonly Stars[]): Rate =>
    rateOf(given.map((one) => ({ case: one.case, holds: accepted.includes(one.rated.stars[version]) })));
  const findings: Partial<Record<Finding, number>> = {};
  for (const { rated } of version === '3' ? given : []) {
    if (rated.finding !== null) findings[rated.finding] = (findings[rated.finding] ?? 0) + 1;
  }
  return {
    stars: ALL_STARS.map((stars) => given.filter(({ rated }) => rated.stars[version] === stars).length),
    high: rate([1, 2]),
    warned: rate([1, 2, 3]),
    comfort: rate([4, 5]),
    unrated: rate([0]),
    findings,
  };
}

function givenBy(members: readonly RatedAddress[], reading: Reading): readonly Given[] {
  return members.flatMap((member) => {
    const rated = READINGS[reading](member);
    return rated === null ? [] : [{ case: caseOf(member.known), rated }];
  });
}

/** How often each number of stars is of a bad address, over those that are known to be bad or good. */
export function calibrationOf(rated: readonly RatedAddress[]): readonly Calibration[] {
  return VERSIONS.flatMap((version) =>
    (['own', 'leftOutRecords'] as const).flatMap((reading) =>
      ALL_STARS.map((stars): Calibration => {
        const draws = rated
          .filter((one) => READINGS[reading](one)?.stars[version] === stars)
          .map(({ known }) => ({ case: caseOf(known), holds: known.truth === 'bad' }));
        return { version, reading, stars, bad: rateOf(draws) };
      }),
    ),
  );
}
