import { isNetworkId, type NetworkId } from '@assay/domain';
import { ACCOUNT_BYTES, ACCOUNT_CHUNK_BYTES } from './account-rows.ts';
import { BYTE_POOL_CHUNK_BYTES } from './byte-pool.ts';
import { ByteReader, ColumnBytesError } from './byte-reader.ts';
import type { ColumnParts } from './column-parts.ts';
import type { NumberRun } from './number-runs.ts';
import { CHUNK_BYTES, RECORD_BYTES, type TableParts } from './record-log.ts';
import { WIDE_AMOUNT_BYTES, WIDE_CHUNK_BYTES } from './wide-amounts.ts';
import { WORD_POOL_CHUNK_BYTES } from './word-pool.ts';

const MAGIC = 'assay columns 3\n';
const LENGTH_DIGITS = 12;

/** The header before the tables, as JSON. */
interface Header {
  readonly network: NetworkId;
  readonly firstNode: number;
  readonly firstPosition: number;
  readonly tables: readonly { readonly count: number; readonly used: readonly number[] }[];
  readonly gone: readonly NumberRun[];
  readonly prefix: string | null;
  readonly transactions: number;
  readonly texts: readonly (readonly [number, string])[];
  readonly huge: readonly (readonly [number, string])[];
  readonly wideBalances: readonly (readonly [number, string])[];
  readonly openings: readonly (readonly [number, string])[];
}

interface Shape {
  readonly itemBytes: number;
  /** Size of a full chunk; 0 where every chunk is written as it is. */
  readonly chunkBytes: number;
  /** Items beside those counted: record 0 is none. */
  readonly more: number;
}

const RECORDS: Shape = { itemBytes: RECORD_BYTES, chunkBytes: CHUNK_BYTES, more: 1 };
const ACCOUNTS: Shape = { itemBytes: ACCOUNT_BYTES, chunkBytes: ACCOUNT_CHUNK_BYTES, more: 0 };
const ADDRESSES: Shape = { itemBytes: 4, chunkBytes: WORD_POOL_CHUNK_BYTES, more: 0 };
const TEXTS: Shape = { itemBytes: 1, chunkBytes: BYTE_POOL_CHUNK_BYTES, more: 0 };
const WHOLE: Shape = { itemBytes: 0, chunkBytes: 0, more: 0 };
const AMOUNTS: Shape = { itemBytes: WIDE_AMOUNT_BYTES, chunkBytes: WIDE_CHUNK_BYTES, more: 0 };
const SHAPES = [RECORDS, ACCOUNTS, ADDRESSES, WHOLE, TEXTS, AMOUNTS, WHOLE] as const;

/** Tables in the order they are written. */
function tablesOf({ log, accounts, addresses, transactions, amounts, late }: ColumnParts): readonly TableParts[] {
  return [log, accounts, addresses.pool, addresses.index, transactions.pool, amounts.table, late.table];
}

/** Used bytes of each chunk. */
function usedBytes({ count, chunks }: TableParts, { itemBytes, chunkBytes, more }: Shape): readonly number[] {
  if (chunkBytes === 0) return chunks.map((chunk) => chunk.byteLength);
  const used = (count + more) * itemBytes;
  return chunks.map((_chunk, index) => Math.max(0, Math.min(chunkBytes, used - index * chunkBytes)));
}

/**
 * A column store without its labels as bytes, piece by piece. Pieces are views of its memory: the store must not change
 * before all are written.
 *
 * @example
 * for (const piece of columnBytes(store.parts())) await file.write(piece);
 */
export function* columnBytes(parts: ColumnParts): Generator<Uint8Array> {
  const tables = tablesOf(parts);
  const used = tables.map((table, index) => usedBytes(table, SHAPES[index] ?? WHOLE));
  const header: Header = {
    network: parts.network,
    firstNode: parts.firstNode,
    firstPosition: parts.firstPosition,
    tables: tables.map(({ count }, index) => ({ count, used: used[index] ?? [] })),
    gone: parts.late.gone,
    prefix: parts.transactions.prefix,
    transactions: parts.transactions.count,
    texts: parts.transactions.texts,
    huge: asText(parts.amounts.huge),
    wideBalances: asText(parts.wideBalances),
    openings: asText(parts.openings),
  };
  const text = JSON.stringify(header).replace(/[^ -~]/g, escaped);
  yield asciiBytes(`${MAGIC}${String(text.length).padStart(LENGTH_DIGITS, '0')}${text}`);
  for (const [index, table] of tables.entries()) {
    for (const [at, chunk] of table.chunks.entries()) yield new Uint8Array(chunk, 0, used[index]?.[at]);
  }
}

/**
 * Reads what `columnBytes` wrote, in pieces of any size.
 *
 * @throws ColumnBytesError when the bytes are another's, or end before the store does.
 * @example
 * const store = ColumnStore.from(await readColumnBytes(createReadStream(file)));
 */
export async function readColumnBytes(source: AsyncIterable<Uint8Array>): Promise<ColumnParts> {
  const reader = new ByteReader(source);
  const start = asciiText(await reader.take(MAGIC.length + LENGTH_DIGITS));
  if (!start.startsWith(MAGIC)) throw new ColumnBytesError('these are not the bytes of a column store');
  const header = headerOf(asciiText(await reader.take(Number(start.slice(MAGIC.length)))));
  const tables: TableParts[] = [];
  for (const [index, shape] of SHAPES.entries()) {
    const { count, used } = header.tables[index] ?? { count: 0, used: [] };
    const chunks: SharedArrayBuffer[] = [];
    for (const bytes of used) {
      const chunk = new SharedArrayBuffer(Math.max(bytes, shape.chunkBytes));
      await reader.fill(new Uint8Array(chunk, 0, bytes));
      chunks.push(chunk);
    }
    tables.push({ count, chunks });
  }
  const [
    log = NOTHING,
    accounts = NOTHING,
    pool = NOTHING,
    index = NOTHING,
    ids = NOTHING,
    amounts = NOTHING,
    late = NOTHING,
  ] = tables;
  const { network, firstNode, firstPosition, transactions, prefix, texts } = header;
  return {
    network,
    firstNode,
    firstPosition,
    log,
    accounts,
    addresses: { pool, index },
    transactions: { pool: ids, count: transactions, prefix, texts },
    amounts: { table: amounts, huge: asNumbers(header.huge) },
    late: { table: late, gone: header.gone },
    wideBalances: asNumbers(header.wideBalances),
    openings: asNumbers(header.openings),
  };
}

const NOTHING: TableParts = { count: 0, chunks: [] };

function headerOf(text: string): Header {
  const header: unknown = JSON.parse(text);
  const isHeader =
    typeof header === 'object' &&
    header !== null &&
    'tables' in header &&
    Array.isArray(header.tables) &&
    header.tables.length === SHAPES.length &&
    'network' in header &&
    typeof header.network === 'string' &&
    isNetworkId(header.network);
  if (!isHeader) throw new ColumnBytesError('the header of these column bytes is broken');
  return header as Header;
}

function asText(pairs: readonly (readonly [number, bigint])[]): (readonly [number, string])[] {
  return pairs.map(([key, value]) => [key, value.toString()]);
}

function asNumbers(pairs: readonly (readonly [number, string])[]): (readonly [number, bigint])[] {
  return pairs.map(([key, value]) => [key, BigInt(value)]);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}

function asciiText(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 4096) {
    text += String.fromCharCode(...bytes.subarray(start, start + 4096));
  }
  return text;
}
