import { SourceFormatError } from '../../../../../platform/intake/index.ts';
import type { StagedItem } from './staged-item.ts';

/** One row of a file: its fields by name, and its text for the list of rejected rows. */
export interface Row {
  /** From 1, the header of a CSV not counted. */
  readonly number: number;
  /** Null where the row cannot be read as what the file otherwise is. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  readonly text: string;
  /** What the row comes to, from a reader that maps its rows itself. */
  readonly items?: readonly StagedItem[];
  /** Why the reader cannot take the row. */
  readonly problem?: string;
}

/** Longest row, in characters. A coin transaction with thousands of inputs is long; what is longer is no row. */
export const MAX_ROW_LENGTH = 50_000_000;
export const REJECT_TEXT_LENGTH = 500;

/** The columns of a file with a header. */
export interface FormatColumns {
  /** Without one of them nothing of the file can be read rightly. */
  readonly required: readonly string[];
  /** All that are read: of a wide file, only these are unpacked. */
  readonly read: readonly string[];
  /** Whether any other is refused: the name of one that is read may be misspelt. */
  readonly isClosed: boolean;
}

/** @throws SourceFormatError that names what is missing and what is not known */
export function assertColumns(names: readonly string[], { required, read, isClosed }: FormatColumns): void {
  const missing = required.filter((name) => !names.includes(name));
  const unknown = isClosed ? names.filter((name) => name !== '' && !read.includes(name)) : [];
  if (missing.length === 0 && unknown.length === 0) return;
  const said = [
    ...(missing.length === 0 ? [] : [`no column ${quoted(missing)}`]),
    ...(unknown.length === 0 ? [] : [`unknown column ${quoted(unknown)}`]),
  ];
  throw new SourceFormatError(`${said.join(' and ')}; the columns are ${read.join(', ')}`);
}

function quoted(names: readonly string[]): string {
  return (
    names
      .slice(0, 10)
      // What is no text at all is not repeated.
      .map((name) => `"${name.slice(0, 40).replace(/[\p{C}\uFFFD]/gu, '?')}"`)
      .join(', ')
  );
}
