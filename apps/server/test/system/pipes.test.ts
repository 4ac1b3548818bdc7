import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND, COMPILE_CACHE } from '../support/built-product.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

const ACCOUNT = `0x${'a1'.repeat(20)}`;

let database: TestDatabase;
let dataDir = '';
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'assay-pipes-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Answer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command with this on its stdin; `readsNothing` closes the other end of its stdout at once. */
async function assay(args: readonly string[], input: string | Buffer = '', readsNothing = false): Promise<Answer> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...COMPILE_CACHE, DATABASE_URL: database.url, ASSAY_DATA_DIR: dataDir, STARTER_DATA: 'off' },
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  if (readsNothing) child.stdout.destroy();
  else child.stdout.on('data', (chunk: Buffer) => void out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => void err.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

describe('- in place of a file', { timeout: 180_000 }, () => {
  const labels = `address,network,entity,category,confidence\n${ACCOUNT},ETH,Kraken,exchange_licensed,90\nwrong,ETH,Kraken,nonsense,90\n`;
  const IMPORT = ['labels', 'import', '--format', 'csv', '--source', 'mine'];

  it('imports labels from stdin, packed or not, with the rejected rows on stdout', async () => {
    const answer = await assay([...IMPORT, '--rejects', '-', '-'], gzipSync(labels));
    expect(answer.code, answer.err).toBe(0);
    const rejected: unknown[] = answer.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rejected).toMatchObject([{ line: 3 }]);
    expect(answer.err).toContain('mine: 1 labels from 1 rows, 1 rejected');
    expect(await assay([...IMPORT, '-', '-'], labels)).toMatchObject({ code: 2 });
    expect(await assay([...IMPORT, '--background', '-'], labels)).toMatchObject({ code: 2 });
  });

  it('imports transfers and prices from stdin', async () => {
    const transfers = `network,asset,from,to,amount,time,transaction,sequence\nETH,USDT,${ACCOUNT},0x${'b2'.repeat(20)},5,1600000000,t1,1\nETH,USDT,x,y,z,0,t,2\n`;
    const moved = await assay(['transfers', 'import', '--format', 'csv', '--rejects', '-', '-'], transfers);
    expect(moved.code, moved.err).toBe(0);
    expect(moved.err).toContain('records added    1');
    expect(JSON.parse(moved.out)).toMatchObject({ fileName: 'stdin', rowNumber: 2 });
    const prices = await assay(['prices', 'import', '--asset', 'ETH', '--in', '-'], 'date,price\n2024-01-01,2300\n');
    expect(prices.code, prices.err).toBe(0);
    expect(prices.out).toContain('days added       1');
  });

  it('verifies a report from stdin, and reads stdin once only', async () => {
    const keys = path.join(dataDir, 'keys.json');
    const verified = await assay(['report', 'verify', '--keys', keys, '-'], 'no report');
    expect(verified).toMatchObject({ code: 2 });
    expect(verified.err).toContain(`${keys} cannot be read`);
    const twice = await assay(['report', 'verify', '--keys', '-', '-'], '{"keys":[]}');
    expect(twice).toMatchObject({ code: 2, out: '' });
  });
});

describe('a pipe whose reader has seen enough', () => {
  it('is no failure', async () => {
    const answer = await assay(['labels', 'stats'], '', true);
    expect(answer).toMatchObject({ code: 0, err: '' });
  });
});
