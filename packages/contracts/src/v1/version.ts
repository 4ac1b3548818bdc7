/** Versions of the public API, the newest first. A key is made for the newest of its day and keeps it. */
export const API_VERSIONS = ['2026-11-26'] as const;

export type ApiVersion = (typeof API_VERSIONS)[number];

export const NEWEST_API_VERSION: ApiVersion = API_VERSIONS[0];

/** Header that names the version: in answers the one that was used, in requests another one than that of the key. */
export const VERSION_HEADER = 'assay-version';
