import { createHash } from 'node:crypto';
import type { Stars } from '@assay/domain';
import { METHOD_VERSIONS, type MethodVersion } from '@assay/exposure';
import { type Rate, wilson } from '../wilson.ts';
import type { Truth } from './known.ts';
import type { RatedAddress } from './rate-known.ts';

export type Dimension = 'all' | 'network' | 'category' | 'source' | 'year';

/** How many of a line's addresses a version found, and how many it left unrated. */
export interface Cell {
  /** Addresses by stars, N/A first. */
  readonly stars: readonly number[];
  /** Rated high risk, one or two stars: recall of bad addresses, false alarms of good ones. N/A is not high risk. */
  readonly high: Rate;
  readonly unrated: Rate;
}

/** Which rating a cell is about. Those of `records` are of addresses with records alone. */
export type Reading = 'own' | 'ownRecords' | 'leftOut' | 'leftOutRecords';

/** Addresses of one kind: known bad or known good, of a network, category, source or year. */
export interface Line {
  readonly by: Dimension;
  readonly value: string;
  readonly truth: Truth;
  readonly addresses: number;
  readonly withRecords: number;
  /** Digest of the addresses: with the same ones, nothing is left to chance. */
  readonly members: string;
  readonly cells: Readonly<Record<Reading, Readonly<Record<MethodVersion, Cell>>>>;
}

/** Of the addresses that got so many stars, how many are known to be bad. */
export interface Calibration {
  readonly version: MethodVersion;
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
const READINGS: Readonly<Record<Reading, (rated: RatedAddress) => Readonly<Record<MethodVersion, Stars>> | null>> = {
  own: ({ own }) => own,
  ownRecords: ({ own, hasRecords }) => (hasRecords ? own : null),
  leftOut: ({ leftOut }) => leftOut,
  leftOutRecords: ({ leftOut, hasRecords }) => (hasRecords ? leftOut : null),
};
const ALL_STARS: readonly Stars[] = [0, 1, 2, 3, 4, 5];
const HIGH_RISK: readonly Stars[] = [1, 2];

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
  const cellsOf = (reading: Reading) => ({ '1': cellOf(members, reading, '1'), '2': cellOf(members, reading, '2') });
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
      leftOut: cellsOf('leftOut'),
      leftOutRecords: cellsOf('leftOutRecords'),
    },
  };
}

function cellOf(members: readonly RatedAddress[], reading: Reading, version: MethodVersion): Cell {
  const given = starsOf(members, reading, version);
  const count = (accepted: readonly Stars[]) => given.filter((stars) => accepted.includes(stars)).length;
  return {
    stars: ALL_STARS.map((stars) => count([stars])),
    high: wilson(count(HIGH_RISK), given.length),
    unrated: wilson(count([0]), given.length),
  };
}

function starsOf(members: readonly RatedAddress[], reading: Reading, version: MethodVersion): readonly Stars[] {
  return members.flatMap((member) => READINGS[reading](member)?.[version] ?? []);
}

/** How often each number of stars is of a bad address, over those that are known to be bad or good. */
export function calibrationOf(rated: readonly RatedAddress[]): readonly Calibration[] {
  const bad = rated.filter(({ known }) => known.truth === 'bad');
  return METHOD_VERSIONS.flatMap((version) =>
    (['own', 'leftOutRecords'] as const).flatMap((reading) =>
      ALL_STARS.map((stars): Calibration => {
        const of = (members: readonly RatedAddress[]) =>
          starsOf(members, reading, version).filter((given) => given === stars).length;
        return { version, reading, stars, bad: wilson(of(bad), of(rated)) };
      }),
    ),
  );
}
