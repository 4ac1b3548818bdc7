/**
 * Where the records of a result come from: imports, an on-demand read of the chain, or an on-demand read that no
 * provider answered.
 */
export const RECORDS_READ = ['imported', 'on_demand', 'unanswered'] as const;

export type RecordsRead = (typeof RECORDS_READ)[number];
