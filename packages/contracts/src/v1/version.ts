/** Versions of the public API, the newest first. A key is made for the newest of its day and keeps it. */
export const API_VERSIONS = ['2026-11-26'] as const;

export type ApiVersion = (typeof API_VERSIONS)[number];

export const NEWEST_API_VERSION: ApiVersion = API_VERSIONS[0];

/** Header that names the version: in answers the one that was used, in requests another one than that of the key. */
export const VERSION_HEADER = 'assay-version';

/** Days from the announcement of a deprecation until what it is about ends. */
export const DEPRECATION_DAYS = 365;

/** That a version or a call is going to end; both times are ISO 8601, UTC, `sunset` at least a year later. */
export interface Deprecation {
  readonly since: string;
  readonly sunset: string;
}

export type DeprecatedVersions = Readonly<Partial<Record<ApiVersion, Deprecation>>>;

/** Versions that are going to end. Answers by them say so; once they have ended, they are refused. */
export const DEPRECATED_VERSIONS: DeprecatedVersions = {};

/**
 * A deprecation that was announced at a time and gives the notice that was promised.
 *
 * @throws RangeError for less than {@link DEPRECATION_DAYS} days, and for texts that are no times
 */
export function deprecation(since: string, sunset: string): Deprecation {
  const days = (Date.parse(sunset) - Date.parse(since)) / 86_400_000;
  if (!(days >= DEPRECATION_DAYS)) throw new RangeError(`A deprecation gives ${DEPRECATION_DAYS} days; got ${days}`);
  return { since, sunset };
}
