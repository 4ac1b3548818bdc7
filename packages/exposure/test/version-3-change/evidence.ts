import { buildLabel } from '@assay/testkit';
import type { EvidenceRow, MixtureFound } from '../../src/version-3/assess/assessment-of-3.ts';
import type { Mixture, MixtureRow } from '../../src/version-3/mixture.ts';
import { START } from '../rating-3/sketches.ts';

/** Shares of the paths of a row, by the transaction that each reached the address by. */
export type PathsOf = (row: MixtureRow) => Readonly<Record<string, number>>;

const evidenceOf = (one: MixtureRow, pathsOf: PathsOf): EvidenceRow => ({
  ...one,
  ...{ amount: 0n, usd: null, firstTime: START, lastTime: START },
  labels: [buildLabel({ category: one.category, entity: one.entity })],
  paths: Object.entries(pathsOf(one)).map(([transactionId, share]) => ({
    steps: [{ from: 'source', to: 'asked', transactionId, amount: 1n, time: START }],
    ...{ hops: 1, share },
  })),
});

/** A mixture with evidence, as far as a search for changes reads it. */
export const foundMixture = (
  name: MixtureFound['name'],
  of: Mixture,
  pathsOf: PathsOf = () => ({}),
  states = 1,
): MixtureFound => ({
  name,
  ...{ amount: 0n, usd: null, unknownOrigin: of.unknownOrigin, notFollowed: of.notFollowed, steps: 1 },
  rows: of.rows.map((one) => evidenceOf(one, pathsOf)),
  cut: { threshold: 0, rounds: 1, states, recordsRead: 1, partial: [] },
});
