import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvOptions, CsvReader, type CsvRow, readCsv } from './csv-reader.ts';

function read(text: string, options: Partial<CsvOptions> = {}): CsvRow[] {
  const reader = new CsvReader({ maxLength: 1_000, ...options });
  return [...reader.push(text), ...reader.end()];
}
const cellsIn = (text: string) => read(text).map((row) => ('cells' in row ? row.cells : row.fault));

/** As spreadsheets and programs write one list. */
const HEADER = ['address', 'asset', 'parent'];
const ROW = ['TSCt1eC3nHcUUr3Ega5nxvLjUw5hgJ4mmc', 'USDT', 'TRX'];
const written = (separator: string, quote: string, end: string, start = '') =>
  start + [HEADER, ROW].map((cells) => cells.map((cell) => quote + cell + quote).join(separator) + end).join('');

describe('a CSV', () => {
  it.each([',', ';', '\t', '|'])('is read with quotes and without, separated by %j', (separator) => {
    for (const quote of ['', '"'])
      for (const end of ['\n', '\r\n'])
        for (const start of [
          '',
          '\uFEFF',
          `sep=${separator}${end}`,
          `\uFEFFsep=${separator}${end}`,
          `"sep=${separator}"\n`,
        ])
          expect(cellsIn(written(separator, quote, end, start)), JSON.stringify([quote, end, start])).toEqual([
            HEADER,
            ROW,
          ]);
  });

  it.each(['quoted-header.csv', 'quoted-semicolon.csv', 'sep-line.csv'])('is read in three columns from %s', (file) => {
    const text = readFileSync(new URL(`../../commands/test/cases/${file}`, import.meta.url), 'utf8');
    expect(cellsIn(text)).toEqual([HEADER, [expect.stringMatching(/^T\w{33}$/), 'USDT', 'TRX']]);
  });

  it('takes the separator that its first line is about, whatever is inside quotes', () => {
    expect(cellsIn('"address, of the wallet";note\na;"b;c, ""d"""\n')).toEqual([
      ['address, of the wallet', 'note'],
      ['a', 'b;c, "d"'],
    ]);
    expect(cellsIn('sep=,\na;b,c\n')).toEqual([['a;b', 'c']]);
    expect(read('a;b,c\n', { separator: ';' })).toMatchObject([{ cells: ['a', 'b,c'] }]);
  });

  it('takes the separator that shows the columns of the format, though another would give more cells', () => {
    const header = 'Address;amount (EUR, net, gross)';
    const columns = ['address', 'asset'];
    expect(read(`${header}\nx;"1,5"\n`, { columns })).toMatchObject([
      { cells: ['Address', 'amount (EUR, net, gross)'] },
      { cells: ['x', '1,5'] },
    ]);
    expect(read('address|asset;a|b\n', { columns })).toMatchObject([{ cells: ['address', 'asset;a', 'b'] }]);
    expect(read('address,note;of;it\n', { columns: [...columns, 'note'] })).toMatchObject([
      { cells: ['address', 'note;of;it'] },
    ]);
    expect(read('one;two,three,four\n', { columns })).toMatchObject([{ cells: ['one;two', 'three', 'four'] }]);
  });

  it('goes on behind a row that cannot be read, and counts lines', () => {
    expect(read(`a,b\n"1\n2",3\n${'x'.repeat(1_001)}\n"open\n\n"5" inches,1\nx,5" pipe`)).toEqual([
      { line: 1, cells: ['a', 'b'], text: 'a,b' },
      { line: 2, cells: ['1\n2', '3'], text: '"1\n2",3' },
      { line: 4, fault: 'too long' },
      { line: 5, fault: 'open quote' },
      { line: 6, cells: [''], text: '' },
      { line: 7, fault: 'quotes' },
      { line: 8, cells: ['x', '5" pipe'], text: 'x,5" pipe' },
    ]);
  });

  it('reads any bytes in any chunks without a fault of its own, and the same rows wherever they end', async () => {
    const piece = fc.constantFrom(
      'a',
      ',',
      ';',
      '"',
      '""',
      '\n',
      '\r\n',
      '\r',
      'é',
      '\uFEFF',
      'sep=;',
      ' ',
      '\0',
      '"b\nc"',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), async (pieces, size) => {
        const bytes = Buffer.from(pieces.join(''));
        const text = new TextDecoder().decode(bytes);
        async function* chunks() {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
        }
        const found: CsvRow[] = [];
        for await (const rows of readCsv(chunks(), { maxLength: 1_000 })) found.push(...rows);
        expect(found).toEqual(read(text));
      }),
      { numRuns: 500 },
    );
  });
});
