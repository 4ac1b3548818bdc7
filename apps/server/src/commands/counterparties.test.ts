import { CommandError } from '@assay/command';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/database.ts';
import { STARTER_SETS } from '../app/composition/starter-data.ts';
import { readConfig } from '../platform/config/config.ts';
import { registerCounterparties } from './counterparties.ts';

const database = await testDatabase();
const { pool } = database;
afterAll(() => database.drop());
beforeAll(async () => {
  const signal = AbortSignal.timeout(240_000);
  for (const set of STARTER_SETS) await set.load({ pool, progress: () => undefined, signal });
}, 240_000);

async function assay(...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const program = new Command('assay').exitOverride().configureOutput({ writeErr: (text) => void err.push(text) });
  registerCounterparties(program, {
    config: readConfig({ STARTER_DATA: 'off' }),
    environment: {},
    openDatabase: async () => pool,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  try {
    await program.parseAsync(['counterparties', ...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { out: out.join('\n'), err: [...err, error.message].join('\n'), exitCode: error.exitCode };
  }
  return { out: out.join('\n'), err: err.join('\n'), exitCode: 0 };
}

const SEIZED = 'TEtJTCuFEzY6jjVNzFtbWGMfrHzfE2aGKU';

describe('assay counterparties, on real records', { timeout: 60_000 }, () => {
  it('lists who paid a seized wallet, with the labels of a check and the dollars of the day', async () => {
    const { out, err, exitCode } = await assay(SEIZED, '--asset', 'usdt');
    expect(err).toBe('');
    expect(exitCode).toBe(0);
    const [heading, sums, , columns, ...rows] = out.split('\n');
    expect(heading).toBe(`Who paid ${SEIZED}`);
    expect(sums).toMatch(/^81 parties, 980 records, 459,049\.886493 USDT, \$459,049\.89; records until 2023-/);
    expect(columns).toMatch(/^USDT +Share +Records +First +Last +USD +Party$/);
    expect(rows[0]).toMatch(/^94,704\.456273 +20\.6% +145 .*TAUN6FwrnwwmaEqYcckffC7wYmbaS6cBiX$/);
    expect(rows[1]).toMatch(
      /^66,863\.395128 .*TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G {2}Binance \(Exchange, licence unknown\)$/,
    );
    expect(out).toContain('NBCTF seizure order');
    expect(out).toContain('Next page: --cursor ');
  });

  it('goes on where a page ended, and prints all of it as CSV', async () => {
    const pages: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next: readonly string[] = cursor === '' ? [] : ['--cursor', cursor];
      const { out } = await assay(SEIZED, '--asset', 'USDT', '--limit', '1', '--json', ...next);
      const page: { items: { address: string }[]; next: string | null } = JSON.parse(out);
      pages.push(...page.items.map(({ address }) => address));
      cursor = page.next;
    }
    const { out: csv } = await assay(SEIZED, '--asset', 'USDT', '--csv');
    const [header, ...lines] = csv.split(/\r?\n/).filter((line) => line !== '');
    expect(header).toMatch(/^direction,address,party,category,/);
    expect(lines.map((line) => line.split(',')[1])).toEqual(pages);
    expect(new Set(pages).size).toBe(pages.length);
  });

  it('keeps only what a filter asks for', async () => {
    const found = async (...filter: readonly string[]) => {
      const { out } = await assay(SEIZED, '--asset', 'USDT', '--limit', '200', '--json', ...filter);
      const page: { items: { amount: string; address: string; label: { entity: string; category: string } | null }[] } =
        JSON.parse(out);
      return page.items;
    };
    const sanctioned = await found('--category', 'sanctions');
    expect(sanctioned.map(({ label }) => label?.category)).toEqual(sanctioned.map(() => 'sanctions'));
    expect(sanctioned.length).toBeGreaterThan(2);
    const large = await found('--least', '31300');
    expect(large.at(-1)?.amount).toBe('31300000000');
    expect((await found('--search', 'binance')).every(({ label }) => label?.entity === 'Binance')).toBe(true);
    expect((await found('--search', 'TNXoi')).map(({ address }) => address.slice(0, 5))).toEqual(['TNXoi']);
    const all = await found();
    expect((await found('--category', 'none')).length).toBe(all.filter(({ label }) => label === null).length);
    expect((await found('--to', '2021-06-23')).map(({ address }) => address)).toEqual([
      'TAUN6FwrnwwmaEqYcckffC7wYmbaS6cBiX',
    ]);
  });

  it('says what to write instead of wrong input', async () => {
    expect((await assay(SEIZED, '--asset', 'USDT', '--cursor', 'nonsense')).err).toContain('--cursor');
    expect((await assay(SEIZED, '--asset', 'USDT', '--from', '2024-02-31')).err).toContain('--from: Name a day');
    expect((await assay(SEIZED, '--asset', 'USDT', '--sort', 'size')).err).toContain('--sort');
    expect((await assay(SEIZED, '--asset', 'USDT', '--network', 'ETH')).exitCode).toBe(2);
  });
});
