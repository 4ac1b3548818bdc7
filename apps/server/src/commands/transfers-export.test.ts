import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCOUNTS, assay, dir, prepareScreening } from './test/screen-fixture.ts';

prepareScreening();

const EXPORT = ['transfers', 'export'] as const;

describe('assay transfers export', { timeout: 60_000 }, () => {
  it('writes what is held, with the labels that accounts have, and says how much it is', async () => {
    const folder = path.join(dir, 'all');
    const { exitCode, out, err } = await assay([...EXPORT, '--out', folder]);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'));
    expect(manifest.ledgers).toMatchObject([
      { network: 'ETH', asset: 'USDT', decimals: 6, transfers: { rows: 360 }, accounts: { rows: ACCOUNTS } },
    ]);
    const labels = manifest.ledgers[0].labels.rows;
    expect(labels).toBeGreaterThanOrEqual(3);
    expect(out).toContain(`USDT on ETH: 360 transfers of ${ACCOUNTS} accounts with ${labels} labels`);
    const again = await assay([...EXPORT, '--out', folder]);
    expect(again).toMatchObject({ exitCode: 2 });
    expect(again.err).toContain('is not empty');
  });

  it('prints the manifest as JSON, of the network and asset that are named', async () => {
    const named = ['--network', 'ETH', '--asset', 'USDT', '--method', '2', '--json'];
    const { exitCode, out } = await assay([...EXPORT, '--out', path.join(dir, 'named'), ...named]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ format: 'assay-export', version: 1, ledgers: [{ asset: 'USDT' }] });
  });

  it.each([
    ['a network that is none', ['--network', 'MOON'], "--network is 'MOON'"],
    ['an asset of which nothing is held', ['--asset', 'DAI'], 'No such records are held'],
    ['a version of the method that is none', ['--method', '7'], "--method is '7'"],
  ])('ends with code 2 and a sentence on %s', async (_name, options, sentence) => {
    const { exitCode, err } = await assay([...EXPORT, '--out', path.join(dir, 'none'), ...options]);
    expect(exitCode).toBe(2);
    expect(err).toContain(sentence);
  });
});
