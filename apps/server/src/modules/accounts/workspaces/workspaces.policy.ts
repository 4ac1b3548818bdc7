const DAY_MS = 86_400_000;

/** Companies that a person may own, and workspaces that a person may be a member of, the personal one aside. */
export const MOST_OWNED = 5;
export const MOST_JOINED = 50;
/** Members of a company and its open invitations together. */
export const MOST_MEMBERS = 200;

export const INVITATION_MS = 7 * DAY_MS;
/** Accepted, revoked and expired invitations are deleted after this long: the limits below count them. */
export const INVITATION_KEPT_MS = 30 * DAY_MS;

/** A company is established once it has paid, or is this old. Before that anybody may have made it, to send mails. */
export const ESTABLISHED_AFTER_MS = 30 * DAY_MS;

export interface InvitationLimits {
  readonly workspace: number;
  readonly person: number;
  readonly mailbox: number;
}

/**
 * Mails with invitations in {@link MAILS_WITHIN_MS}: of a company, of a person, and to a mailbox from all companies of the
 * kind together. Young companies are counted apart, so that strangers use up nothing of what others may send.
 */
export const MAILS_OF_ESTABLISHED: InvitationLimits = { workspace: 60, person: 60, mailbox: 5 };
export const MAILS_OF_YOUNG: InvitationLimits = { workspace: 10, person: 10, mailbox: 2 };
export const MAILS_WITHIN_MS = DAY_MS;
