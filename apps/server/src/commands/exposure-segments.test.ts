import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLedger } from '../modules/records/transfers/index.ts';
import { SEGMENT_RECORDS, writeSegments } from '../modules/segments/segments/index.ts';
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

  it.each(['1', '2'])('writes the stars of the run in memory, byte for byte, by version %s', async (version) => {
    const folder = path.join(dir, `scored-segments-${version}`);
    await writeAll(folder);
    const [here, there] = ['memory', 'segments'].map((name) => path.join(dir, `stars-${name}-${version}.csv`));
    const rated = [...ASSET, '--threads', '1', '--method', version, '--score'];
    expect(await assay([...rated, here ?? ''])).toMatchObject({ exitCode: 0 });
    const run = await assay([...rated, there ?? '', '--segments', folder, '--memory', '1GB']);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.out).toContain('The stars of 24 accounts are in');
    expect(await readFile(there ?? '', 'utf8')).toBe(await readFile(here ?? '', 'utf8'));
    expect(existsSync(`${there}.work`)).toBe(false);
  });

  it('refuses to rate segments whose records have changed since, or that another database wrote', async () => {
    const folder = path.join(dir, 'changed-segments');
    await writeAll(folder);
    const rated = [...ASSET, '--segments', folder, '--score', path.join(dir, 'refused.csv')];
    await database.pool.query('UPDATE segment_sets SET changed_from = 0');
    const changed = await assay(rated);
    expect(changed).toMatchObject({ exitCode: 2 });
    expect(changed.err).toContain('have changed since they were written');
    await database.pool.query('DELETE FROM segment_sets');
    const foreign = await assay(rated);
    expect(foreign).toMatchObject({ exitCode: 2 });
    expect(foreign.err).toContain('segments of another database');
  });

  it.each([
    ['without a file to write', ['--segments', 'x'], '--segments needs --out, the file of shares, or --score'],
    ['with two files', ['--segments', 'x', '--out', 'y', '--score', 'z'], '--score and --out are two runs'],
    ['with --score on a folder without segments', ['--segments', '/nowhere', '--score', 'y'], 'holds no segments'],
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
    expect(err).toContain('The pass needs 460 MB at least; 100 are allowed');
    const rated = [...ASSET, '--segments', folder, '--score', 'y', '--memory', '500MB', '--threads', '2'];
    const scores = await assay(rated);
    expect(scores).toMatchObject({ exitCode: 2 });
    expect(scores.err).toContain('Scores by 2 threads need 660 MB at least; 500 are allowed');
  });
});
