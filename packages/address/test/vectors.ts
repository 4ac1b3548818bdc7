import { readdirSync, readFileSync } from 'node:fs';
import type { AddressKind, ChecksumState, InvalidReason, NetworkChoice } from '../src/index.ts';

/** One row of `vectors/*.json`; what the fields mean is in `vectors/README.md`. */
export type Vector = {
  readonly currency: string;
  readonly network?: NetworkChoice;
  readonly address: string;
  readonly source: string;
} & (
  | { readonly kind: AddressKind; readonly checksum: ChecksumState; readonly canonical?: string }
  | { readonly reason: InvalidReason }
);

const FOLDER = new URL('./vectors/', import.meta.url);

export const VECTORS: readonly Vector[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Vector[]);
