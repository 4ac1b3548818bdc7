import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parsePrice, priceText } from '@assay/exposure';
import { CsvError, type Info, parse } from 'csv-parse';
import { MAX_LINE_LENGTH, SourceError } from '../../../../platform/intake/index.ts';
import type { DailyPrice } from '../prices.ports.ts';
import { readDay } from './read-day.ts';

export interface RejectedRow {
  /** The line it ends on, from 1. */
  readonly line: number;
  readonly reason: string;
}

export interface ReadPrices {
  readonly rows: number;
  /** One a day, in the order of days. */
  readonly prices: readonly DailyPrice[];
  readonly rejected: readonly RejectedRow[];
}

/** Lines before the header that some files begin with, such as the URL of their publisher. */
const MAX_LEAD_LINES = 3;
/** Far more rows than thirty years of days; a larger file is not a file of daily prices. */
const MAX_ROWS = 1_000_000;

/**
 * Reads daily prices from a CSV file: any file with a column of days and one of prices, by the names that exchanges and
 * price sites use; cells separated by commas, semicolons or tabs, quoted or not.
 *
 * @throws SourceError when no column of days and prices is found, or quotes are left open
 */
export async function readPrices(bytes: AsyncIterable<Uint8Array>, location: string): Promise<ReadPrices> {
  const rejected: RejectedRow[] = [];
  const byDay = new Map<string, string>();
  let columns: PriceColumns | null = null;
  let rows = 0;
  for await (const { cells, line } of csvRows(bytes, location)) {
    if (columns === null) {
      const found = findColumns(cells);
      if (found === null && line <= MAX_LEAD_LINES) continue;
      if (found === null) break;
      columns = found.columns;
      if (found.isHeader) continue;
    }
    rows += 1;
    if (rows > MAX_ROWS) throw new SourceError(`${location} has more rows than there are days`);
    const read = readRow(cells, columns);
    const before = read.ok ? byDay.get(read.day) : undefined;
    if (!read.ok) rejected.push({ line, reason: read.reason });
    else if (before === undefined) byDay.set(read.day, read.usd);
    else if (before !== read.usd) rejected.push({ line, reason: `another price for ${read.day} comes before it` });
  }
  if (columns === null) {
    throw new SourceError(`${location} has no column of days and prices; expected a header such as date,price`);
  }
  const days = [...byDay].sort(([left], [right]) => (left < right ? -1 : 1));
  return { rows, rejected, prices: days.map(([day, usd]) => ({ day, usd })) };
}

type ReadRow =
  | { readonly ok: true; readonly day: string; readonly usd: string }
  | { readonly ok: false; readonly reason: string };

function readRow(cells: readonly string[], columns: PriceColumns): ReadRow {
  const pair = columns.pair === null ? '' : (cells[columns.pair] ?? '').trim();
  if (isOtherCurrency(pair)) return { ok: false, reason: `"${shorten(pair)}" is not a price in US dollars` };
  const dayCell = cells[columns.day] ?? '';
  const day = readDay(dayCell);
  if (day === null) return { ok: false, reason: `"${shorten(dayCell)}" is no day that can be read without doubt` };
  const cell = (cells[columns.price] ?? '').trim();
  if (cell === '' || /^(null|nan|n\/a|-)$/i.test(cell)) return { ok: false, reason: 'there is no price' };
  const price = parsePrice(plainNumber(cell));
  if (price === null) return { ok: false, reason: `"${shorten(cell)}" is no price above zero` };
  return { ok: true, day, usd: priceText(price) };
}

/** Removes the dollar sign and the commas between thousands; other characters stay, and the cell is then refused. */
function plainNumber(cell: string): string {
  const bare = cell.replace(/^\$\s?/, '');
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare;
}

/** A pair whose second half is a currency other than the dollar. Ticker symbols alone do not decide it. */
function isOtherCurrency(pair: string): boolean {
  const quote = /[/\-_]([a-z]{3,5})$/i.exec(pair)?.[1] ?? /(EUR|GBP|JPY|RUB|BTC|ETH|TRY|KRW)$/i.exec(pair)?.[1];
  return quote !== undefined && pair.length > quote.length && !/^USD[TC]?$/i.test(quote);
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

async function* csvRows(
  bytes: AsyncIterable<Uint8Array>,
  location: string,
): AsyncGenerator<{ readonly cells: readonly string[]; readonly line: number }> {
  const parser = parse({
    bom: true,
    delimiter: [',', ';', '\t'],
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_LENGTH,
  });
  // A failing source destroys the parser with its error, so the loop below throws it.
  const feeding = pipeline(Readable.from(bytes, { objectMode: false }), parser).catch(() => undefined);
  try {
    for await (const entry of parser) {
      const { record, info } = entry as { record: string[]; info: Info };
      yield { cells: record, line: info.lines };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new SourceError(`${location}: ${error.message}`);
    throw error;
  } finally {
    parser.destroy();
    await feeding;
  }
}

/** The columns of a file that contain its days and prices. */
interface PriceColumns {
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
function findColumns(cells: readonly string[]): { readonly columns: PriceColumns; readonly isHeader: boolean } | null {
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
