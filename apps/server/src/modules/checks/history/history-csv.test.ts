import { describe, expect, it } from 'vitest';
import { csvCell, csvHeader, csvRows } from '../../../platform/kernel/text/csv.ts';
import { HISTORY_COLUMNS } from './history-csv.ts';

const ROW = {
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
  askedBy: null,
  position: 1,
};

describe('a history as CSV', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '=HYPERLINK("http://x","y")',
    ' =1',
    '  \u00a0+1',
    '\ufeff=1',
    '\u200b=1',
    '\n=1',
    '＝1+1',
    ' ＋1',
    '－1',
    '＠SUM(A1)',
    '﹦1',
  ])('never lets a spreadsheet run %j', (text) => {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
  });

  it('quotes what would break a row, and defuses a carriage return too', () => {
    expect(csvCell('a,b')).toBe('"a,b"');
    expect(csvCell('say "x"')).toBe('"say ""x"""');
    expect(csvCell('two\nlines')).toBe('"two\nlines"');
    expect(csvCell('\r=1')).toBe('"\'\r=1"');
    expect(csvCell('plain 1-2')).toBe('plain 1-2');
  });

  it('names the network of a coin, which is not always its ticker', () => {
    const networks = ['ETH', 'BNB', 'MATIC', 'BTC'].map((ticker) => {
      const [line = ''] = csvRows(HISTORY_COLUMNS, [{ ...ROW, ticker, parent: null }]).split('\r\n');
      return line.split(',')[2];
    });
    expect(networks).toEqual(['ETH', 'BSC', 'POLYGON', 'BTC']);
  });

  it('writes one line a check, N/A for no score', () => {
    expect(csvHeader(HISTORY_COLUMNS)).toBe(
      'id,ticker,network,asset,address,risk_score,checked_at_utc,payment,transaction,checked_by\r\n',
    );
    const askedBy = { kind: 'key', id: 'key_1', name: 'Deposits' } as const;
    const payment = { transactionId: 'ab', paymentDirection: 'deposit' } as const;
    expect(csvRows(HISTORY_COLUMNS, [ROW, { ...ROW, ...payment, askedBy, parent: null, riskscore: 4 }])).toBe(
      'a1,USDT,TRX,"Tether, USD",TNX,N/A,2026-03-12T10:11:12.000Z,,,\r\na1,USDT,USDT,"Tether, USD",TNX,4,2026-03-12T10:11:12.000Z,deposit,ab,API key Deposits\r\n',
    );
  });
});
