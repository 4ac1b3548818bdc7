import { describe, expect, it } from 'vitest';
import { readPrices } from './read-prices.ts';

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  // Single bytes would be slow; one chunk would hide errors at chunk borders.
  for (let at = 0; at < text.length; at += 7) yield Buffer.from(text.slice(at, at + 7));
}

const read = (...lines: readonly string[]) => readPrices(bytesOf(lines.join('\n')), 'prices.csv');
const TWO_DAYS = [
  { day: '2023-11-19', usd: '37410.5' },
  { day: '2023-11-20', usd: '37500' },
];

describe('a file of daily prices', () => {
  it.each<[string, readonly string[]]>([
    ['days and prices', ['date,price', '2023-11-19,37410.5', '2023-11-20,37500.00']],
    ['no header', ['2023-11-19,37410.5', '2023-11-20,37500']],
    [
      'a price page’s export',
      [
        'snapped_at,price,market_cap,total_volume',
        '2023-11-19 00:00:00 UTC,37410.5,731e9,1e10',
        '2023-11-20 00:00:00 UTC,37500.0,732e9,1e10',
      ],
    ],
    [
      'open, high, low and close',
      [
        'Date,Open,High,Low,Close,Adj Close,Volume',
        '2023-11-19,36000,38000,35000,37410.5,1,1',
        '2023-11-20,37410.5,38000,37000,37500,1,1',
      ],
    ],
    [
      'an exchange’s collector, behind a line with its address and with the newest day first',
      [
        'https://www.example.org',
        'unix,date,symbol,open,high,low,close,Volume BTC',
        '1700438400,2023-11-20 00:00:00,BTC/USD,1,1,1,37500,9',
        '1700352000,2023-11-19 00:00:00,BTC/USD,1,1,1,37410.5,9',
      ],
    ],
    [
      'a newspaper’s spelling in quotes',
      [
        '"Date","Price","Open","High","Low","Vol.","Change %"',
        '"Nov 20, 2023","$37,500.0","1","1","1","9K","0.1%"',
        '"Nov 19, 2023","$37,410.5","1","1","1","9K","0.1%"',
      ],
    ],
    [
      'semicolons, times of opening and closing',
      [
        'timeOpen;timeClose;name;open;high;low;close',
        '"2023-11-19T00:00:00.000Z";"2023-11-19T23:59:59.999Z";"2781";1;1;1;37410.5',
        '"2023-11-20T00:00:00.000Z";"2023-11-20T23:59:59.999Z";"2781";1;1;1;37500',
      ],
    ],
    [
      'klines without a header',
      [
        '1700352000000,1,1,1,37410.50000000,9,1700438399999,9,9,9,9,0',
        '1700438400000,1,1,1,37500.00000000,9,1700524799999,9,9,9,9,0',
      ],
    ],
    ['tabs and dotted days', ['Day\tClose', '19.11.2023\t37410.5', '20.11.2023\t37500']],
  ])('is read with %s', async (_form, lines) => {
    expect(await read(...lines)).toEqual({ rows: 2, prices: TWO_DAYS, rejected: [] });
  });

  it('has its unreadable rows rejected, each with its line and reason', async () => {
    const { rows, prices, rejected } = await read(
      'date,price,symbol',
      '2023-11-19,37410.5,BTCUSD',
      '11/12/2023,37000,BTCUSD',
      '2023-02-30,37000,BTCUSD',
      '2023-11-20,0,BTCUSD',
      '2023-11-20,-5,BTCUSD',
      '2023-11-20,null,BTCUSD',
      '2023-11-20,"37.500,00",BTCUSD',
      '2023-11-20,34000,BTC/EUR',
      '2023-11-19,37410.6,BTCUSD',
      '2023-11-19,37410.50,BTCUSD',
    );
    expect(rows).toBe(10);
    expect(prices).toEqual([TWO_DAYS[0]]);
    expect(rejected.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '3: "11/12/2023" is no day that can be read without doubt',
      '4: "2023-02-30" is no day that can be read without doubt',
      '5: "0" is no price above zero',
      '6: "-5" is no price above zero',
      '7: there is no price',
      '8: "37.500,00" is no price above zero',
      '9: "BTC/EUR" is not a price in US dollars',
      '10: another price for 2023-11-19 comes before it',
    ]);
  });

  it('is refused with a reason when it is not a file of daily prices', async () => {
    await expect(read('<!doctype html>', '<p>Not found</p>')).rejects.toThrow(/no column of days and prices/);
    await expect(read('')).rejects.toThrow(/no column of days and prices/);
    await expect(read('address,category', 'a,b')).rejects.toThrow(/no column of days and prices/);
  });
});
