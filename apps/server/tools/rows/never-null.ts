/** Functions whose result is never null, whatever they are given. */
export const ALWAYS_NOT_NULL: ReadonlySet<string> = new Set([
  'clock_timestamp',
  'concat',
  'current_database',
  'gen_random_uuid',
  'json_build_array',
  'json_build_object',
  'jsonb_build_array',
  'jsonb_build_object',
  'now',
  'pg_backend_pid',
  'pg_current_wal_lsn',
  'pg_current_xact_id',
  'pg_export_snapshot',
  'pg_is_in_recovery',
  'pg_postmaster_start_time',
  'random',
  'statement_timestamp',
  'transaction_timestamp',
]);

/** Functions whose result is null only where an argument is. */
export const NOT_NULL_OF_NOT_NULL: ReadonlySet<string> = new Set([
  'abs',
  'array_append',
  'array_cat',
  'array_remove',
  'btrim',
  'cardinality',
  'ceil',
  'date_part',
  'date_trunc',
  'decode',
  'encode',
  'extract',
  'floor',
  'generate_series',
  'hashtext',
  'hashtextextended',
  'jsonb_array_elements',
  'left',
  'length',
  'lower',
  'lpad',
  'make_interval',
  'md5',
  'nextval',
  'octet_length',
  'pg_try_advisory_lock',
  'pg_try_advisory_lock_shared',
  'pg_try_advisory_xact_lock',
  'pg_advisory_unlock',
  'replace',
  'right',
  'round',
  'rtrim',
  'sha256',
  'split_part',
  'starts_with',
  'strpos',
  'substr',
  'timezone',
  'to_char',
  'to_json',
  'to_jsonb',
  'to_timestamp',
  'trim_scale',
  'trunc',
  'upper',
]);

/** Aggregates that take nulls in as well. */
export const COLLECTS_NULLS: ReadonlySet<string> = new Set(['array_agg', 'json_agg', 'jsonb_agg']);

/** Aggregates that are not null for a group whose values are not. */
export const PER_GROUP: ReadonlySet<string> = new Set([
  'array_agg',
  'avg',
  'bool_and',
  'bool_or',
  'json_agg',
  'jsonb_agg',
  'max',
  'min',
  'string_agg',
  'sum',
]);

export const WINDOWS: ReadonlySet<string> = new Set(['count', 'dense_rank', 'rank', 'row_number']);

/** Operators that can give null of what is not null. */
export const NULL_OPERATORS: ReadonlySet<string> = new Set(['->', '->>', '#>', '#>>', '@?', '@@']);
