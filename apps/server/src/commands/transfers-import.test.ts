import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { CommandError } from '@assay/command';
import { Command } from 'commander';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/database.ts';
import { readConfig } from '../platform/config/config.ts';
import { registerTransfers } from './transfers.ts';

const database = await testDatabase();
const dir = await mkdtemp(path.join(tmpdir(), 'transfers-command-'));
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});

async function assay(...args: readonly string[]): Promise<{ out: string; err: string; exitCode: number }> {
  const [out, err]: [string[], string[]] = [[], []];
  const program = new Command('assay').exitOverride();
  registerTransfers(program, {
    config: readConfig({}),
    environment: {},
    openDatabase: async () => database.pool,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  let exitCode = 0;
  try {
    await program.parseAsync(['transfers', ...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    err.push(error.message);
    exitCode = error.exitCode;
  }
  return { out: out.join('\n'), err: err.join('\n'), exitCode };
}

async function importing(content: string | Uint8Array) {
  const file = path.join(dir, 'file');
  await writeFile(file, content);
  return assay('import', '--format', 'csv', file);
}

const HEAD = 'network,asset,from,to,amount,time,transaction';
const NOISE = Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 7_919 + (at >> 3) * 131) % 251));

describe('assay transfers import', () => {
  it.each([
    ['an empty file', ''],
    ['a header alone', `${HEAD}\n`],
    ['zeros', new Uint8Array(4_096)],
    ['ASCII noise', NOISE.map((byte) => byte % 128)],
    ['ASCII noise with quotes', Buffer.concat([Buffer.from('a,b\n"c"d"e'), NOISE.map((byte) => byte % 128)])],
    ['rows of something else', 'a,b\n1,2\n'],
  ])('ends with code 2 and a sentence on %s', async (_name, content) => {
    const { err, exitCode } = await importing(content);
    expect({ exitCode, err }).toMatchObject({ exitCode: 2, err: expect.stringMatching(/No row|CSV|no column/) });
  });

  it.each([
    ['UTF-16', Buffer.from(`\ufeff${HEAD}\n`, 'utf16le'), 'file: This file is UTF-16; save it as UTF-8'],
    ['noise', NOISE, 'is not UTF-8; save the file as UTF-8'],
    ['noise with quotes', Buffer.concat([Buffer.from('a,b\n"c"d"e'), NOISE]), 'is not UTF-8; save the file as UTF-8'],
    ['a column twice', `${HEAD},amount\n`, 'file: the header names the column "amount" twice'],
  ])('ends with code 2 and names the fault of %s', async (_name, content, fault) => {
    const { err, exitCode } = await importing(content);
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: expect.stringContaining(fault) });
    expect((await assay('stats')).err).toBe('');
  });

  describe('of an archive', () => {
    const account = (row: number): string => `0x${(row + 65_536).toString(16).padStart(40, '0')}`;
    const rows = Array.from(
      { length: 12_000 },
      (_, row) => `ETH,USDT,${account(row)},${account(row * 7)},${row + 1},${1_600_000_000 + row},t${row * 7_919}`,
    );
    const packed = gzipSync([HEAD, ...rows, ''].join('\n'));

    it('that is cut says what waits, for how long, and how to drop it', async () => {
      const { err, exitCode } = await importing(packed.subarray(0, packed.length - 1_000));
      expect(exitCode).toBe(3);
      const [, number] =
        /unexpected end of file\nNo record was added\. 10,000 rows of it are staged as import (\d+) and wait without a time limit: /.exec(
          err,
        ) ?? [];
      expect(err).toContain(`assay transfers discard ${number} drops them.`);
      expect((await assay('discard', String(number))).exitCode).toBe(0);
    });

    it('whose checksum is wrong leaves nothing', async () => {
      const damaged = Buffer.from(packed);
      damaged.writeUInt8(damaged.readUInt8(damaged.length - 6) ^ 1, damaged.length - 6);
      const { err, exitCode } = await importing(damaged);
      expect(exitCode).toBe(3);
      expect(err).toContain('incorrect data check\nNo record was added, and nothing of it is kept.');
      expect((await assay('stats')).err).toBe('');
    });
  });
});

describe('opening balances', () => {
  const HEAD = 'network,asset,from,to,amount,time,transaction\n';
  const to = (digit: string) => `0x${digit.repeat(40)}`;
  async function read(text: string) {
    const file = path.join(dir, 'plain.csv');
    await writeFile(file, text);
    return assay('import', '--format', 'csv', file);
  }

  it('that an empty column wrote are found and removed, and the others stay', async () => {
    const row = (from: string, amount: number, id: string) => `ETH,DAI,${from},${to('b')},${amount},1683050399,${id}\n`;
    await read(HEAD + row('', 5, ''));
    await read(
      HEAD +
        row(to('a'), 5, 't1') +
        `ETH,DAI,,${to('c')},7,,\nETH,DAI,,${to('d')},9,,\n` +
        `ETH,DAI,${to('d')},${to('a')},1,1683050399,t2\n`,
    );
    const about = ['openings', '--network', 'eth', '--asset', 'dai'];
    expect((await assay(...about)).out).toContain('3 opening balances of DAI on ETH listed.');
    expect((await assay(...about, '--doubtful', '--remove')).out).toBe(
      [`${to('b')}  5  1 records`, `${to('c')}  7  0 records`, '2 opening balances of DAI on ETH removed.'].join('\n'),
    );
    expect(JSON.parse((await assay(...about, '--json')).out)).toMatchObject([{ address: to('d'), amount: '9' }]);
    const { rows } = await database.pool.query('SELECT balance FROM accounts WHERE address = $1', [to('b')]);
    expect(rows).toEqual([{ balance: '5' }]);
  });

  it('are not written by a file of which nothing can be read, which is read again afterwards', async () => {
    const wrong = `${HEAD}ETH,NOPE,,${to('e')},5,,\n`;
    for (const time of ['first', 'again']) {
      const { err, exitCode } = await read(wrong);
      expect([exitCode, time]).toEqual([2, time]);
      expect(err).toContain("'NOPE'");
      expect(err).toContain('No row could be read');
    }
    expect((await read(HEAD.replace('from', 'sender') + `ETH,DAI,x,${to('e')},5,1,t\n`)).err).toContain(
      'unknown column "sender"',
    );
    const { rows } = await database.pool.query('SELECT FROM accounts WHERE address = $1', [to('e')]);
    expect(rows).toEqual([]);
  });
});
