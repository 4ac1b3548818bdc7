import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RecordSplitter, type TextRecord } from './split-records.ts';

const MOST = 16_384;

function split(chunks: readonly string[], quoted: boolean): TextRecord[] {
  const splitter = new RecordSplitter({ quoted, maxLength: MOST });
  return [...chunks.flatMap((chunk) => [...splitter.push(chunk)]), ...splitter.end()];
}

const LONG = 'x'.repeat(MOST + 1);

it('reads the same rows wherever the chunks end', () => {
  const piece = fc.constantFrom(
    'a',
    ',',
    '"',
    '""',
    '\n',
    '\r\n',
    '\r',
    '"b\nc"',
    ' ',
    'x"y',
    LONG,
    'long "'.repeat(3_000),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.array(fc.nat(40_000), { maxLength: 6 }),
      fc.boolean(),
      (pieces, cuts, quoted) => {
        const text = pieces.join('');
        const ends = [...cuts.map((cut) => Math.min(cut, text.length)), text.length].toSorted((a, b) => a - b);
        const chunks = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
        expect(split(chunks, quoted)).toEqual(split([text], quoted));
      },
    ),
    { numRuns: 200 },
  );
});

it('opens a quote at the beginning of a cell only, and looks again behind one that is never closed', () => {
  expect(split(['a 5" pipe;b\n ;  "c\nd"\n'], true)).toEqual([
    { line: 1, text: 'a 5" pipe;b' },
    { line: 2, text: ' ;  "c\nd"' },
  ]);
  expect(split(['"open\nx\n"a","b"\n'], true)).toEqual([
    { line: 1, fault: 'open quote' },
    { line: 2, text: 'x' },
    { line: 3, text: '"a","b"' },
  ]);
  const open = `"open\n${'x\n'.repeat(MOST / 2)}"a\nb",1`;
  const found = split([open], true);
  expect(found[0]).toEqual({ line: 1, fault: 'open quote' });
  expect(found[1]).toEqual({ line: 2, text: 'x' });
  expect(found.at(-1)).toEqual({ line: MOST / 2 + 2, text: '"a\nb",1' });
});

it('ends lines at a bare CR where the first one ends so, and keeps it within the lines of other texts', () => {
  expect(split(['address,asset\r', 'a,"b\rc"\r\r', 'd,e'], true)).toEqual([
    { line: 1, text: 'address,asset' },
    { line: 2, text: 'a,"b\nc"' },
    { line: 4, text: '' },
    { line: 5, text: 'd,e' },
  ]);
  expect(split(['a\r'], false)).toEqual([{ line: 1, text: 'a' }]);
  expect(split(['a\r', '\nb\rc\r\n'], true)).toEqual([
    { line: 1, text: 'a' },
    { line: 2, text: 'b\rc' },
  ]);
});

it('counts lines, keeps line breaks in quotes, and goes on after a row that is too long or never closed', () => {
  expect(split([`a\n"b\nc",d\n${LONG}\n"open\nlast`], true)).toEqual([
    { line: 1, text: 'a' },
    { line: 2, text: '"b\nc",d' },
    { line: 4, fault: 'too long' },
    { line: 5, fault: 'open quote' },
    { line: 6, text: 'last' },
  ]);
  expect(split(['{"a":"\\""}\r\n\r\n{}'], false)).toEqual([
    { line: 1, text: '{"a":"\\""}' },
    { line: 2, text: '' },
    { line: 3, text: '{}' },
  ]);
});
