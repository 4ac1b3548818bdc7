import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SEGMENT_RECORDS, writeSegments } from '../features/segments/index.ts';
import { findLedger } from '../features/transfers/index.ts';
import { assay, database, dir, prepareScreening, rowsIn } from './test/screen-fixture.ts';

prepareScreening();

const ASSET = ['exposure', 'all', '--network', 'ETH', '--asset', 'USDT'] as const;

async function writeAll(folder: string): Promise<void> {
  const ledger = await findLedger(database.pool, 'ETH', 'USDT');
  if (ledger === null) throw new Error('no records');
  await writeSegments(database.pool, ledger, {
    ...{ folder, decimals: 6, until: { by: 'time', second: 2 ** 32 - 1 }, segmentRecords: SEGMENT_RECORDS },
    ...{ signal: new AbortController().signal, onProgress: () => undefined },
  });
}

describe('assay exposure all --segments', { timeout: 120_000 }, () => {
  it.each(['1', '2'])('writes the shares of the pass in memory, to the last bit, by version %s', async (version) => {
    const folder = path.join(dir, `segments-${version}`);
    await writeAll(folder);
    const out = path.join(dir, `shares-${version}.csv`);
    const run = await assay([...ASSET, '--segments', folder, '--out', out, '--memory', '1GB', '--method', version]);
    expect(run).toMatchObject({ exitCode: 0, err: '' });
    expect(run.out).toContain('shares of 24 accounts from 360 records are in');
    expect(existsSync(`${out}.work`)).toBe(false);

    expect(await assay([...ASSET, '--own-states', '0', '--method', version])).toMatchObject({ exitCode: 0 });
    const { rows } = await database.pool.query<{ share: number }>(
      `SELECT a.address, CASE e.direction WHEN 'bwd' THEN 'incoming' ELSE 'outgoing' END AS direction, e.key AS category,
              e.share, (i.account_id IS NULL)::text AS exact
         FROM account_exposure e JOIN accounts a ON a.id = e.account_id
         LEFT JOIN account_exposure_inexact i USING (run_id, account_id, direction)`,
    );
    const keyOf = (row: object): string => Object.values(row).join(' ');
    const written = (await rowsIn(out)).map((row) => keyOf(row)).sort();
    expect(written).toEqual(rows.map((row) => keyOf(row)).sort());
    expect(written.some((line) => line.endsWith('false'))).toBe(true);
  });

  it.each([
    ['without a file of shares', ['--segments', 'x'], '--segments needs --out'],
    ['with --score', ['--segments', 'x', '--out', 'y', '--score', 'z'], '--score needs the records in memory'],
    ['without segments', ['--out', 'y'], '--out is the file of --segments'],
    ['on a folder without segments', ['--segments', '/nowhere', '--out', 'y'], 'holds no segments of USDT on ETH'],
    ['on a size that is none', ['--segments', 'x', '--out', 'y', '--memory', 'much'], "--memory is 'much'"],
  ])('ends with code 2 and a sentence %s', async (_name, options, sentence) => {
    const { exitCode, err } = await assay([...ASSET, ...options]);
    expect(exitCode).toBe(2);
    expect(err).toContain(sentence);
  });

  it('says how much memory it needs at least', async () => {
    const folder = path.join(dir, 'small');
    await writeAll(folder);
    const { exitCode, err } = await assay([...ASSET, '--segments', folder, '--out', 'y', '--memory', '100MB']);
    expect(exitCode).toBe(2);
    expect(err).toContain('The pass needs 420 MB at least; 100 are allowed');
  });
});
