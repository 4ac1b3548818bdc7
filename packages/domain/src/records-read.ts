/**
 * Where the records of a result come from: imports, an on-demand read of the chain, or an on-demand read that gave
 * none, because no provider answered, or because nothing of what one answered could be read.
 */
export const RECORDS_READ = ['imported', 'on_demand', 'unanswered', 'unreadable'] as const;

export type RecordsRead = (typeof RECORDS_READ)[number];
