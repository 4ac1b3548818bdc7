import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandError } from '@assay/command';
import { judgeLine, refuseSecretArguments, refuseUnprintable } from '@assay/command/input';
import { KEYS, PHRASES, piecesOf, TRANSACTIONS, UNDECIDED, WALLET_FILES } from '@assay/testkit/secrets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND, COMPILE_CACHE } from '../../test/support/built-product.ts';
import { readAddresses } from '../modules/checks/index.ts';

const SECRETS = [...KEYS, ...WALLET_FILES, ...PHRASES];
const PATIENCE_MS = 120_000;
const NEAR = 'e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'assay-secrets-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function refusalOf(work: () => void): CommandError | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}

function repeats(output: string, text: string): boolean {
  return piecesOf(text).some((piece) => output.includes(piece));
}

function assay(args: readonly string[]) {
  const env = { ...COMPILE_CACHE, ASSAY_DATA_DIR: dir, PATH: process.env['PATH'] ?? '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8', env });
  return { status, stdout, stderr };
}

describe('a command line with a secret', { timeout: PATIENCE_MS }, () => {
  it('is refused with exit code 2 in every spelling, and the secret is not repeated', () => {
    const wrong = SECRETS.filter(({ text }) => {
      const refusal = refusalOf(() => refuseSecretArguments(['check', text, '--asset', 'BTC']));
      return refusal?.exitCode !== 2 || repeats(refusal.message, text);
    });
    expect(wrong.map(({ what }) => what)).toEqual([]);
  });

  it('is refused where the words of a phrase are arguments of their own', () => {
    const spaced = PHRASES.filter(({ what }) => / (with spaces|in upper case)$/.test(what));
    expect(spaced.length).toBeGreaterThan(20);
    for (const { what, text } of spaced) {
      expect(
        refusalOf(() => refuseSecretArguments(['validate', ...text.split(' ')])),
        what,
      ).not.toBeNull();
    }
  });

  it('passes what is no secret', () => {
    const lines = [
      ['check', '0x098b716b8aaf21512996dc57eb0615e2383e2f96', '--asset', 'ETH', '--json'],
      ['validate', '--currency', 'near', NEAR],
      ['screen', '--in', '/data/secret-addresses.csv', '--out', 'results.csv'],
      ['labels', 'import', '--format', 'csv', 'labels of the private key team.csv'],
    ];
    for (const line of lines)
      expect(
        refusalOf(() => refuseSecretArguments(line)),
        line.join(' '),
      ).toBeNull();
  });

  it.each(['check', 'validate', 'no-such-command'])('says what it was and what to do now: assay %s', (command) => {
    const [key] = KEYS;
    const { status, stdout, stderr } = assay([command, key?.text ?? '', ...(command === 'check' ? ['-a', 'BTC'] : [])]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(
      /^This looks like a private key\. It was not used or stored, .* move the money to a new wallet\.\n$/,
    );
  });

  it('asks for the wallet address where 64 digits or a transaction were given', () => {
    for (const { text } of [...UNDECIDED, ...TRANSACTIONS]) {
      expect(refusalOf(() => refuseUnprintable(text))?.exitCode, text).toBe(2);
    }
    const check = assay(['check', `0x${NEAR}`, '--asset', 'ETH']);
    expect(check).toMatchObject({ status: 2, stdout: '' });
    expect(check.stderr).toContain('can be a private key or a transaction id');
    expect(check.stderr).not.toContain(NEAR);
    expect(assay(['validate', NEAR])).toMatchObject({ status: 2, stdout: '' });
    // The currency says that it is an address.
    expect(assay(['validate', '--currency', 'near', NEAR])).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('lists with secrets', { timeout: PATIENCE_MS }, () => {
  it('are answered line by line without repeating any: validate --jsonl', () => {
    const wrong = [...SECRETS, ...UNDECIDED].filter(({ text }) => {
      const answer = judgeLine(JSON.stringify({ currency: 'btc', address: text }), 'prod');
      return answer['valid'] !== false || answer['address'] !== null || repeats(JSON.stringify(answer), text);
    });
    expect(wrong.map(({ what }) => what)).toEqual([]);
    expect(judgeLine(JSON.stringify({ currency: 'near', address: NEAR }), 'prod')).toMatchObject({
      valid: true,
      address: NEAR,
    });
  });

  it('have those rows marked as they are read, whatever cells the secret is in', async () => {
    const file = path.join(dir, 'list.csv');
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = SECRETS.map(({ text }) => `1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa,BTC,,${cell(text)}`);
    // Twelve words with commas are twelve cells.
    const spread = PHRASES.find(({ what }) => what.endsWith('English, with commas'))?.text ?? '';
    writeFileSync(
      file,
      ['address,asset,parent,note', ...rows, spread, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa,BTC,,a note'].join('\n'),
    );
    const read: boolean[] = [];
    for await (const row of readAddresses(file, new AbortController().signal)) read.push(row.isSecret);
    expect(read).toEqual([...rows.map(() => true), true, false]);
  });

  it('leave no secret in the results: assay screen', () => {
    const [key] = KEYS;
    const phrase = PHRASES[0]?.text ?? '';
    const input = path.join(dir, 'addresses.csv');
    const output = path.join(dir, 'results.csv');
    const near = `0x${NEAR}`;
    writeFileSync(
      input,
      `address,asset\n${key?.text},BTC\n${phrase},BTC\n${near},ETH\n0x098b716b8aaf21512996dc57eb0615e2383e2f96,ETH\n`,
    );
    const { status, stdout, stderr } = assay(['screen', '--create', '--in', input, '--out', output, '--threads', '1']);
    const results = readFileSync(output, 'utf8');
    expect(status, stderr).toBe(1);
    for (const text of [key?.text ?? '', phrase, near])
      expect(repeats(results + stdout + stderr, text), text).toBe(false);
    const lines = results.trimEnd().split('\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(['row', '1', '2', '3', '4']);
    expect(lines[1]).toMatch(/^1,,,,rejected,.*private key or a seed phrase/);
    expect(lines[3]).toMatch(/^3,,,,rejected,.*hexadecimal digits of this length/);
    expect(lines[4]).toContain('0x098b716b8aaf21512996dc57eb0615e2383e2f96,ETH');
  });
});
