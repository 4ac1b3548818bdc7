import { readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { account, all, assay, dir, prepareScreening, rowsIn, screening, USDT } from './test/screen-fixture.ts';

prepareScreening();

const scored = (file: string, ...more: readonly string[]) =>
  assay(['exposure', 'all', '--network', 'ETH', '--asset', 'usdt', '--score', file, '--threads', '2', ...more]);

describe('assay exposure all --score', { timeout: 180_000 }, () => {
  it.each(['1', '2'])('rates every account of the records as assay screen does, by version %s', async (version) => {
    const file = path.join(dir, `all-${version}.csv`);
    const run = await scored(file, '--method', version);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.out).toContain(`The stars of 24 accounts are in ${file}.`);

    const screened = await screening(all, ...USDT, '--store', 'memory', '--method', version);
    const byAddress = new Map(
      (await rowsIn(screened.results)).map(({ row: _row, ...rest }) => [rest['address'], rest]),
    );
    const rows = await rowsIn(file);
    expect(rows.map(({ row }) => Number(row))).toEqual(rows.map((_row, index) => index + 1));
    expect(new Set(rows.map(({ address }) => address)).size).toBe(24);
    for (const { row: _row, ...rest } of rows) expect(rest).toEqual(byAddress.get(rest['address']));
  });

  it('resumes after the accounts that were rated before, and refuses the file after the labels have changed', async () => {
    const file = path.join(dir, 'resumed.csv');
    await scored(file);
    const whole = await readFile(file, 'utf8');
    await truncate(file, whole.split('\n').slice(0, 10).join('\n').length + 1);
    const resumed = await scored(file, '--json');
    expect(JSON.parse(resumed.out)).toMatchObject({ accounts: 24, earlier: 9 });
    expect(await readFile(file, 'utf8')).toBe(whole);

    const labels = path.join(dir, 'more.csv');
    await writeFile(labels, `address,network,entity,category,confidence\n${account(5)},ETH,A casino,gambling,70\n`);
    await assay(['labels', 'import', '--format', 'csv', '--source', 'more', labels]);
    const refused = await scored(file);
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.err).toContain('holds results of another list or of other options');
  });

  it('says what to do about an asset that is not held, or a number of threads that is none', async () => {
    const missing = await assay([
      'exposure',
      'all',
      '--network',
      'ETH',
      '--asset',
      'DAI',
      '--score',
      path.join(dir, 'x.csv'),
    ]);
    expect(missing).toMatchObject({ exitCode: 2 });
    expect(missing.err).toMatch(/^(No records of DAI on ETH are held\.|DAI on ETH is not in the catalogue of assets)/);
    const none = await scored(path.join(dir, 'y.csv'), '--threads', '0');
    expect(none).toMatchObject({ exitCode: 2 });
    expect(none.err).toContain("--threads is '0', not a number above 0");
  });
});
