import type { SchemaElement } from 'hyparquet';
import type { ColumnSource } from 'hyparquet-writer';

/** Decimal digits of an amount that the column of amounts holds; larger ones are in the column beside it. */
export const AMOUNT_DIGITS = 38;

/** A column of a table of segments: how Parquet names its type, and what its values mean. */
export interface SegmentColumn {
  readonly name: string;
  readonly element: Omit<SchemaElement, 'name'>;
  /** As SQL engines name the type. */
  readonly type: string;
  readonly meaning: string;
  readonly encoding?: ColumnSource['encoding'];
}

const INT64 = { type: 'INT64', repetition_type: 'REQUIRED' } as const;
const INT32 = { type: 'INT32', repetition_type: 'OPTIONAL' } as const;
const DOUBLE = { type: 'DOUBLE', repetition_type: 'REQUIRED' } as const;
const BOOLEAN = { type: 'BOOLEAN', repetition_type: 'REQUIRED' } as const;
const STRING = {
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  logical_type: { type: 'STRING' },
} as const;
const TIMESTAMP = {
  ...INT64,
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
} as const;
const AMOUNT = {
  type: 'FIXED_LEN_BYTE_ARRAY',
  type_length: 16,
  repetition_type: 'OPTIONAL',
  converted_type: 'DECIMAL',
  logical_type: { type: 'DECIMAL', precision: AMOUNT_DIGITS, scale: 0 },
  precision: AMOUNT_DIGITS,
  scale: 0,
} as const;

const ascending = 'DELTA_BINARY_PACKED';

function column(
  name: string,
  element: SegmentColumn['element'],
  type: string,
  meaning: string,
  encoding?: ColumnSource['encoding'],
): SegmentColumn {
  return { name, element, type, meaning, ...(encoding === undefined ? {} : { encoding }) };
}

const required = { ...STRING, repetition_type: 'REQUIRED' } as const;
const optional = { ...STRING, repetition_type: 'OPTIONAL' } as const;

/** The columns of both tables, in the order of the files. */
export const SEGMENT_COLUMNS = {
  transfers: [
    column('position', INT64, 'BIGINT', 'order in the transfer ledger, unique', ascending),
    column('time', TIMESTAMP, 'TIMESTAMP WITH TIME ZONE', 'time of the block, UTC', ascending),
    column('block', INT64, 'BIGINT', 'height of the block; 0 where the source states none', ascending),
    column('transaction_index', INT32, 'INTEGER', 'index in the block; null where the source gives none'),
    column('kind', required, 'VARCHAR', 'fee, native, internal or token'),
    column('record_index', INT32, 'INTEGER', 'index of the log or trace; null where the source gives none'),
    column('ordinal', { ...INT32, repetition_type: 'REQUIRED' }, 'INTEGER', 'distinguishes records that else agree'),
    column('from_account', INT64, 'BIGINT', 'who paid: account of the table accounts'),
    column('to_account', INT64, 'BIGINT', 'who was paid: account of the table accounts'),
    column('amount', AMOUNT, 'DECIMAL(38,0)', 'base units; null from 10^38 on'),
    column('wide_amount', optional, 'VARCHAR', 'base units in decimal digits, only from 10^38 on'),
    column('inflow_share', DOUBLE, 'DOUBLE', 'share of the balance of to_account after the record'),
    column('covered', DOUBLE, 'DOUBLE', 'share of the amount that the balance of from_account covers'),
    column('outflow_share', DOUBLE, 'DOUBLE', 'share of the balance of from_account before the record'),
    column('transaction_id', required, 'VARCHAR', 'as the network writes it', 'DELTA_LENGTH_BYTE_ARRAY'),
  ],
  accounts: [
    column('account', INT64, 'BIGINT', 'number of the account, unique', ascending),
    column('address', required, 'VARCHAR', "as the network writes it; 'fee' and 'issuer' are no addresses"),
    column('role', required, 'VARCHAR', 'account, fee or issuer'),
    column('opening', AMOUNT, 'DECIMAL(38,0)', 'balance before the first record, base units; null from 10^38 on'),
    column('wide_opening', optional, 'VARCHAR', 'the same in decimal digits, only from 10^38 on'),
    column('opening_unread', BOOLEAN, 'BOOLEAN', 'older records exist at a source and were not read'),
  ],
} as const satisfies Readonly<Record<string, readonly SegmentColumn[]>>;

export type SegmentTable = keyof typeof SEGMENT_COLUMNS;

/** Values of a table by column, all of the same number. */
export type ColumnValues<Table extends SegmentTable> = Readonly<
  Record<(typeof SEGMENT_COLUMNS)[Table][number]['name'], ColumnSource['data']>
>;

const SPLIT = 10n ** BigInt(AMOUNT_DIGITS);

/** An amount as both of its columns hold it, one of them null. */
export function amountCells(digits: string): { readonly decimal: Uint8Array | null; readonly wide: string | null } {
  if (digits.length > AMOUNT_DIGITS && BigInt(digits) >= SPLIT) return { decimal: null, wide: digits };
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  if (digits.length < 16) {
    const units = Number(digits);
    view.setUint32(8, Math.floor(units / 2 ** 32));
    view.setUint32(12, units % 2 ** 32);
  } else {
    const units = BigInt(digits);
    view.setBigUint64(0, units >> 64n);
    view.setBigUint64(8, BigInt.asUintN(64, units));
  }
  return { decimal: bytes, wide: null };
}

/** Base units of 16 bytes, highest first. */
export function unitsOf(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (view.getBigUint64(0) << 64n) | view.getBigUint64(8);
}

/** The same below 2^53, where most amounts are and a double is exact; null for a larger one, or for what is no decimal. */
export function smallUnitsOf(decimal: unknown): number | null {
  if (!(decimal instanceof Uint8Array)) return null;
  const view = new DataView(decimal.buffer, decimal.byteOffset, decimal.byteLength);
  const high = view.getUint32(8);
  if (high >= 2 ** 21 || view.getUint32(4) !== 0 || view.getUint32(0) !== 0) return null;
  return high * 2 ** 32 + view.getUint32(12);
}
