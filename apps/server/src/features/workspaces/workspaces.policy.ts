const DAY_MS = 86_400_000;

/** Companies that a person may own, and workspaces that a person may be a member of, the personal one aside. */
export const MOST_OWNED = 5;
export const MOST_JOINED = 50;
/** Members of a company and its open invitations together. */
export const MOST_MEMBERS = 200;

export const INVITATION_MS = 7 * DAY_MS;
/** Accepted, revoked and expired invitations are deleted after this long: the limits below count them. */
export const INVITATION_KEPT_MS = 30 * DAY_MS;

/** Mails with invitations: enough for a new company, too few to flood anybody. */
export const MAILS_OF_WORKSPACE = { most: 60, withinMs: DAY_MS } as const;
export const MAILS_OF_PERSON = { most: 60, withinMs: DAY_MS } as const;
export const MAILS_OF_MAILBOX = { most: 5, withinMs: DAY_MS } as const;
