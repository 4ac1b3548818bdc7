import { describe, expect, it } from 'vitest';
import { csvCell } from '../../kernel/csv-cell.ts';
import { CSV_HEADER, csvLines } from './history-csv.ts';

describe('a history as CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","y")'])(
    'never lets a spreadsheet run %j',
    (text) => {
      expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it('quotes what would break a row, and defuses a carriage return too', () => {
    expect(csvCell('a,b')).toBe('"a,b"');
    expect(csvCell('say "x"')).toBe('"say ""x"""');
    expect(csvCell('two\nlines')).toBe('"two\nlines"');
    expect(csvCell('\r=1')).toBe('"\'\r=1"');
    expect(csvCell('plain 1-2')).toBe('plain 1-2');
  });

  it('writes one line a check, N/A for no score', () => {
    const row = {
      subId: 'a1',
      ticker: 'USDT',
      parent: 'TRX',
      subticker: null,
      name: 'Tether, USD',
      address: 'TNX',
      riskscore: 0,
      createdAt: new Date('2026-03-12T10:11:12Z'),
      transactionId: null,
      paymentDirection: null,
      isPending: null,
      afterDispute: null,
      position: 1,
    };
    expect(CSV_HEADER).toBe('id,ticker,network,asset,address,risk_score,checked_at_utc,payment,transaction\r\n');
    const payment = { transactionId: 'ab', paymentDirection: 'deposit' } as const;
    expect(csvLines([row, { ...row, ...payment, parent: null, riskscore: 4 }])).toBe(
      'a1,USDT,TRX,"Tether, USD",TNX,N/A,2026-03-12T10:11:12.000Z,,\r\na1,USDT,,"Tether, USD",TNX,4,2026-03-12T10:11:12.000Z,deposit,ab\r\n',
    );
  });
});
