import { CommandError } from '@assay/command';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/database.ts';
import { STARTER_SETS } from '../app/composition/starter-data.ts';
import { readConfig } from '../platform/config/config.ts';
import { registerCheckTransaction } from './check-transaction.ts';

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
  registerCheckTransaction(program, {
    config: readConfig({ STARTER_DATA: 'off', LIVE_CHAINS: 'off' }),
    environment: {},
    openDatabase: async () => pool,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  try {
    await program.parseAsync(['check-transaction', ...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { out: out.join('\n'), err: [...err, error.message].join('\n'), exitCode: error.exitCode };
  }
  return { out: out.join('\n'), err: err.join('\n'), exitCode: 0 };
}

interface Shown {
  readonly riskscore: number;
  readonly total: number | null;
  readonly complete: boolean;
  readonly method_version: string;
  readonly address: string;
  readonly cause: { readonly rule: string };
  readonly evidence: Readonly<
    Record<'incoming' | 'outgoing', { records: number; rows: { entity: string; layer: string }[] }>
  >;
  readonly payment: {
    readonly direction: string;
    readonly moves_in_all: number;
    readonly parties: readonly { address: string; paid: string; received: string; label: { entity: string } | null }[];
  };
}

async function rated(...args: readonly string[]): Promise<Shown> {
  const { out, err, exitCode } = await assay(...args, '--json');
  expect(err).toBe('');
  expect(exitCode).toBe(0);
  return JSON.parse(out);
}

const SEIZED = 'TEtJTCuFEzY6jjVNzFtbWGMfrHzfE2aGKU';
const FROM_BINANCE = 'e80ace5ab3d5084ebe66a9bddc40b8b2b11ca89eb2479b878fc91dfb3fb1ccd7';
const TO_SEIZED = '5a03268cdff958f836075b19dfd60dfeed22b3cb14655223c279a8d573564683';
const TO_FRAUD = '17a4877b9d2c20a363d1f52ad70bc4cc4aa5864c3297e42d2d773429d6bbbd00';
const BLOCK_1 = '0e3e2357e806b6cdb1f70b54c3a3a17b6714ee1f0e68bebb44a74b1efd512098';
const FROM_COINBASE = '0xc863455bcfcbd642f9ef0e75d5bee6eff1c1befa65efd6e2fa929853e4e7ce41';
const SWAP = '0x2db2e55927cdca0261982898d95177c2af820e9f24b8936834a906fba08aed0f';

describe('assay check-transaction, on real records', { timeout: 60_000 }, () => {
  it('rates a deposit of Tether on Tron by where it came from, not by who received it', async () => {
    const result = await rated(FROM_BINANCE, '--asset', 'usdt', '--network', 'trx', '--side', 'deposit');
    expect(result).toMatchObject({ riskscore: 5, total: 15, complete: true, method_version: '2', address: SEIZED });
    expect(result.evidence.incoming.rows).toMatchObject([{ entity: 'Binance', layer: 'direct' }]);
    expect(result.evidence.outgoing.records).toBe(0);
    expect(result.payment).toMatchObject({ direction: 'deposit', moves_in_all: 1 });
    expect(result.payment.parties.map(({ paid, received }) => [paid, received])).toEqual([
      ['114000000', '0'],
      ['0', '114000000'],
    ]);
    expect(result.payment.parties.map(({ label }) => label?.entity)).toEqual(['Binance', 'NBCTF seizure order 15/22']);
  });

  it('rates a withdrawal by where it went, and finds the network by the address', async () => {
    const result = await rated(TO_SEIZED, '--asset', 'USDT', '--side', 'TJDENsfBJs4RFETt1X1W8wMDc8M5XnJhCe');
    expect(result.payment.direction).toBe('withdrawal');
    expect(result.riskscore).toBe(1);
    expect(result.evidence.outgoing.rows).toMatchObject([{ entity: 'NBCTF seizure order 15/22', layer: 'direct' }]);
  });

  it('rates a payment of Bitcoin, whose other payer is not asked for', async () => {
    const result = await rated(TO_FRAUD, '--asset', 'BTC', '--side', '1FJav5T1fw4ds2BQNhYepuqmsEfbpgJhyF');
    // A thousandth of a bitcoin was under a dollar in that year: too small to count, by the bounds of its price.
    expect(result).toMatchObject({ riskscore: 4, cause: { rule: 'limited_coverage' } });
    expect(result.evidence.outgoing.rows[0]).toMatchObject({ layer: 'direct', category: 'scam', too_small: true });
  });

  it('rates newly mined coins, by a link to an explorer', async () => {
    const link = `https://mempool.space/tx/${BLOCK_1}`;
    expect(await rated(link, '--asset', 'BTC', '--side', 'deposit')).toMatchObject({ riskscore: 5, total: 0 });
    const { exitCode, err } = await assay(BLOCK_1, '--asset', 'BTC', '--side', 'withdrawal');
    expect([exitCode, err]).toEqual([2, 'Nobody paid BTC in this transaction.']);
  });

  it('rates a payment of Ether, with its report in words', async () => {
    const { out, exitCode } = await assay(
      FROM_COINBASE.toUpperCase().replace('0X', ''),
      '-a',
      'ETH',
      '-n',
      'ETH',
      '-s',
      'deposit',
    );
    expect(exitCode).toBe(0);
    expect(out.split('\n').slice(0, 5)).toEqual([
      'ETH  deposit to 0xf15f74ca0ff1cc6fd35e711db2f77eccb2526791',
      `Transaction ${FROM_COINBASE}, 2023-05-02, 12:20 UTC, block 17173050`,
      '★★★★★  5 of 5  low risk, total 15 of 100',
      '',
      'Low risk. Mostly exchanges of unknown licence.',
    ]);
    expect(out).toContain('What to do: Keep this result with your records of the payment.');
    expect(out).toContain('  0x503828976d22510aad0201ac7ec88293211d23da: Coinbase (Exchange, licence unknown)');
  });

  it('asks for the direction where the address received and paid', async () => {
    const swap = [SWAP, '--asset', 'DAI', '--network', 'ETH', '--side', '0x745daa146934b27e3f0b6bff1a6e36b9b90fb131'];
    const { exitCode, err } = await assay(...swap);
    expect(exitCode).toBe(2);
    expect(err).toMatch(/received and paid DAI on ETH in this transaction: add --as deposit or --as withdrawal\.$/);
    const [deposit, withdrawal] = [await rated(...swap, '--as', 'deposit'), await rated(...swap, '--as', 'withdrawal')];
    expect([deposit.payment.direction, withdrawal.payment.direction]).toEqual(['deposit', 'withdrawal']);
    expect([deposit.evidence.incoming.records, withdrawal.evidence.outgoing.records]).toEqual([1, 1]);
  });

  it.each([
    [
      'several could be meant',
      [TO_FRAUD, '-a', 'BTC', '-s', 'withdrawal'],
      /^2 addresses paid BTC in this transaction: name yours by --side ADDRESS\. 1/,
    ],
    [
      'the address is no party',
      [FROM_BINANCE, '-a', 'USDT', '-s', 'TJDENsfBJs4RFETt1X1W8wMDc8M5XnJhCe'],
      /neither received nor paid USDT on TRX/,
    ],
    [
      'it was the other way round',
      [FROM_BINANCE, '-a', 'USDT', '-s', SEIZED, '--as', 'withdrawal'],
      /paid no USDT on TRX/,
    ],
    [
      'other assets moved',
      [SWAP, '-a', 'ETH', '-s', 'deposit'],
      /^This transaction moved no ETH\. It moved DAI and MKR:/,
    ],
    [
      'no record is of it',
      [`0x${'1'.repeat(64)}`, '-a', 'ETH', '-s', 'deposit'],
      /^No record of this transaction is stored\. This installation holds 127 transfers/,
    ],
    [
      'no record of the asset is stored',
      ['1'.repeat(64), '-a', 'XRP', '-s', 'deposit'],
      /^No record of this transaction is stored\./,
    ],
    [
      'the side is a burn address',
      [SWAP, '-a', 'DAI', '-n', 'ETH', '-s', `0x${'0'.repeat(40)}`],
      /is a mint or burn address/,
    ],
    [
      'the network is not named',
      [FROM_BINANCE, '-a', 'USDT', '-s', 'deposit'],
      /^USDT is listed on TRX, ETH.*: name one, such as --network TRX\.$/,
    ],
    ['the asset is not known', [FROM_BINANCE, '-a', 'NOPE', '-s', 'deposit'], /NOPE is not on the list of assets/],
    [
      'the side is none',
      [FROM_BINANCE, '-a', 'USDT', '-n', 'TRX', '-s', 'me'],
      /^--side is neither 'deposit' nor 'withdrawal', nor a valid address/,
    ],
    ['the direction is none', [FROM_BINANCE, '-a', 'USDT', '-n', 'TRX', '-s', SEIZED, '--as', 'in'], /^--as is 'in'/],
    [
      'two directions are named',
      [FROM_BINANCE, '-a', 'USDT', '-n', 'TRX', '-s', 'deposit', '--as', 'withdrawal'],
      /name two directions/,
    ],
    ['the id is none', ['my last payment', '-a', 'BTC', '-s', 'deposit'], /^This is no id of a transaction/],
  ] as const)('says so where %s', async (_what, args, message) => {
    const { exitCode, err, out } = await assay(...args);
    expect([exitCode, out]).toEqual([2, '']);
    expect(err).toMatch(message);
  });

  it('never prints the id of a transaction that is in no record: it can be a key', async () => {
    const { err } = await assay('a1'.repeat(32), '-a', 'BTC', '-s', 'deposit');
    expect(err).not.toContain('a1a1');
  });

  it('takes no check from any balance, and stores none', async () => {
    const { rows } = await pool.query('SELECT count(*)::integer AS stored FROM checks');
    expect(rows).toEqual([{ stored: 0 }]);
  });
});
