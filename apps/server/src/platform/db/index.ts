export { LOCK_SEEDS, LOCK_SPACES, LOCKS, lockNamed } from './advisory-locks.ts';
export { copyBinary } from './copy/copy-binary.ts';
export { copyRows } from './copy/copy-rows.ts';
export { readCopied } from './copy/read-copied.ts';
export { type DatabaseTrouble, databaseTroubleOf } from './database-trouble.ts';
export { HAS_ENDED, IS_FREE, IS_HELD, LEASE_OF } from './lease.ts';
export { appliedMigrations, migrate, migrateTo, NewerSchemaError, pendingMigrations } from './migrate.ts';
export {
  type Db,
  type LedgerKey,
  type LedgerServer,
  type LedgerServers,
  type LedgerServerUrl,
  type LedgersWriting,
  type LedgerWork,
  openPool,
  type Pool,
  type PoolClient,
  type ReadServer,
  type Standbys,
} from './pool.ts';
export { prepared } from './prepared.ts';
export { connectionOf, DatabaseClient, NoPrimaryError } from './primary.ts';
export type { Connection, Queries, RowLists, Rows } from './rows.ts';
export { assertTenantRole, scopedPool, TENANT_ROLE } from './scoped-pool.ts';
export { jsonAs, knownOf, oneOf, present, textsOf } from './stored.ts';
export { inSnapshot, inTransaction, probeWrite, type Transaction, transactionsOf } from './transactions.ts';
export { withinTime } from './within-time.ts';
