import { describe, expect, it } from 'vitest';
import { recordsCsv } from './records-csv.ts';

describe('the file of responses', () => {
  it('has the keys of the records as its columns', () => {
    const csv = recordsCsv([
      { id: 1, 'Why?': 'So', comment: '' },
      { id: 2, 'Why?': '', comment: 'Fine', more: 'x' },
    ]);
    expect(csv).toBe('id,Why?,comment,more\r\n1,So,,\r\n2,,Fine,x\r\n');
  });

  it('quotes what would break a line, and keeps what is in it', () => {
    expect(recordsCsv([{ 'a,b': 'He said "no",\nand left' }])).toBe('"a,b"\r\n"He said ""no"",\nand left"\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])(
    'lets no spreadsheet run %j, as a cell or as a column',
    (formula) => {
      const [column = '', cell = ''] = recordsCsv([{ [formula]: formula }])
        .split('\r\n')
        .map((line) => line.replace(/^"/, ''));
      expect(column.startsWith("'")).toBe(true);
      if (!formula.startsWith('\r')) expect(cell.startsWith("'")).toBe(true);
    },
  );

  it('leaves numbers alone', () => {
    expect(recordsCsv([{ id: -5 }])).toBe('id\r\n-5\r\n');
  });
});
