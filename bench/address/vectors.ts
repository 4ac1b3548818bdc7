import { readdirSync, readFileSync } from 'node:fs';
import type { NetworkChoice } from '@assay/address';

export interface Vector {
  readonly currency: string;
  readonly network: NetworkChoice;
  readonly address: string;
  /** The verdict of the vector's source: the specification's where it has one, else the public standard's. */
  readonly expected: boolean;
}

interface Row {
  readonly currency: string;
  readonly network?: NetworkChoice;
  readonly address: string;
  readonly reason?: string;
  readonly valid?: boolean;
  readonly seed_valid?: boolean | null;
}

const OWN_VECTORS = new URL('../../packages/address/test/vectors/', import.meta.url);

function toVector(row: Row): Vector {
  const stated = row.seed_valid ?? row.valid;
  return {
    currency: row.currency,
    network: row.network ?? 'prod',
    address: row.address,
    expected: stated ?? row.reason === undefined,
  };
}

/** The address package's own vectors, or the JSON Lines file that `ASSAY_VECTORS` names. */
export function loadVectors(file: string | undefined): Vector[] {
  if (file !== undefined) {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.map((line) => toVector(JSON.parse(line) as Row));
  }
  return readdirSync(OWN_VECTORS)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => JSON.parse(readFileSync(new URL(name, OWN_VECTORS), 'utf8')) as Row[])
    .map(toVector);
}
