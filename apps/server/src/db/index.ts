export { MigrationError, migrate } from './migrate.ts';
export { type Db, inSnapshot, inTransaction, openPool, type Pool, type PoolClient } from './pool.ts';
