export { type BinaryRows, copyBinary } from './copy-binary.ts';
export { copyRows } from './copy-rows.ts';
export { type DatabaseTrouble, databaseTroubleOf } from './database-trouble.ts';
export { appliedMigrations, migrate, migrateTo, NewerSchemaError } from './migrate.ts';
export { type Db, openPool, type Pool, type PoolClient } from './pool.ts';
export { probeWrite } from './probe-write.ts';
export { readCopied } from './read-copied.ts';
export { assertTenantRole, scopedPool, TENANT_ROLE } from './scoped-pool.ts';
export { inSnapshot, inTransaction } from './transactions.ts';
