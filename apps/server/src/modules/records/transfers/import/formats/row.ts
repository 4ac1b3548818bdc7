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
