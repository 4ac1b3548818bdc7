import { CommandError } from '@assay/command';
import { PlannedResult } from '@assay/contracts';
import type { RawTransfer } from '@assay/exposure';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/database.ts';
import { STARTER_SETS } from '../app/composition/starter-data.ts';
import { appendTransfers, ensureLedger } from '../modules/records/index.ts';
import { readConfig } from '../platform/config/config.ts';
import { inTransaction } from '../platform/db/index.ts';
import { registerCheckPlanned } from './check-planned.ts';

const database = await testDatabase();
const { pool } = database;
afterAll(() => database.drop());
beforeAll(async () => {
  const signal = AbortSignal.timeout(240_000);
  for (const set of STARTER_SETS) await set.load({ pool, progress: () => undefined, signal });
}, 240_000);

async function assay(...args: readonly string[]) {
  const out: string[] = [];
  const program = new Command('assay').exitOverride().configureOutput({ writeErr: () => undefined });
  registerCheckPlanned(program, {
    config: readConfig({ STARTER_DATA: 'off' }),
    environment: {},
    openDatabase: async () => pool,
    out: (text) => void out.push(text),
    err: () => undefined,
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  try {
    await program.parseAsync(['check-planned', ...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { out: out.join('\n'), err: error.message, exitCode: error.exitCode };
  }
  return { out: out.join('\n'), err: '', exitCode: 0 };
}

async function rated(...args: readonly string[]): Promise<PlannedResult> {
  const { out, err, exitCode } = await assay(...args, '--json');
  expect([err, exitCode]).toEqual(['', 0]);
  const result = JSON.parse(out);
  expect(PlannedResult.parse(result)).toEqual(result);
  return result;
}

const SEIZED = 'TEtJTCuFEzY6jjVNzFtbWGMfrHzfE2aGKU';
const PAYER = 'TJDENsfBJs4RFETt1X1W8wMDc8M5XnJhCe';
const UNKNOWN = 'TW3e7XyDgpfamBg3ZArAkH8qo7vW6HFdC2';
const USDT = ['-a', 'USDT', '-n', 'TRX'] as const;

describe('assay check-planned, on real records', { timeout: 60_000 }, () => {
  it('rates a withdrawal to a seized wallet by that wallet, with the own wallet before and after', async () => {
    const result = await rated(SEIZED, ...USDT, '--amount', '100', '--as', 'withdrawal', '--wallet', PAYER);
    expect(result).toMatchObject({ direction: 'withdrawal', amount: '100000000', payment: { riskscore: 1 } });
    expect(result.wallet).toMatchObject({ address: PAYER, before: { riskscore: 5 }, after: { riskscore: 5 } });
  });

  it('rates a deposit from a seized wallet, to a wallet in no record and to nobody in particular', async () => {
    const own = await rated(SEIZED, ...USDT, '--amount', '100', '--as', 'deposit', '--wallet', UNKNOWN);
    expect(own).toMatchObject({
      payment: { riskscore: 1 },
      wallet: { before: { riskscore: 0 }, after: { riskscore: 1 } },
    });
    const alone = await rated(SEIZED, ...USDT, '--amount', '100', '--as', 'deposit');
    expect(alone).toMatchObject({ payment: own.payment, wallet: null });
  });

  it('says after what a check says once the record is stored', async () => {
    const planned = await rated(PAYER, ...USDT, '--amount', '250.5', '--as', 'deposit', '--wallet', UNKNOWN);
    const now = Math.floor(Date.now() / 1000);
    const record: RawTransfer = {
      ...{
        block: 999_999_999,
        transactionIndex: 0,
        transactionId: 'f'.repeat(64),
        kind: 'token',
        index: 0,
        ordinal: 0,
      },
      ...{ from: PAYER, to: UNKNOWN, amount: 250_500_000n, time: now },
    };
    await inTransaction(pool, async (client) => {
      const ledger = await ensureLedger(client, 'TRX', 'USDT');
      await appendTransfers(client, ledger, { add: [record] });
    });
    const stored = await rated(SEIZED, ...USDT, '--amount', '1', '--as', 'withdrawal', '--wallet', UNKNOWN);
    expect(stored.wallet?.before).toEqual(planned.wallet?.after);
  });

  it('rates coins of Bitcoin, with all coins of the sender', async () => {
    const from = '1FJav5T1fw4ds2BQNhYepuqmsEfbpgJhyF';
    const result = await rated(
      from,
      '-a',
      'BTC',
      '--amount',
      '0.5',
      '--as',
      'deposit',
      '--wallet',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    );
    expect(result.payment.signals.bwd).not.toEqual({});
    expect(result.wallet?.after.riskscore).toEqual(expect.any(Number));
  });

  it('prints both ratings in words', async () => {
    const { out } = await assay(SEIZED, ...USDT, '--amount', '100', '--as', 'withdrawal', '--wallet', PAYER);
    expect(out.split('\n').slice(0, 3)).toEqual([
      `Planned withdrawal of 100 USDT to ${SEIZED}`,
      '',
      expect.stringMatching(/^Address ★.*1 of 5 {2}high risk/),
    ]);
    expect(out).toMatch(new RegExp(`Own wallet ${PAYER}\nBefore {2}★.*\n.*\nAfter {3}★`));
  });

  it.each([
    ['the direction is none', [SEIZED, ...USDT, '--amount', '1', '--as', 'in'], /^--as is 'in'/],
    ['the amount is none', [SEIZED, ...USDT, '--amount', '0', '--as', 'deposit'], /^--amount is no number/],
    ['the amount is too fine', [SEIZED, ...USDT, '--amount', '0.0000001', '--as', 'deposit'], /6 decimals/],
    ['both ends are one', [SEIZED, ...USDT, '--amount', '1', '--as', 'deposit', '-w', SEIZED], /same address/],
    ['the address is none', ['T1', ...USDT, '--amount', '1', '--as', 'deposit'], /address/],
    [
      'no record is imported',
      ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', '-a', 'XRP', '--amount', '1', '--as', 'deposit'],
      /needs imported records/,
    ],
  ] as const)('says so where %s', async (_what, args, message) => {
    const { exitCode, err } = await assay(...args);
    expect(exitCode).toBe(2);
    expect(err).toMatch(message);
  });

  it('takes no check from any balance, and stores none', async () => {
    const { rows } = await pool.query('SELECT count(*)::integer AS stored FROM checks');
    expect(rows).toEqual([{ stored: 0 }]);
  });
});
