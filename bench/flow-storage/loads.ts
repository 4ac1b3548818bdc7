import { inTransaction, type Pool } from '../../apps/server/src/platform/db/index.ts';
import { processorOfServer } from '../walk/postgres/processor.ts';
import type { Netted } from './netted.ts';
import { rowsOfFlows, rowsOfRecords } from './rows.ts';
import { FLOWS_APART, FLOWS_BESIDE, loadTable, MARKED, RECORDS_APART, type Table, TODAY } from './shapes.ts';
import type { Transactions } from './transactions.ts';

/** Ways to store the records of a ledger, each with its tables. */
export const STORED = {
  today: [TODAY],
  marked: [MARKED],
  apart: [RECORDS_APART, FLOWS_APART],
  // In addition to the tables of `today`.
  beside: [FLOWS_BESIDE],
} as const satisfies Record<string, readonly Table[]>;
export type Stored = keyof typeof STORED;
export const ALL_STORED: readonly Stored[] = ['today', 'marked', 'apart', 'beside'];

/** Seconds of a load: of the clock, and of the processor on both sides. */
export interface LoadTime {
  readonly clock: number;
  readonly own: number;
  readonly server: number;
}

/** Loads the tables of one way, each in a transaction. The rows of a way with two tables are made twice. */
export async function load(pool: Pool, way: Stored, all: Transactions, netted: Netted): Promise<LoadTime> {
  const sums = { clock: 0, own: 0, server: 0 };
  for (const table of STORED[way]) {
    await inTransaction(pool, async (client) => {
      const server = await processorOfServer(pool);
      const own = process.cpuUsage();
      const began = performance.now();
      await loadTable(client, table, way === 'today' ? rowsOfRecords(all) : rowsOfFlows(all, netted));
      sums.clock += (performance.now() - began) / 1_000;
      const { user, system } = process.cpuUsage(own);
      sums.own += (user + system) / 1e6;
      sums.server += (await processorOfServer(pool)) - server;
    });
  }
  return sums;
}
