import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SERVER } from './generate.ts';

/** Queries that say themselves what their rows are, by file: it may only fall. */
export const ASSERTED: Readonly<Record<string, number>> = {
  'modules/api/public-api/withdrawals/withdrawal-attempts.store.ts': 2,
  'modules/backup/restore-log/restore-log.store.ts': 2,
  'modules/checks/checks/stored/checks.store.ts': 1,
  'modules/checks/counterparties/lists.store.ts': 2,
  'modules/checks/counterparties/pages.store.ts': 1,
  'modules/checks/history/history.store.ts': 1,
  'modules/labels/entities/entities.store.ts': 2,
  'modules/labels/entities/entity-catalogue.store.ts': 1,
  'modules/labels/labels/import/label-changes.store.ts': 1,
  'modules/labels/labels/known/labels.store.ts': 3,
  'modules/labels/labels/known/large-sets.store.ts': 2,
  'modules/labels/labels/import/publish-labels.store.ts': 1,
  'modules/money/payments/documents/invoices.store.ts': 1,
  'modules/nodes/follow/status/progress.store.ts': 2,
  'modules/records/placement/move/switch.store.ts': 1,
  'modules/records/transfers/clusters/cluster-label-changes.store.ts': 2,
  'modules/records/transfers/clusters/clusters.store.ts': 1,
  'modules/records/transfers/coin-records.store.ts': 2,
  'modules/records/transfers/derive-2/labels-of-method-2.store.ts': 1,
  'modules/records/transfers/derive-2/movements.store.ts': 1,
  'modules/records/transfers/first-load/build-coins.store.ts': 1,
  'modules/records/transfers/import/import-manifest.store.ts': 2,
  'modules/records/transfers/import/staging/staged.store.ts': 2,
  'modules/records/transfers/memory/follow-columns.store.ts': 1,
  'modules/records/transfers/transactions/transfers-between.store.ts': 1,
  'platform/audit/append-entry.store.ts': 1,
  'platform/audit/read-log.store.ts': 1,
};

/** How many queries of each file assert their row, by `.query<…>`. */
export function assertedRows(read: (file: string) => string = readSource): Readonly<Record<string, number>> {
  const files = globSync('**/*.ts', { cwd: SERVER }).filter((file) => !/\.test\.ts$|\/test\//.test(file));
  const counts = files.map((file) => [file, read(file).match(/\.query</g)?.length ?? 0] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

const readSource = (file: string): string => readFileSync(path.join(SERVER, file), 'utf8');
