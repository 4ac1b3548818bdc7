import { PassThrough, Readable, Writable } from 'node:stream';
import { Command } from 'commander';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandError } from '../exit.ts';
import { splitLines } from './split-lines.ts';
import { registerValidate } from './validate.ts';
import { judgeLine, judgeLines } from './validate-lines.ts';

const VALID = '{"currency":"btc","address":"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa","id":7}';

async function judge(input: Readable): Promise<unknown[]> {
  const output = new PassThrough();
  const chunks: Buffer[] = [];
  output.on('data', (chunk: Buffer) => chunks.push(chunk));
  await judgeLines(input, output, 'prod', new AbortController().signal);
  return Buffer.concat(chunks)
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

async function validated(args: readonly string[]): Promise<unknown> {
  const out: string[] = [];
  const program = new Command('assay').exitOverride();
  registerValidate(program, {
    out: (text) => void out.push(text),
    err: () => undefined,
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  const exit = await program.parseAsync(['validate', ...args], { from: 'user' }).catch((error: unknown) => error);
  if (exit instanceof Error && !(exit instanceof CommandError)) throw exit;
  return JSON.parse(out.join('\n'));
}

describe('validate --jsonl', () => {
  it('answers the same object with "valid" and "reason" added', () => {
    expect(judgeLine(VALID, 'prod')).toEqual({
      currency: 'btc',
      address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      id: 7,
      valid: true,
      reason: null,
    });
  });

  it('replaces earlier values of "valid" and "reason" with its own', () => {
    const line = '{"currency":"btc","address":"x","valid":true,"reason":"trust me"}';
    expect(judgeLine(line, 'prod')).toMatchObject({ valid: false, reason: 'Unexpected length' });
  });

  it('reads the network of a line before the default', () => {
    const address = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn';
    expect(judgeLine(JSON.stringify({ currency: 'btc', address }), 'prod')).toMatchObject({ valid: false });
    expect(judgeLine(JSON.stringify({ currency: 'btc', address, network: 'testnet' }), 'prod')).toMatchObject({
      valid: true,
    });
    expect(judgeLine(JSON.stringify({ currency: 'btc', address }), 'testnet')).toMatchObject({ valid: true });
  });

  it.each(['nowhere', '', 'constructor'])('answers null with the reason for the unknown currency %j', (currency) => {
    expect(judgeLine(JSON.stringify({ currency, address: 'anything' }), 'prod')).toEqual({
      currency,
      address: 'anything',
      valid: null,
      reason: 'The currency is unknown, so its addresses cannot be judged',
    });
  });

  it.each([
    ['XBT', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', true],
    ['TRC20', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c', true],
    ['Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', true],
    ['BEP20', '0X28C6C06298D514DB089934071355E5743BF21D60', true],
    ['POL', '0x28c6c06298d514db089934071355e5743bf21d60', true],
    ['ERC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', false],
    ['USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', true],
    ['USDT', 'nonsense', false],
    ['btc', 'nonsense', false],
  ])('answers for %s and %s what validate -c answers', async (currency, address, isValid) => {
    const { valid, reason } = judgeLine(JSON.stringify({ currency, address }), 'prod');
    expect([valid, await validated(['-c', currency, '--json', address])]).toEqual([
      isValid,
      [expect.objectContaining({ valid, reason })],
    ]);
  });

  it.each(['POL', 'matic'])(
    'counts the coin %s itself among what an address fits, before its tokens',
    async (currency) => {
      const address = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
      expect(await validated(['-c', currency, '--json', address])).toMatchObject([
        {
          valid: true,
          assets: [
            { ticker: 'MATIC', parent: null },
            { ticker: 'MATIC', parent: 'ETH' },
            { ticker: 'MATIC', parent: 'BSC' },
          ],
        },
      ]);
    },
  );

  it.each(['', ' ', '{', 'null', '3', '"text"', '[]', '{}', '{"currency":7,"address":"x"}', '{"currency":"btc"}'])(
    'answers a line that is no request with valid false and a reason: %j',
    (line) => {
      expect(judgeLine(line, 'prod')).toMatchObject({ valid: false, reason: expect.stringMatching(/./) });
    },
  );

  it('answers a line for a line, in order, with a malformed one between', async () => {
    const answers = await judge(Readable.from([Buffer.from(`${VALID}\nnope\r\n\n${VALID}`)]));
    expect(answers).toEqual([
      expect.objectContaining({ valid: true }),
      { valid: false, reason: 'The line is not JSON' },
      { valid: false, reason: 'The line is empty' },
      expect.objectContaining({ valid: true }),
    ]);
  });

  it('drops a line of any length and goes on', async () => {
    function* endless() {
      for (let megabyte = 0; megabyte < 8; megabyte += 1) yield Buffer.alloc(1 << 20, 'x');
      yield Buffer.from(`\n${VALID}\n`);
    }
    expect(await judge(Readable.from(endless()))).toEqual([
      { valid: false, reason: 'The line is too long' },
      expect.objectContaining({ valid: true }),
    ]);
  });

  it('stops reading the input while its own reader is slow', async () => {
    let given = 0;
    function* endless() {
      for (; given < 10_000; given += 1) yield Buffer.from(`${VALID}\n`.repeat(100));
    }
    const stop = new AbortController();
    const stuck = new Writable({ highWaterMark: 1024, write: () => undefined });
    const judged = judgeLines(Readable.from(endless(), { highWaterMark: 1 }), stuck, 'prod', stop.signal);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(given).toBeLessThan(50);
    stop.abort();
    await expect(judged).rejects.toThrow();
  });

  it('splits lines the same wherever the chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: 'binary' }).map((line) => line.replace(/[\r\n]/g, '')),
          { maxLength: 8 },
        ),
        fc.array(fc.nat(40), { maxLength: 8 }),
        async (lines, cuts) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          const edges = [...cuts.map((cut) => Math.min(cut, bytes.length)), 0, bytes.length].sort((a, b) => a - b);
          const chunks = edges.slice(1).map((end, at) => bytes.subarray(edges[at] ?? 0, end));
          const split: (string | null)[] = [];
          for await (const some of splitLines(Readable.from(chunks), 1000)) split.push(...some);
          expect(split).toEqual(bytes.toString().split('\n').slice(0, -1));
        },
      ),
    );
  });
});
