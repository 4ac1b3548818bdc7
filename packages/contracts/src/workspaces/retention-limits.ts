// Without schemas: the site takes these numbers into its bundle.

/** For how many days an installation keeps everybody's checks at most: three years. */
export const USUAL_DAYS_MAX = 1_095;
/** For how many days a company may keep its checks by law: more than everybody's, ten years at most. */
export const RETENTION_DAYS = { min: USUAL_DAYS_MAX + 1, max: 3_650 } as const;
/** Characters of the law that a company names. */
export const RETENTION_LAW = { min: 3, max: 300 } as const;
