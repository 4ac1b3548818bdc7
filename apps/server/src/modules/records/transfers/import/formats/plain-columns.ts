/** Columns of the plain form: without these, nothing of a row can be read rightly. */
export const PLAIN_REQUIRED = ['from', 'to', 'amount', 'time', 'transaction'] as const;
/** The others. Network and asset are needed where the command line names none. */
export const PLAIN_OPTIONAL = [
  'network',
  'asset',
  'decimals',
  'sequence',
  'block',
  'transaction_index',
  'kind',
] as const;

const ALL: ReadonlySet<string> = new Set([...PLAIN_REQUIRED, ...PLAIN_OPTIONAL]);

/** The first field of a row that is none of these columns; null where there is none. */
export function strangeFieldOf(fields: Readonly<Record<string, unknown>>): string | null {
  return Object.keys(fields).find((name) => name !== '' && !ALL.has(name)) ?? null;
}
