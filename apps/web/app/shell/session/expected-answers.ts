/** Of the user that GET /auth/me answers. */
export const EXPECTED_USER = { email: 'string', checks: 'number' } as const;

/** Of a check that was started: the page of its result is opened next (row ERR-04). */
export const EXPECTED_CHECK = { user: 'object', asset: { sub_id: 'string' } } as const;
