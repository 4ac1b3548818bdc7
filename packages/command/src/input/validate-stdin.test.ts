import { Readable } from 'node:stream';
import { KEYS, PHRASES, piecesOf, UNDECIDED } from '@assay/testkit/secrets';
import { Command } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CommandError } from '../exit.ts';
import { registerValidate } from './validate.ts';

const BTC = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const INVOICE =
  'lightning:LNBC20M1PVJLUEZPP5QQQSYQCYQ5RQWZQFQQQSYQCYQ5RQWZQFQQQSYQCYQ5RQWZQFQYPQHP58YJMDAN79S6QQDHDZGYNM4ZWQD5D7XMW5FK98KLYSY043L2AHRQSFPP3QJMP7LWPAGXUN9PYGEXVGPJDC4JDJ85FR9YQ20Q82GPHP2NFLC7JTZRCAZRRA7WWGZXQC8U7754CDLPFRMCCAE92QGZQVZQ2PS8PQQQQQQPQQQQQ9QQQVPEUQAFQXU92D8LR6FVG0R5GV0HEEEQGCRQLNM6JHPHU9Y00RRHY4GRQSZSVPCGPY9QQQQQQGQQQQQ7QQZQJ9N4EVL6MR5AJ9F58ZP6FYJZUP6YWN3X6SK8AKG5V4TGN2Q8G4FHX05WF6JUAXU9760YP46454GPG5MTZGERLZEZQCQVJNHJH8Z3G2QQDHHWKJ';

afterEach(() => vi.restoreAllMocks());

async function validate(args: readonly string[], input = '') {
  const stdin = Readable.from([Buffer.from(input)]);
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as typeof process.stdin);
  const out: string[] = [];
  const err: string[] = [];
  const program = new Command('assay').exitOverride();
  registerValidate(program, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  const exit = await program.parseAsync(['validate', ...args], { from: 'user' }).catch((error: unknown) => error);
  if (exit instanceof Error && !(exit instanceof CommandError)) throw exit;
  return { code: exit instanceof CommandError ? exit.exitCode : 0, out, err };
}

describe('validate -', () => {
  it('answers every line, and one that may not be repeated by its number', async () => {
    const unsure = UNDECIDED[0]?.text ?? '';
    const key = KEYS[0]?.text ?? '';
    const { code, out, err } = await validate(['-'], `${BTC}\r\n\n${unsure}\n${INVOICE}\n${key}\n${BTC}\n`);
    expect({ code, err }).toEqual({ code: 1, err: [] });
    expect(out).toEqual([
      expect.stringMatching(`^${BTC}  BTC`),
      expect.stringMatching(/^line 3 {2}not valid {2}Hexadecimal digits of this length can be a private key/),
      expect.stringMatching(/^lightning:LNBC.* {2}not valid {2}This is a Lightning invoice/),
      expect.stringMatching(/^line 5 {2}not valid {2}This looks like a private key\./),
      expect.stringMatching(`^${BTC}  BTC`),
    ]);
    for (const text of [unsure, key])
      expect(piecesOf(text).some((piece) => out.join('\n').includes(piece))).toBe(false);
  });

  it('names the line of each answer in JSON, and repeats no secret', async () => {
    const { out } = await validate(['--json', '-c', 'btc', '-'], `\n${KEYS[0]?.text}\n${BTC}\n`);
    expect(JSON.parse(out.join('\n'))).toMatchObject([
      { line: 2, address: null, valid: false, reason: expect.stringMatching(/^This looks like a private key/) },
      { line: 3, address: BTC, valid: true, reason: null },
    ]);
  });

  it('says of which line something was left out', async () => {
    const { err } = await validate(['-'], `${BTC}\nrEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh?dt=7\n`);
    expect(err).toEqual(['Line 2: Tag 7 was left out: the check is about the whole wallet.']);
  });

  it('is refused as a whole where its lines are the words of a seed phrase', async () => {
    const words = PHRASES[0]?.text.split(' ') ?? [];
    expect(await validate(['-'], words.join('\n'))).toEqual({ code: 2, out: [], err: [] });
  });

  it.each([
    ['an invoice', INVOICE],
    ['a name', 'vitalik.eth'],
  ])('says the same of %s as of the argument', async (_what, text) => {
    const argument = await validate([text]);
    expect(argument).toEqual(await validate(['-'], text));
    expect(argument).toMatchObject({ code: 1, err: [] });
    expect(argument.out.join('\n')).toMatch(/ {2}not valid {2}This is a /);
  });
});
