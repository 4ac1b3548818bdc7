import { Gauge, type Metric } from 'prom-client';
import { countOwed } from '../../modules/money/index.ts';
import { recordsHeld, unfinishedImports } from '../../modules/records/index.ts';
import type { Pool } from '../../platform/db/index.ts';
import { sharedReading } from '../../platform/telemetry/shared-reading.ts';
import { countHeldOrders, countRecentOrders, readWaitingWork } from './waiting-work.store.ts';

/**
 * What the database says of the whole installation, read when a scraper asks; every server says the same.
 *
 * @param pool of the service, which sees the rows of every workspace
 */
export function databaseMetrics(pool: Pool, now: () => number = Date.now): readonly Metric[] {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers: [], collect: () => current() });
  const waiting = gauge('assay_work_waiting', 'Work that has not ended, by kind; of jobs, those that are due.', [
    'kind',
  ]);
  const oldest = gauge('assay_work_oldest_seconds', 'Age of the oldest work that has not ended, by kind.', ['kind']);
  const imported = gauge('assay_import_rows', 'Rows that each unfinished import of transfers has read.', [
    'import',
    'state',
  ]);
  const records = gauge('assay_records', 'Imported records, by asset.', ['network', 'asset']);
  const behind = gauge('assay_records_behind_seconds', 'Seconds since the last imported record, by asset.', [
    'network',
    'asset',
  ]);
  const orders = gauge('assay_orders', 'Orders that were begun in the last 24 hours, by provider and status.', [
    'provider',
    'status',
  ]);
  const held = gauge('assay_held_orders', 'Orders of which money is held until somebody decides.');
  const owing = gauge('assay_owing_accounts', 'Accounts that owe check credits which were spent and paid back.');
  const owed = gauge('assay_owed_checks', 'Check credits that were spent and paid back, and are not settled yet.');
  const repeated = gauge(
    'assay_repeated_chargebacks',
    'Accounts that charged back two payments or more, the newest within seven days.',
  );
  const metrics = [waiting, oldest, imported, records, behind, orders, held, owing, owed, repeated];

  const current = sharedReading(read, now);
  async function read(): Promise<void> {
    for (const metric of metrics) metric.reset();
    for (const { kind, count, oldestSeconds } of await readWaitingWork(pool)) {
      waiting.set({ kind }, count);
      oldest.set({ kind }, oldestSeconds);
    }
    for (const { id, state, counts } of await unfinishedImports(pool)) {
      imported.set({ import: String(id), state }, counts.rows);
    }
    for (const { provider, status, count } of await countRecentOrders(pool)) orders.set({ provider, status }, count);
    const counted = await countOwed(pool);
    owing.set(counted.accounts);
    owed.set(counted.checks);
    repeated.set(counted.repeated);
    held.set(await countHeldOrders(pool));
    for (const one of await recordsHeld(pool)) {
      const asset = { network: one.network, asset: one.ticker };
      records.set(asset, one.records);
      behind.set(asset, Math.max(0, now() / 1000 - one.lastTime));
    }
  }

  return metrics;
}
