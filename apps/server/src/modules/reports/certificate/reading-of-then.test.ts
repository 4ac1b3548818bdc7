import type { CanonicalResult } from '@assay/certificate';
import { RECORDS_READ, type RecordsRead } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { readingOfThen } from './reading-of-then.ts';

const SENTENCES = {
  imported: 'This installation holds 3 transfers of USDT on Tron, of 2026-01-01.',
  on_demand: 'Read live from Bitcoin through Esplora: 3 transactions around this address, up to block 1 of 2026-01-01.',
  unanswered: 'This installation holds no records of Bitcoin. Bitcoin could not be read live: no source answered.',
} as const satisfies Partial<Record<RecordsRead, string>>;

const NOT_KEPT = expect.stringContaining('what it read is not kept here');

/** What recomputation starts from, by how the records were read. */
const THEN = {
  imported: null,
  on_demand: NOT_KEPT,
  unanswered: { kind: 'failed', faults: [] },
  unreadable: { kind: 'failed', faults: [expect.objectContaining({ kind: 'malformed' })] },
} as const satisfies Record<RecordsRead, unknown>;

const readingOf = (held: string, read?: RecordsRead) => {
  const records = { held, ...(read === undefined ? {} : { read }) } as CanonicalResult['records'];
  return readingOfThen({ sub_id: 'a', records } as CanonicalResult, { readingOf: async () => 'unknown' });
};
/** The other kinds are of results that state theirs. */
const FORMER = Object.keys(SENTENCES) as (keyof typeof SENTENCES)[];

describe('the records a check read then', () => {
  it.each(RECORDS_READ)('are found by the field, whatever the sentence says: %s', async (read) => {
    for (const held of ['', 'Another sentence.', ...Object.values(SENTENCES)]) {
      expect(await readingOf(held, read)).toEqual(THEN[read]);
    }
  });

  it.each(FORMER)('are found by the sentence in results made before the field: %s', async (read) => {
    expect(await readingOf(SENTENCES[read])).toEqual(THEN[read]);
  });
});
