import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allOf, inputOf } from '../../../test/support/input-of.ts';
import { MAX_LINE_LENGTH, readLines } from './lines.ts';

it('gives the same lines however the bytes arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\ufeff]/g, ''))),
      fc.integer({ min: 1, max: 9 }),
      async (lines, chunkBytes) => {
        const read = await allOf(
          readLines(inputOf(lines.map((line) => `${line}\r\n`).join(''), 'x', chunkBytes).bytes),
        );
        expect(read.map(({ text }) => text)).toEqual(lines);
        expect(read.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
      },
    ),
  );
});

it('reads lines that end with a bare CR, however the bytes arrive', async () => {
  for (const chunkBytes of [1, 2, 3, 100]) {
    const read = await allOf(readLines(inputOf('{"a":1}\r{"b":2}\r\rlast\r', 'x', chunkBytes).bytes));
    expect(read.map(({ number, text }) => [number, text])).toEqual([
      [1, '{"a":1}'],
      [2, '{"b":2}'],
      [3, ''],
      [4, 'last'],
    ]);
  }
});

it('keeps the last line without a line end, and passes over a byte order mark', async () => {
  expect(await allOf(readLines(inputOf('\ufeffa\nb').bytes))).toEqual([
    { number: 1, text: 'a', cut: false },
    { number: 2, text: 'b', cut: false },
  ]);
});

it('cuts a line that has no end in sight, and goes on after it', async () => {
  const long = 'x'.repeat(3 * MAX_LINE_LENGTH);
  const read = await allOf(readLines(inputOf(`${long}\nb`, 'x', 100_000).bytes));
  expect(read.map(({ number, text, cut }) => [number, text.length, cut])).toEqual([
    [1, MAX_LINE_LENGTH, true],
    [2, 1, false],
  ]);
});
