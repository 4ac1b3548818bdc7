/** Who asks, as the plugins have found out. `sub` owns the checks and everything else of a user. */
export interface Caller {
  readonly sub: string;
  readonly email: string;
  /** By ADMIN_EMAILS, or granted at the command line (GAP-08). */
  readonly isAdmin: boolean;
  /** May look around but neither check nor buy (GAP-55). */
  readonly isSuspended: boolean;
  /** Why, for the user to read. */
  readonly suspendedReason: string | null;
}

/** The account that visits under the loopback rule can sign in to without mail. */
export const DEMO_CALLER: Caller = {
  sub: 'demo',
  email: 'demo@localhost',
  isAdmin: false,
  isSuspended: false,
  suspendedReason: null,
};
