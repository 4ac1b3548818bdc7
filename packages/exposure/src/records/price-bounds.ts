import { type Price, parsePrice } from './usd.ts';

/** Where the daily closes of a row were read; the table names it by row (docs/method/2, section 11). */
export const PRICE_SOURCES = {
  exchanges: {
    number: 1,
    name: 'Daily candles of Bitstamp (to 20 July 2015) and Coinbase',
    url: 'https://github.com/mathaszip/BTCprice',
  },
  coinmarketcap: {
    number: 2,
    name: 'Daily closes of CoinMarketCap, as S. Rajkumar collected them to 6 July 2021',
    url: 'https://www.kaggle.com/datasets/sudalairajkumar/cryptocurrencypricehistory',
  },
} as const;
export type PriceSource = keyof typeof PRICE_SOURCES;

/**
 * Lowest and highest daily close of a coin in a year, in US dollars, and the last day that was read. Six digits, the
 * lowest rounded down and the highest up. A year is listed only where every day from its first on was read.
 */
type Row = readonly [ticker: string, year: number, low: string, high: string, lastDay: string, source: PriceSource];

/** Docs/method/2, section 11; read on 26 November 2026. */
export const PRICE_ROWS: readonly Row[] = [
  ['BTC', 2012, '4.23', '13.52', '2012-12-31', 'exchanges'],
  ['BTC', 2013, '13.09', '1132.01', '2013-12-31', 'exchanges'],
  ['BTC', 2014, '311.07', '919.24', '2014-12-31', 'exchanges'],
  ['BTC', 2015, '171.41', '464.27', '2015-12-31', 'exchanges'],
  ['BTC', 2016, '357.53', '982.17', '2016-12-31', 'exchanges'],
  ['BTC', 2017, '795.77', '19650.1', '2017-12-31', 'exchanges'],
  ['BTC', 2018, '3183', '17099', '2018-12-31', 'exchanges'],
  ['BTC', 2019, '3359', '12927.5', '2019-12-31', 'exchanges'],
  ['BTC', 2020, '4857.1', '28990.1', '2020-12-31', 'exchanges'],
  ['BTC', 2021, '29412.8', '67554.9', '2021-12-31', 'exchanges'],
  ['BTC', 2022, '15760.1', '47733.5', '2022-12-31', 'exchanges'],
  ['BTC', 2023, '16611.5', '44192.9', '2023-12-31', 'exchanges'],
  ['BTC', 2024, '39524.2', '106137', '2024-12-31', 'exchanges'],
  ['BTC', 2025, '76251.6', '123366', '2025-09-24', 'exchanges'],
  ['ETH', 2016, '0.937124', '20.5887', '2016-12-31', 'coinmarketcap'],
  ['ETH', 2017, '8.17257', '826.823', '2017-12-31', 'coinmarketcap'],
  ['ETH', 2018, '84.3082', '1396.43', '2018-12-31', 'coinmarketcap'],
  ['ETH', 2019, '104.535', '336.754', '2019-12-31', 'coinmarketcap'],
  ['ETH', 2020, '110.605', '751.619', '2020-12-31', 'coinmarketcap'],
  ['ETH', 2021, '730.367', '4168.71', '2021-07-06', 'coinmarketcap'],
  ['LTC', 2014, '2.69481', '29.2172', '2014-12-31', 'coinmarketcap'],
  ['LTC', 2015, '1.157', '7.53695', '2015-12-31', 'coinmarketcap'],
  ['LTC', 2016, '2.99677', '5.66079', '2016-12-31', 'coinmarketcap'],
  ['LTC', 2017, '3.71452', '358.336', '2017-12-31', 'coinmarketcap'],
  ['LTC', 2018, '23.4643', '296.455', '2018-12-31', 'coinmarketcap'],
  ['LTC', 2019, '30.3328', '141.904', '2019-12-31', 'coinmarketcap'],
  ['LTC', 2020, '30.9308', '130.051', '2020-12-31', 'coinmarketcap'],
  ['LTC', 2021, '119.602', '386.451', '2021-07-06', 'coinmarketcap'],
  ['XRP', 2014, '0.0028102', '0.0287256', '2014-12-31', 'coinmarketcap'],
  ['XRP', 2015, '0.00409006', '0.0243901', '2015-12-31', 'coinmarketcap'],
  ['XRP', 2016, '0.00511205', '0.00945392', '2016-12-31', 'coinmarketcap'],
  ['XRP', 2017, '0.00540782', '2.30058', '2017-12-31', 'coinmarketcap'],
  ['XRP', 2018, '0.26371', '3.37782', '2018-12-31', 'coinmarketcap'],
  ['XRP', 2019, '0.183699', '0.474765', '2019-12-31', 'coinmarketcap'],
  ['XRP', 2020, '0.139635', '0.692104', '2020-12-31', 'coinmarketcap'],
  ['XRP', 2021, '0.221654', '1.83924', '2021-07-06', 'coinmarketcap'],
  ['DOGE', 2014, '0.000107487', '0.0018438', '2014-12-31', 'coinmarketcap'],
  ['DOGE', 2015, '0.0000872652', '0.000219382', '2015-12-31', 'coinmarketcap'],
  ['DOGE', 2016, '0.000134536', '0.000455076', '2016-12-31', 'coinmarketcap'],
  ['DOGE', 2017, '0.000196709', '0.00941145', '2017-12-31', 'coinmarketcap'],
  ['DOGE', 2018, '0.00206527', '0.0170877', '2018-12-31', 'coinmarketcap'],
  ['DOGE', 2019, '0.0018449', '0.0038666', '2019-12-31', 'coinmarketcap'],
  ['DOGE', 2020, '0.00153719', '0.00478746', '2020-12-31', 'coinmarketcap'],
  ['DOGE', 2021, '0.00568496', '0.684777', '2021-07-06', 'coinmarketcap'],
  ['XMR', 2015, '0.223521', '1.00686', '2015-12-31', 'coinmarketcap'],
  ['XMR', 2016, '0.428456', '14.0945', '2016-12-31', 'coinmarketcap'],
  ['XMR', 2017, '10.6396', '469.198', '2017-12-31', 'coinmarketcap'],
  ['XMR', 2018, '38.8517', '459.331', '2018-12-31', 'coinmarketcap'],
  ['XMR', 2019, '42.7966', '117.417', '2019-12-31', 'coinmarketcap'],
  ['XMR', 2020, '33.0103', '167.94', '2020-12-31', 'coinmarketcap'],
  ['XMR', 2021, '126.015', '483.584', '2021-07-06', 'coinmarketcap'],
  ['XLM', 2015, '0.00165025', '0.00562219', '2015-12-31', 'coinmarketcap'],
  ['XLM', 2016, '0.00144431', '0.00314919', '2016-12-31', 'coinmarketcap'],
  ['XLM', 2017, '0.00172368', '0.360757', '2017-12-31', 'coinmarketcap'],
  ['XLM', 2018, '0.0954392', '0.896228', '2018-12-31', 'coinmarketcap'],
  ['XLM', 2019, '0.0434406', '0.141486', '2019-12-31', 'coinmarketcap'],
  ['XLM', 2020, '0.0334407', '0.20641', '2020-12-31', 'coinmarketcap'],
  ['XLM', 2021, '0.12782', '0.729996', '2021-07-06', 'coinmarketcap'],
  ['BNB', 2018, '4.52864', '22.7598', '2018-12-31', 'coinmarketcap'],
  ['BNB', 2019, '5.56875', '38.816', '2019-12-31', 'coinmarketcap'],
  ['BNB', 2020, '9.38605', '38.9529', '2020-12-31', 'coinmarketcap'],
  ['BNB', 2021, '37.905', '675.685', '2021-07-06', 'coinmarketcap'],
  ['ADA', 2018, '0.0282735', '1.11413', '2018-12-31', 'coinmarketcap'],
  ['ADA', 2019, '0.0318004', '0.0977189', '2019-12-31', 'coinmarketcap'],
  ['ADA', 2020, '0.0239607', '0.192165', '2020-12-31', 'coinmarketcap'],
  ['ADA', 2021, '0.175349', '2.30912', '2021-07-06', 'coinmarketcap'],
  ['TRX', 2018, '0.0116606', '0.220555', '2018-12-31', 'coinmarketcap'],
  ['TRX', 2019, '0.0124776', '0.0385575', '2019-12-31', 'coinmarketcap'],
  ['TRX', 2020, '0.00879174', '0.0411921', '2020-12-31', 'coinmarketcap'],
  ['TRX', 2021, '0.0269395', '0.16465', '2021-07-06', 'coinmarketcap'],
  ['ATOM', 2020, '1.6492', '8.52419', '2020-12-31', 'coinmarketcap'],
  ['ATOM', 2021, '5.41461', '29.4352', '2021-07-06', 'coinmarketcap'],
  ['SOL', 2021, '1.79927', '55.911', '2021-07-06', 'coinmarketcap'],
  ['DOT', 2021, '8.26414', '47.946', '2021-07-06', 'coinmarketcap'],
];

/** A range that the price of one coin lay in. */
export interface PriceBounds {
  readonly low: Price;
  readonly high: Price;
}

const BY_YEAR = new Map(
  PRICE_ROWS.map(([ticker, year, low, high, lastDay]) => [
    `${ticker} ${year}`,
    { low: priceOf(low), high: priceOf(high), lastDay },
  ]),
);
const TICKERS: ReadonlySet<string> = new Set(PRICE_ROWS.map(([ticker]) => ticker));

/** Whether the table has any row of a coin. */
export function hasPriceBounds(ticker: string): boolean {
  return TICKERS.has(ticker);
}

/**
 * What a coin was worth at least and at most in the year of a day; null where the table says nothing of that day.
 *
 * @param day in UTC, `YYYY-MM-DD`
 */
export function priceBoundsOn(ticker: string, day: string): PriceBounds | null {
  const row = BY_YEAR.get(`${ticker} ${Number(day.slice(0, 4))}`);
  return row === undefined || day > row.lastDay ? null : { low: row.low, high: row.high };
}

function priceOf(text: string): Price {
  const price = parsePrice(text);
  if (price === null) throw new Error(`The table of price bounds holds "${text}", which is no price`);
  return price;
}
