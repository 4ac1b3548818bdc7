import { type Label, TRANSFER_KINDS } from '@assay/exposure';
import type { SchemaElement } from 'hyparquet';
import type { ColumnSource } from 'hyparquet-writer';

/** Decimal digits of an amount that the column of amounts holds; larger ones are in the column beside it. */
const AMOUNT_DIGITS = 38;

/** A column of a table: how Parquet names its type, and what its values mean. */
export interface ExportColumn<Name extends string = string> {
  readonly name: Name;
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
const MAYBE_TIMESTAMP = { ...TIMESTAMP, repetition_type: 'OPTIONAL' } as const;
/** What an amount is without its meaning. */
export const AMOUNT_BYTES = { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, repetition_type: 'OPTIONAL' } as const;
const AMOUNT = {
  ...AMOUNT_BYTES,
  converted_type: 'DECIMAL',
  logical_type: { type: 'DECIMAL', precision: AMOUNT_DIGITS, scale: 0 },
  precision: AMOUNT_DIGITS,
  scale: 0,
} as const;

const ascending = 'DELTA_BINARY_PACKED';

function column<Name extends string>(
  name: Name,
  element: ExportColumn['element'],
  type: string,
  meaning: string,
  encoding?: ColumnSource['encoding'],
): ExportColumn<Name> {
  return { name, element, type, meaning, ...(encoding === undefined ? {} : { encoding }) };
}

const required = { ...STRING, repetition_type: 'REQUIRED' } as const;
const optional = { ...STRING, repetition_type: 'OPTIONAL' } as const;

const LAYOUT = {
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
  labels: [
    column('account', INT64, 'BIGINT', 'account of the table accounts; one may have several labels', ascending),
    column('entity', required, 'VARCHAR', 'who the account belongs to, by the source'),
    column('category', required, 'VARCHAR', 'category of the method, such as mixer'),
    column('confidence', { ...INT32, repetition_type: 'REQUIRED' }, 'INTEGER', '0 to 100'),
    column('source', required, 'VARCHAR', 'short id of the list, such as ofac-sdn'),
    column('origin', required, 'VARCHAR', 'given by a source, or derived from records'),
    column('derived_by', optional, 'VARCHAR', 'rule of method 2 that derived it; else null'),
    column('valid_from', MAYBE_TIMESTAMP, 'TIMESTAMP WITH TIME ZONE', 'first second it is valid; null is open'),
    column('valid_to', MAYBE_TIMESTAMP, 'TIMESTAMP WITH TIME ZONE', 'last second it is valid; null is open'),
  ],
} as const satisfies Readonly<Record<string, readonly ExportColumn[]>>;

export type ExportTable = keyof typeof LAYOUT;

type ColumnName<Table extends ExportTable> = (typeof LAYOUT)[Table][number]['name'];

/** The columns of all tables, in the order of the files: version 1 of the layout. */
export const EXPORT_COLUMNS: { readonly [Table in ExportTable]: readonly ExportColumn<ColumnName<Table>>[] } = LAYOUT;

/** Values of a table by column, all of the same number. */
export type ColumnValues<Table extends ExportTable> = Readonly<Record<ColumnName<Table>, ColumnSource['data']>>;

const SPLIT = 10n ** BigInt(AMOUNT_DIGITS);

/** An amount as both of its columns hold it, one of them null. */
function amountCells(digits: string): { readonly decimal: Uint8Array | null; readonly wide: string | null } {
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

/** A record of a transfer ledger, with its ratios. */
export interface ExportedTransfer {
  readonly position: number;
  /** Unix seconds. */
  readonly time: number;
  readonly block: number;
  readonly transactionIndex: number | null;
  /** Index among `TRANSFER_KINDS`. */
  readonly kind: number;
  readonly recordIndex: number | null;
  readonly ordinal: number;
  readonly from: number;
  readonly to: number;
  /** Base units, decimal digits. */
  readonly amount: string;
  readonly inflowShare: number;
  readonly covered: number;
  readonly outflowShare: number;
  readonly transactionId: string;
}

export interface ExportedAccount {
  readonly account: number;
  readonly address: string;
  readonly role: string;
  /** Base units, decimal digits. */
  readonly opening: string;
  readonly openingUnread: boolean;
}

export interface ExportedLabel {
  readonly account: number;
  readonly label: Label;
}

export function transferColumns(rows: readonly ExportedTransfer[]): ColumnValues<'transfers'> {
  const amounts = rows.map(({ amount }) => amountCells(amount));
  return {
    position: BigInt64Array.from(rows, ({ position }) => BigInt(position)),
    time: BigInt64Array.from(rows, ({ time }) => BigInt(time) * 1000n),
    block: BigInt64Array.from(rows, ({ block }) => BigInt(block)),
    transaction_index: rows.map(({ transactionIndex }) => transactionIndex),
    kind: rows.map(({ kind }) => TRANSFER_KINDS[kind] ?? ''),
    record_index: rows.map(({ recordIndex }) => recordIndex),
    ordinal: Int32Array.from(rows, ({ ordinal }) => ordinal),
    from_account: BigInt64Array.from(rows, ({ from }) => BigInt(from)),
    to_account: BigInt64Array.from(rows, ({ to }) => BigInt(to)),
    amount: amounts.map(({ decimal }) => decimal),
    wide_amount: amounts.map(({ wide }) => wide),
    inflow_share: Float64Array.from(rows, ({ inflowShare }) => inflowShare),
    covered: Float64Array.from(rows, ({ covered }) => covered),
    outflow_share: Float64Array.from(rows, ({ outflowShare }) => outflowShare),
    transaction_id: rows.map(({ transactionId }) => transactionId),
  };
}

export function accountColumns(rows: readonly ExportedAccount[]): ColumnValues<'accounts'> {
  const openings = rows.map(({ opening }) => amountCells(opening));
  return {
    account: BigInt64Array.from(rows, ({ account }) => BigInt(account)),
    address: rows.map(({ address }) => address),
    role: rows.map(({ role }) => role),
    opening: openings.map(({ decimal }) => decimal),
    wide_opening: openings.map(({ wide }) => wide),
    opening_unread: rows.map(({ openingUnread }) => openingUnread),
  };
}

export function labelColumns(rows: readonly ExportedLabel[]): ColumnValues<'labels'> {
  return {
    account: BigInt64Array.from(rows, ({ account }) => BigInt(account)),
    entity: rows.map(({ label }) => label.entity),
    category: rows.map(({ label }) => label.category),
    confidence: Int32Array.from(rows, ({ label }) => label.confidence),
    source: rows.map(({ label }) => label.source),
    origin: rows.map(({ label }) => label.origin),
    derived_by: rows.map(({ label }) => label.derivedBy ?? null),
    valid_from: rows.map(({ label }) => millis(label.validFrom)),
    valid_to: rows.map(({ label }) => millis(label.validTo)),
  };
}

function millis(second: number | null): bigint | null {
  return second === null ? null : BigInt(second) * 1000n;
}
