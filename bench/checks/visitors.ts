import { randomBytes } from 'node:crypto';
import { signUpOf } from '../../apps/server/src/app/composition/sign-up.ts';
import { buildMailboxHash, buildTokenSmith } from '../../apps/server/src/modules/accounts/index.ts';
import { wireAuth } from '../../apps/server/src/modules/accounts/open/auth.ts';
import { FLEX_TARIFF, ledger } from '../../apps/server/src/modules/money/index.ts';
import { inTransaction, type Pool } from '../../apps/server/src/platform/db/index.ts';
import { personalWorkspace } from '../../apps/server/src/platform/kernel/caller.ts';

/** `AUTH_SECRET` of every server that these users are signed in to. */
export const BENCH_SECRET = 'a secret that is worth nothing outside of this benchmark';

/** Somebody who is signed in. */
export interface Visitor {
  readonly sub: string;
  readonly email: string;
  readonly authorization: string;
}

export interface Visitors {
  signIn(name: string): Promise<Visitor>;
  /** Signs in with check credits that never lapse. */
  signInWith(name: string, checks: number): Promise<Visitor>;
  /** Opens another session of the same user: an access token is valid for minutes. */
  signInAgain(visitor: Visitor): Promise<Visitor>;
}

/** Signs users in by the database, without a mail. `clock` is that of the server they talk to. */
export function openVisitors(pool: Pool, clock = { now: () => new Date() }): Visitors {
  const unused = async () => {
    throw new Error('The benchmark sends no mail and runs no check here');
  };
  const key = new TextEncoder().encode(BENCH_SECRET);
  const { sessions } = wireAuth(
    pool,
    { adminEmails: [], domains: { blocked: [], allowed: [] } },
    {
      tokens: buildTokenSmith(key),
      mailboxHash: buildMailboxHash(key),
      signUp: signUpOf({ grants: { give: unused }, checks: { runCheck: unused } }),
      queueLinkMail: unused,
      notices: { signedIn: async () => undefined },
      log: { warn: () => undefined, error: () => undefined },
      securityEvents: { record: () => undefined },
      clock,
    },
  );
  const open = async (sub: string, email: string): Promise<Visitor> => {
    const user = {
      sub,
      email,
      isAdmin: false,
      isSuspended: false,
      suspension: null,
      workspace: personalWorkspace(sub),
    };
    const { tokens } = await inTransaction(pool, (tx) =>
      sessions.open(tx, user, { device: 'bench', methods: ['link'] }),
    );
    return { sub, email, authorization: `Bearer ${tokens.accessToken}` };
  };
  const signIn = async (name: string): Promise<Visitor> => {
    const sub = randomBytes(16).toString('hex');
    const email = `${name}@bench.example`;
    await pool.query('INSERT INTO users (sub, email, mailbox_key, confirmed_at) VALUES ($1, $2, $2, now())', [
      sub,
      email,
    ]);
    return await open(sub, email);
  };
  return {
    signIn,
    signInAgain: ({ sub, email }) => open(sub, email),
    async signInWith(name, checks) {
      const visitor = await signIn(name);
      const grant = { sub: visitor.sub, tariff: FLEX_TARIFF, checks, expiresAt: null } as const;
      await ledger.grant(pool, { ...grant, reason: 'operator', key: `bench:${visitor.sub}` });
      return visitor;
    },
  };
}
