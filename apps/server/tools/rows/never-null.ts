/*
 * What is known of functions and operators by their documentation, as far as a statement needs it: of every other function
 * the result may be null.
 */

/** Functions whose result is never null, whatever they are given. */
export const ALWAYS_NOT_NULL: ReadonlySet<string> = new Set([
  'clock_timestamp',
  'json_build_array',
  'json_build_object',
  'jsonb_build_object',
  'now',
  'pg_current_wal_lsn',
  'pg_current_xact_id',
  'pg_export_snapshot',
  'pg_is_in_recovery',
  'pg_postmaster_start_time',
]);

/** Functions whose result is null only where an argument is. */
export const NOT_NULL_OF_NOT_NULL: ReadonlySet<string> = new Set([
  'date_trunc',
  'encode',
  'length',
  'nextval',
  'to_char',
  'trim_scale',
]);

/** Aggregates that are not null for a group whose values are not. */
export const PER_GROUP: ReadonlySet<string> = new Set([
  'array_agg',
  'bool_and',
  'jsonb_agg',
  'max',
  'min',
  'string_agg',
  'sum',
]);

/** Operators that can give null of what is not null: of all others, the result is null only where an operand is. */
export const NULL_OPERATORS: ReadonlySet<string> = new Set(['->', '->>', '#>', '#>>', '@?', '@@']);
