/** The versions of the method that the scorecard compares; it rates by all of them, whichever is in use. */
export const VERSIONS = ['1', '2', '3'] as const;

export type Version = (typeof VERSIONS)[number];

export type ByVersion<Value> = Readonly<Record<Version, Value>>;

export function byVersion<Value>(of: (version: Version) => Value): ByVersion<Value> {
  return { '1': of('1'), '2': of('2'), '3': of('3') };
}
