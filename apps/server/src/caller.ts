/** Who asks, as the plugins have found out. `sub` owns the balance and the checks. */
export interface Caller {
  readonly sub: string;
  readonly email: string;
}

/** The one account there is until people can sign in; open under the loopback rule only. */
export const DEMO_CALLER: Caller = { sub: 'demo', email: 'demo@localhost' };
