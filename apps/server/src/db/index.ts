export { type BinaryRows, copyBinary } from './copy-binary.ts';
export { copyRows } from './copy-rows.ts';
export { migrate } from './migrate.ts';
export { type Db, openPool, type Pool, type PoolClient } from './pool.ts';
export { readCopied } from './read-copied.ts';
export { inSnapshot, inTransaction } from './transactions.ts';
