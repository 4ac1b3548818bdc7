/** What an API key may do; a key has at least one. */
export const API_SCOPES = ['checks:read', 'checks:write', 'batches', 'webhooks', 'labels:read'] as const;

export type ApiScope = (typeof API_SCOPES)[number];

/** Live keys spend checks and answer from records; test keys spend nothing and know the published test addresses only. */
export const API_MODES = ['live', 'test'] as const;

export type ApiMode = (typeof API_MODES)[number];
