import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvRows } from './csv-rows.ts';

const ANY_COLUMNS = { required: [], read: [], isClosed: false };

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size = 7) {
  const rows = [];
  for await (const batch of csvRows(chunksOf(text, size), ANY_COLUMNS)) {
    for (const { number, fields } of batch) rows.push({ number, fields });
  }
  return rows;
}

it('reads every cell, quoted or not, over several lines or one, in whatever pieces the bytes come', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '1', ',', '"', '\n', ' ', 'é') }).map((text) => text.trim());
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constant('x'), cell, cell), { maxLength: 12 }),
      fc.integer({ min: 1, max: 40 }),
      async (rows, size) => {
        const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
        const text = `\ufeffa, b ,c\r\n${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('\n')}`;
        expect(await read(text, size)).toEqual(rows.map(([a, b, c], at) => ({ number: at + 1, fields: { a, b, c } })));
      },
    ),
  );
});

it('takes rows with fewer cells than the header, and says which have more or cannot be read', async () => {
  const rows = [];
  const text = 'a,b\n1\n1,2,,\n1,2,3\n"1" 2,3\n"open\nx,y\n"z","w"\n';
  for await (const batch of csvRows(chunksOf(text, 7), ANY_COLUMNS)) rows.push(...batch);
  expect(rows.map(({ number, problem, fields }) => [number, problem ?? fields])).toEqual([
    [1, { a: '1' }],
    [2, { a: '1', b: '2' }],
    [3, '3 cells under 2 columns'],
    [4, expect.stringContaining('quotes')],
    [5, expect.stringContaining('not closed')],
    [6, { a: 'x', b: 'y' }],
    [7, { a: 'z', b: 'w' }],
  ]);
});

it.each(['a,b, a\n1,2,3\n', '"a",b,"a"\n1,2,3\n'])('refuses a header that names a column twice: %j', async (text) => {
  await expect(read(text)).rejects.toThrow('the header names the column "a" twice');
});

it('takes a header with several columns without a name', async () => {
  expect(await read('a,,\n1,,\n')).toEqual([{ number: 1, fields: { a: '1', '': '' } }]);
});
