import type { Direction } from '../records/record.ts';

/** One of the subject's own transfers, as the notes read it. Transfers of zero belong in: poisoning uses them. */
export interface NoteRecord {
  /** Unix seconds. */
  readonly time: number;
  readonly direction: Direction;
  /** Base units, zero or more. */
  readonly amount: bigint;
  /** Canonical address of the other side. */
  readonly counterparty: string;
  /** Null where no price is known. */
  readonly usd: number | null;
}
