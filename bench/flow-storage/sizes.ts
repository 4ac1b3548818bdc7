import type { PoolClient } from '../../apps/server/src/platform/db/index.ts';
import { RECORD_BYTES } from '../../packages/exposure/src/columns/record-log.ts';
import type { Netted } from './netted.ts';
import type { Table } from './shapes.ts';
import type { Transactions } from './transactions.ts';

/** Rows and bytes of a table, and bytes of each of its indexes by its word. */
export interface Sizes {
  readonly rows: number;
  readonly heap: number;
  readonly indexes: ReadonlyMap<string, number>;
}

export async function sizesOf(client: PoolClient, { name }: Table, words: readonly string[]): Promise<Sizes> {
  const found = await client.query<{ rows: string; heap: string }>(
    `SELECT (SELECT count(*) FROM ${name}) AS rows, pg_relation_size('${name}') AS heap`,
  );
  const indexes = new Map<string, number>();
  for (const word of words) {
    const { rows } = await client.query<{ bytes: string }>(`SELECT pg_relation_size('${name}_${word}') AS bytes`);
    indexes.set(word, Number(rows[0]?.bytes));
  }
  const [row] = found.rows;
  return { rows: Number(row?.rows), heap: Number(row?.heap), indexes };
}

/** Bytes a record alone needs in memory where only step 3 asks for it: two accounts and an amount. */
const RECORD_ALONE_BYTES = 16;

/**
 * Bytes of columns in memory by record of the ledger, computed: as today; with a line for each record and each flow; and
 * with a line for each flow alone, and who paid whom in parts in which money was passed on.
 */
export function memoryOf({ records }: Transactions, { recordsAlone, flowsAlone }: Netted) {
  const flows = records - recordsAlone + flowsAlone;
  return {
    today: RECORD_BYTES,
    everyRow: (RECORD_BYTES * (records + flowsAlone)) / records,
    flowsOnly: (RECORD_BYTES * flows + RECORD_ALONE_BYTES * recordsAlone) / records,
  };
}
