import type { FileMetaData, SchemaTree } from 'hyparquet';

/** Turns a value as the Parquet reader gives it into what a CSV or JSON source would have said. */
export type ReadValue = (value: unknown) => unknown;

/**
 * The reader turns decimals into floating numbers, which cannot hold amounts. Without their annotation they come as the
 * bytes or whole numbers they are stored as; `valueReaders` reads those exactly.
 */
export function withoutDecimals(metadata: FileMetaData): FileMetaData {
  return {
    ...metadata,
    schema: metadata.schema.map((element) => {
      if (element.converted_type !== 'DECIMAL' && element.logical_type?.type !== 'DECIMAL') return element;
      const { converted_type: _converted, logical_type: _logical, ...plain } = element;
      return plain;
    }),
  };
}

/** How to read each column of a file, by its name. */
export function valueReaders(schema: SchemaTree): ReadonlyMap<string, ReadValue> {
  return new Map(schema.children.map((child) => [child.element.name, readerOf(child)]));
}

function readerOf(node: SchemaTree): ReadValue {
  if (node.children.length === 0) return leafReader(node);
  const readers = new Map(node.children.map((child) => [child.element.name, readerOf(child)]));
  const only = node.children.length === 1 ? node.children[0] : undefined;
  // A list is a group with one repeated part, of whatever name; the reader hides as many of these as it knows.
  const isWrapper = only?.element.repetition_type === 'REPEATED' || node.element.repetition_type === 'REPEATED';
  const readOnly = only === undefined ? undefined : readers.get(only.element.name);
  const read: ReadValue = (value) => {
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) return value.map(read);
    if (typeof value !== 'object' || value instanceof Uint8Array) return readOnly?.(value) ?? null;
    const entries = Object.entries(value);
    const [first] = entries;
    if (isWrapper && entries.length === 1 && first !== undefined && readers.has(first[0])) return readOnly?.(first[1]);
    if (isWrapper && readOnly !== undefined && !entries.some(([name]) => readers.has(name))) return readOnly(value);
    return Object.fromEntries(entries.map(([name, part]) => [name, readers.get(name)?.(part) ?? null]));
  };
  return read;
}

function leafReader({ element }: SchemaTree): ReadValue {
  const isDecimal = element.converted_type === 'DECIMAL' || element.logical_type?.type === 'DECIMAL';
  const scale = element.scale ?? (element.logical_type?.type === 'DECIMAL' ? element.logical_type.scale : 0);
  const isFloating = element.type === 'DOUBLE' || element.type === 'FLOAT';
  const read: ReadValue = (value) => {
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) return value.map(read);
    if (isDecimal) return decimalText(value, scale);
    if (typeof value === 'bigint') return value.toString();
    // A rounded amount is no amount: the sign before it keeps it from being read as one.
    if (typeof value === 'number' && isFloating) return `~${value}`;
    if (value instanceof Uint8Array) return bytesText(value);
    return value;
  };
  return read;
}

function decimalText(value: unknown, scale: number): string {
  const units =
    value instanceof Uint8Array ? signedOf(value) : BigInt(typeof value === 'number' ? value : String(value));
  if (scale === 0) return units.toString();
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Whole number of two's complement bytes, most significant first. */
function signedOf(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  const unsigned = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  return (bytes[0] ?? 0) < 0x80 ? unsigned : unsigned - (1n << BigInt(8 * bytes.length));
}

/** Addresses and hashes as bytes become hexadecimal; everything else without a type is text. */
function bytesText(bytes: Uint8Array): string {
  if (bytes.length === 20 || bytes.length === 32) return `0x${Buffer.from(bytes).toString('hex')}`;
  return new TextDecoder().decode(bytes);
}
