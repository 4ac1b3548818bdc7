import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FormerResult } from '@assay/contracts';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerCheck } from '../../../src/commands/check.ts';
import { registerLabels } from '../../../src/commands/labels.ts';
import { registerTransfers } from '../../../src/commands/transfers.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { COINS, coinLabelsJsonLines, coinsJsonLines, coinTransactionOf } from './coins.ts';
import { addressOf, labelsCsv, PAYMENTS, transactionOf, transfersCsv, type Wallet } from './wallets.ts';

let database: TestDatabase;
let dir: string;

beforeAll(async () => {
  database = await testDatabase();
  dir = await mkdtemp(path.join(tmpdir(), 'assay-scenarios-'));
  const file = async (name: string, text: string) => {
    await writeFile(path.join(dir, name), text);
    return path.join(dir, name);
  };
  await assay('labels', 'import', '--format', 'csv', '--source', 'parties', await file('l.csv', labelsCsv()));
  await assay(
    'labels',
    'import',
    '--format',
    'jsonl',
    '--source',
    'coins',
    await file('l.jsonl', coinLabelsJsonLines()),
  );
  await assay('transfers', 'import', '--format', 'csv', await file('t.csv', transfersCsv()));
  await assay('transfers', 'import', '--format', 'bitcoin-etl-transactions', await file('t.json', coinsJsonLines()));
  await assay('transfers', 'complete', 'yes', '--network', 'ETH', '--asset', 'USDT');
  await assay('transfers', 'complete', 'yes', '--network', 'BTC', '--asset', 'BTC');
});
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});

/** What `assay …` prints. */
async function assay(...args: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const program = new Command('assay').exitOverride();
  const context = {
    config: readConfig({ STARTER_DATA: 'off' }),
    environment: {},
    openDatabase: async () => database.pool,
    out: (text: string) => void printed.push(text),
    err: () => undefined,
    progress: () => undefined,
    signal: new AbortController().signal,
  };
  for (const register of [registerCheck, registerLabels, registerTransfers]) register(program, context);
  await program.parseAsync(args, { from: 'user' });
  return printed.join('\n');
}

async function check(wallet: Wallet): Promise<FormerResult> {
  return JSON.parse(await assay('check', addressOf(wallet), '--asset', 'USDT', '--parent', 'ETH', '--json'));
}

/** `share category layer hops`, rounded to twelve places. */
function rowsOf({ evidence }: FormerResult, side: 'incoming' | 'outgoing'): readonly string[] {
  return evidence[side].rows.map((row) => `${round(row.share)} ${row.category} ${row.layer} ${row.hops}`);
}

/** Shares of what no row takes, those of zero left out. */
function restOf({ evidence }: FormerResult, side: 'incoming' | 'outgoing'): Readonly<Record<string, number>> {
  const rest = Object.entries(evidence[side].residuals).map(([id, share]) => [id, round(share)] as const);
  return Object.fromEntries(rest.filter(([, share]) => share !== 0));
}

function round(share: number): number {
  return Math.round(share * 1e12) / 1e12;
}

/** Places of the payments in the story, as the evidence names them. */
function positionsOf(
  wallet: Wallet,
  result: FormerResult,
  side: 'incoming' | 'outgoing',
  row = 0,
): readonly number[][] {
  expect(result.address).toBe(addressOf(wallet));
  const paths = result.evidence[side].rows[row]?.paths ?? [];
  return paths.map(({ steps }) =>
    steps.map((step) => {
      const place = PAYMENTS.findIndex((_payment, at) => transactionOf(at) === step.transaction_id);
      const [from, to, dollars] = PAYMENTS[place] ?? ['', 'exchange', 0];
      expect(step).toMatchObject({ from: from === '' ? '' : addressOf(from), to: addressOf(to) });
      expect(step.amount).toBe(String(dollars * 1_000_000));
      return place;
    }),
  );
}

function positionOf(from: Wallet, to: Wallet): number {
  return PAYMENTS.findIndex((payment) => payment[0] === from && payment[1] === to);
}

describe('checks computed by hand, from files to stars', () => {
  it('70% unknown, 30% licensed exchange: four, for lack of coverage', async () => {
    const result = await check('coverage');
    expect(rowsOf(result, 'incoming')).toEqual(['0.3 exchange_licensed direct 1']);
    expect(restOf(result, 'incoming')).toEqual({ unknown_origin: 0.7 });
    expect(result).toMatchObject({ riskscore: 4, total: 6.3, cause: { rule: 'limited_coverage' } });
    expect(result).toMatchObject({ confidence: 'medium', coverage: { attributed: 0.3, clean: 0.3, not_followed: 0 } });
  });

  it('2% sanctions at three hops: three, by the floor for indirect exposure', async () => {
    const result = await check('far');
    expect(rowsOf(result, 'incoming')).toEqual(['0.02 sanctions indirect 3', '0.98 exchange_licensed indirect 2']);
    expect(positionsOf('far', result, 'incoming')).toEqual([
      [positionOf('sanctioned', 'far-1'), positionOf('far-1', 'far-2'), positionOf('far-2', 'far')],
    ]);
    expect(result).toMatchObject({ riskscore: 3, total: 50, cause: { rule: 'floor' }, confidence: 'high' });
    const [row] = result.evidence.incoming.rows;
    expect(row).toMatchObject({ amount: '400000000', decisive: true });
    expect(row?.usd).toBeCloseTo(400, 9);
    expect(row?.points).toBeCloseTo(2, 9);
  });

  it('$0.50 from a sanctioned address in a wallet of $20,000: five, listed as too small to count', async () => {
    const result = await check('dusted');
    expect(rowsOf(result, 'incoming')).toEqual(['0.000025 sanctions direct 1', '0.999975 exchange_licensed direct 1']);
    expect(result.evidence.incoming.rows[0]).toMatchObject({ too_small: true, usd: 0.5, points: 0.000625 });
    expect(result).toMatchObject({ riskscore: 5, total: 0.000625, cause: { rule: 'linear' } });
  });

  it('the same as the only inflow: four', async () => {
    const result = await check('dust-only');
    expect(rowsOf(result, 'incoming')).toEqual(['1 sanctions direct 1']);
    expect(result).toMatchObject({ riskscore: 4, total: 25, cause: { rule: 'linear' } });
  });

  it('$40 direct from a sanctioned address in $20,000: two', async () => {
    const result = await check('forty');
    expect(rowsOf(result, 'incoming')).toEqual(['0.002 sanctions direct 1', '0.998 exchange_licensed direct 1']);
    expect(result).toMatchObject({ riskscore: 2, total: 70, cause: { rule: 'floor' } });
  });

  it('5% direct stolen: two', async () => {
    const result = await check('stolen');
    expect(rowsOf(result, 'incoming')).toEqual(['0.05 stolen_coins direct 1', '0.95 exchange_licensed direct 1']);
    expect(result).toMatchObject({ riskscore: 2, total: 65, cause: { rule: 'floor' } });
    expect(result.evidence.incoming.rows[0]?.points).toBeCloseTo(4.5, 9);
  });

  it('30% darknet at two hops: two', async () => {
    const result = await check('dark');
    expect(rowsOf(result, 'incoming')).toEqual(['0.3 dark_market indirect 2', '0.7 exchange_licensed direct 1']);
    expect(positionsOf('dark', result, 'incoming')).toEqual([
      [positionOf('market', 'dark-1'), positionOf('dark-1', 'dark')],
    ]);
    expect(result).toMatchObject({ riskscore: 2, total: 65 });
    expect(result.evidence.incoming.rows[0]?.points).toBeCloseTo(16.2, 9);
  });

  it('2% direct scam: three; 60% direct gambling: three', async () => {
    const scam = await check('scam');
    expect(scam).toMatchObject({ riskscore: 3, total: 45 });
    expect(scam.evidence.incoming.rows.reduce((sum, { points }) => sum + points, 0) + 4.32).toBeCloseTo(6.12, 9);
    const gambler = await check('gambler');
    expect(gambler).toMatchObject({ riskscore: 3, total: 50, cause: { rule: 'floor' } });
    expect(rowsOf(gambler, 'incoming')).toEqual(['0.6 gambling direct 1']);
  });

  it("a licensed exchange's own wallet with 4% mixer inflow: five; a sanctioned one: one", async () => {
    const own = await check('exchange-own');
    expect(rowsOf(own, 'incoming')).toEqual(['0.04 mixer direct 1']);
    expect(own).toMatchObject({ riskscore: 5, total: 0, cause: { rule: 'identity' } });
    expect(await check('sanctioned')).toMatchObject({ riskscore: 1, total: 100, cause: { rule: 'identity' } });
  });

  it('half of a mixed balance, part of it gone on, part still held', async () => {
    const result = await check('mixed');
    expect(rowsOf(result, 'incoming')).toEqual(['0.25 mixer indirect 2', '0.75 exchange_licensed indirect 2']);
    expect(rowsOf(result, 'outgoing')).toEqual(['0.25 gambling indirect 2', '0.25 exchange_licensed direct 1']);
    expect(restOf(result, 'outgoing')).toEqual({ still_held: 0.5 });
    expect(positionsOf('mixed', result, 'incoming')).toEqual([
      [positionOf('mixer', 'mixed-1'), positionOf('mixed-1', 'mixed')],
    ]);
    expect(positionsOf('mixed', result, 'outgoing')).toEqual([
      [positionOf('mixed', 'mixed-2'), positionOf('mixed-2', 'casino')],
    ]);
    expect(result).toMatchObject({ riskscore: 2, total: 65, coverage: { attributed: 1 } });
    expect(result.coverage.clean).toBeCloseTo(20 / 30, 12);
  });

  it('a deposit address derived from what it pays counts as its exchange, at confidence 40', async () => {
    const result = await check('depositor');
    expect(rowsOf(result, 'outgoing')).toEqual(['1 exchange_licensed direct 1']);
    expect(result.evidence.outgoing.rows[0]?.labels).toMatchObject([
      { entity: 'Example Exchange', confidence: 40, origin: 'derived' },
    ]);
    expect(result).toMatchObject({ riskscore: 5, total: 9, coverage: { attributed: 0.5, clean: 0.5 } });
    expect(result.confidence).toBe('medium');
    // Its own derived label never decides; 100 from one who got them from nobody known is unknown origin.
    const deposit = await check('deposit');
    expect(restOf(deposit, 'incoming')).toEqual({ unknown_origin: 1 });
    expect(deposit).toMatchObject({ riskscore: 5, total: 9, cause: { rule: 'linear' } });
  });

  it('an opening balance and what no balance covers are unknown origin', async () => {
    const result = await check('opened');
    expect(rowsOf(result, 'incoming')).toEqual(['0.375 exchange_licensed indirect 2']);
    expect(restOf(result, 'incoming')).toEqual({ unknown_origin: 0.625 });
    expect(result).toMatchObject({ riskscore: 4, total: 5.625, cause: { rule: 'limited_coverage' } });
  });

  it('what moved before a designation counts one step less in floors and fully in the linear score', async () => {
    const result = await check('later');
    expect(rowsOf(result, 'incoming')).toEqual(['0.1 sanctions direct 1', '0.9 exchange_licensed direct 1']);
    expect(result.evidence.incoming.rows[0]).toMatchObject({ before_designation: 0.1, points: 10 });
    expect(result).toMatchObject({ riskscore: 2, total: 70, cause: { rule: 'floor' } });
  });

  it('coins: net of change, the fee an output, without a price', async () => {
    const result: FormerResult = JSON.parse(await assay('check', COINS.wallet, '--asset', 'BTC', '--json'));
    const third = round(1 / 3);
    expect(rowsOf(result, 'incoming')).toEqual([`${third} mixer direct 1`, `${round(2 / 3)} miner indirect 2`]);
    expect(rowsOf(result, 'outgoing')).toEqual(['0.75 exchange_licensed direct 1']);
    expect(restOf(result, 'outgoing')).toEqual({ still_held: 0.225, fee: 0.025 });
    expect(result.evidence).toMatchObject({ incoming: { amount: '6000000000' }, outgoing: { amount: '4000000000' } });
    expect(result.evidence.incoming.rows[1]?.paths[0]?.steps).toMatchObject([
      { from: '', to: COINS.finder, transaction_id: coinTransactionOf(0), amount: '5000000000' },
      { from: COINS.finder, to: COINS.wallet, transaction_id: coinTransactionOf(1), amount: '6000000000' },
    ]);
    expect(result).toMatchObject({ riskscore: 1, total: 80, confidence: 'high', coverage: { attributed: 1 } });
    expect(result.coverage.clean).toBeCloseTo(70 / 90, 12);
  });
});
