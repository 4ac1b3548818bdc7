/** The columns of a file that contain its days and prices. */
export interface PriceColumns {
  readonly day: number;
  readonly price: number;
  /** Names the pair, such as BTC/USD; null where the file has no such column. */
  readonly pair: number | null;
}

/** Names of the column of days, best first. A day closes at its end: the opening time names it. */
const DAY_NAMES = ['date', 'day', 'snappedat', 'timestamp', 'timeopen', 'opentime', 'time', 'datetime', 'unix'];
/** Names of the column of prices, best first: the closing price where there are several. */
const PRICE_NAMES = ['price', 'close', 'closeusd', 'priceusd', 'usd', 'value', 'adjclose', 'last', 'vwap', 'open'];
const PAIR_NAMES = ['symbol', 'pair', 'currencypair'];

/** Binance's klines have no header: open time, open, high, low, close and so on, all numbers. */
const KLINE: PriceColumns = { day: 0, price: 4, pair: null };
const KLINE_CELLS = 11;

/**
 * Finds the columns by the header's names in any spelling; without a header, by the form of the first row.
 *
 * @returns null where the row is neither a header nor the first row of a known form
 * @example
 * findColumns(['Date', 'Open', 'High', 'Low', 'Close', 'Volume']); // { day: 0, price: 4, pair: null }
 */
export function findColumns(
  cells: readonly string[],
): { readonly columns: PriceColumns; readonly isHeader: boolean } | null {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const day = firstOf(names, DAY_NAMES);
  const price = firstOf(names, PRICE_NAMES);
  if (day !== null && price !== null) {
    return { columns: { day, price, pair: firstOf(names, PAIR_NAMES) }, isHeader: true };
  }
  if (!/^\d/.test(cells[0]?.trim() ?? '')) return null;
  if (cells.length >= KLINE_CELLS) return { columns: KLINE, isHeader: false };
  return cells.length === 2 ? { columns: { day: 0, price: 1, pair: null }, isHeader: false } : null;
}

function firstOf(names: readonly string[], wanted: readonly string[]): number | null {
  for (const name of wanted) {
    const at = names.indexOf(name);
    if (at >= 0) return at;
  }
  return null;
}
