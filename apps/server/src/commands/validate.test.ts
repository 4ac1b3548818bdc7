import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../test/support/built-product.ts';

const BTC = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

describe('assay validate', () => {
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'assay-validate-'));
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  async function run(args: readonly string[], input = '') {
    const child = spawn(process.execPath, [COMMAND, 'validate', ...args], {
      env: { ...process.env, ASSAY_DATA_DIR: dataDir, NODE_ENV: 'test' },
    });
    child.stdin.end(input);
    const text = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => {
      text.out += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      text.err += chunk.toString();
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    return { code, ...text };
  }

  it('answers each address and exits 0 when all are valid', async () => {
    expect(await run(['--currency', 'btc', BTC])).toEqual({
      code: 0,
      out: `${BTC}  valid  p2pkh, checksum valid\n`,
      err: '',
    });
  });

  it('exits 1 when one is not, and says why', async () => {
    const { code, out, err } = await run(['-c', 'bitcoin', BTC, `${BTC}x`]);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out.split('\n')[1]).toMatch(/ {2}not valid {2}\w/);
  });

  it('judges a ticker of several networks by each of them, not by a guessed one', async () => {
    const evm = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
    const tron = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';
    expect(await run(['-c', 'tusd', evm, tron])).toMatchObject({
      code: 0,
      out: `${evm}  valid  TUSD on ETH\n${tron}  valid  TUSD on TRX\n`,
    });
    const wrong = await run(['-c', 'usdt', evm, 'nonsense']);
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(
      / {2}valid {2}USDT on ETH, .*\nnonsense {2}not valid {2}fits no address of USDT on TRX, /,
    );
  });

  it('lists what an address can belong to without a currency', async () => {
    const { code, out } = await run(['TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G']);
    expect(code).toBe(0);
    expect(out).toContain('USDT on TRX, TRX');
    expect((await run(['no address'])).code).toBe(1);
  });

  it.each([
    [[]],
    [['--currency', 'nosuchcurrency', BTC]],
    [['--network', 'moon', BTC]],
    [['--jsonl', BTC]],
    [['--nope']],
  ])('exits 2 on wrong usage: %j', async (args) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).not.toBe('');
  });

  it('answers JSON lines, exits 0, and opens no database for any of this', async () => {
    const { code, out } = await run(['--jsonl'], `{"currency":"btc","address":"${BTC}"}\nnope\n`);
    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).valid),
    ).toEqual([true, false]);
    expect(await readdir(dataDir)).toEqual([]);
  });
});
