import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** What an engine that shares no code with ours reads of segments. */
export interface ReadByDuckDb {
  readonly records: number;
  readonly accounts: number;
  readonly lastPosition: number;
  /** Microseconds of processor time: reading the columns of a pass, and linking each account's records by a window function. */
  readonly scan: number;
  readonly link: number;
}

/** Reads segments by DuckDB in a bounded memory; what does not fit goes to files. */
export async function readByDuckDb(folder: string, memory: number): Promise<ReadByDuckDb> {
  const instance = await DuckDBInstance.create(':memory:', {
    ...{ threads: '1', memory_limit: `${Math.floor(memory / 1e6)}MB`, temp_directory: path.join(folder, 'duckdb') },
    preserve_insertion_order: 'false',
  });
  const connection = await instance.connect();
  const table = (name: string) => `read_parquet('${folder}/${name}/*/*/*.parquet', hive_partitioning = true)`;
  const transfers = table('transfers');
  const timed = async (sql: string) => {
    const from = process.cpuUsage();
    const row = (await connection.runAndReadAll(sql)).getRows()[0] ?? [];
    const { user, system } = process.cpuUsage(from);
    return { row: row.map(Number), cpu: user + system };
  };
  const scan = await timed(
    `SELECT count(*), max(position), sum(from_account), sum(to_account), sum(amount::DOUBLE), sum(inflow_share),
            sum(covered), sum(outflow_share) FROM ${transfers}`,
  );
  const link = await timed(
    `SELECT count(*), sum(next) FROM (SELECT lead(position) OVER (PARTITION BY account ORDER BY position) AS next
       FROM (SELECT position, from_account AS account FROM ${transfers}
             UNION ALL SELECT position, to_account FROM ${transfers}))`,
  );
  const accounts = await timed(`SELECT count(*) FROM ${table('accounts')}`);
  connection.closeSync();
  instance.closeSync();
  return {
    records: scan.row[0] ?? 0,
    lastPosition: scan.row[1] ?? 0,
    accounts: accounts.row[0] ?? 0,
    ...{ scan: scan.cpu, link: link.cpu },
  };
}
