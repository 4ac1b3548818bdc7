import { BATCH_ROW_BYTES } from '@assay/contracts/v1';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RecordSplitter, type TextRecord } from './split-records.ts';

function split(chunks: readonly string[], quoted: boolean): TextRecord[] {
  const splitter = new RecordSplitter({ quoted });
  return [...chunks.flatMap((chunk) => [...splitter.push(chunk)]), ...splitter.end()];
}

const LONG = 'x'.repeat(BATCH_ROW_BYTES + 1);

it('reads the same rows wherever the chunks end', () => {
  const piece = fc.constantFrom('a', ',', '"', '""', '\n', '\r\n', '"b\nc"', LONG, 'long "'.repeat(3_000));
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
