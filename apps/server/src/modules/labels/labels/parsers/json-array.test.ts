import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allOf, inputOf } from '../../../../../test/support/input-of.ts';
import { readJsonArray } from './json-array.ts';

it('splits any array into the entries JSON.parse would give', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue({ maxDepth: 3 })),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 2 }),
      async (value, chunkBytes, indent) => {
        const text = JSON.stringify(value, null, indent);
        const entries = await allOf(readJsonArray(inputOf(text, 'x', chunkBytes).bytes));
        expect(entries.map((entry) => JSON.parse(entry.text))).toEqual(JSON.parse(text));
      },
    ),
  );
});

it('gives the line on which an entry begins', async () => {
  const entries = await allOf(readJsonArray(inputOf('[\n  "a",\n\n  {"b":\n 1}\n]\n').bytes));
  expect(entries.map(({ line }) => line)).toEqual([2, 4]);
});

it.each(['', '{"a":1}', '["a"', '["a", {"b": "]"', '["a"] x', '<html>'])('refuses %j as a whole', async (text) => {
  await expect(allOf(readJsonArray(inputOf(text).bytes))).rejects.toThrow(/array/);
});
