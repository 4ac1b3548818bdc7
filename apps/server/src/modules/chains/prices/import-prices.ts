import path from 'node:path';
import type { Pool } from '../../../platform/db/index.ts';
import { inTransaction } from '../../../platform/db/transactions.ts';
import { openSource } from '../../../platform/intake/index.ts';
import { type RejectedRow, readPrices } from './import/read-prices.ts';
import { pricesStore, type StoredCounts } from './prices.store.ts';

export interface PriceImport {
  readonly ticker: string;
  /** A file or an http(s) address. */
  readonly location: string;
  /** The name of these prices in results; default: the file's name without its extension. */
  readonly source: string | null;
  readonly now: Date;
  readonly signal: AbortSignal;
}

export interface PriceImportSummary extends StoredCounts {
  readonly ticker: string;
  readonly source: string;
  readonly rows: number;
  readonly days: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly rejected: readonly RejectedRow[];
}

/**
 * Imports a file of daily prices into the database, all or nothing. Days that are stored with another price get the
 * file's price; importing the same file again changes nothing.
 *
 * @throws SourceError when the file cannot be read or holds no prices
 */
export async function importPrices(pool: Pool, request: PriceImport): Promise<PriceImportSummary> {
  const { ticker, location, now, signal } = request;
  const { name, bytes } = await openSource(location, { signal });
  const { rows, prices, rejected } = await readPrices(bytes, location);
  const source =
    request.source ??
    path
      .basename(name)
      .replace(/\.(gz|csv|txt|tsv)$/gi, '')
      .replace(/\.csv$/i, '');
  const counts = await inTransaction(pool, (db) => pricesStore.keepImported(db, ticker, source, prices, now));
  const [first, last] = [prices[0], prices.at(-1)];
  return {
    ticker,
    source,
    rows,
    days: prices.length,
    firstDay: first?.day ?? null,
    lastDay: last?.day ?? null,
    ...counts,
    rejected,
  };
}
