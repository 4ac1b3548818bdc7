/** What an API key may do; a key has at least one. */
export const API_SCOPES = ['checks:read', 'checks:write'] as const;

export type ApiScope = (typeof API_SCOPES)[number];
