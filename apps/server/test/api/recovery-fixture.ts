import { RecoveryStateData } from '@assay/contracts';
import { expect } from 'vitest';
import type { AuthApp, Visitor } from '../support/auth-app.ts';
import { enrolTotp } from '../support/totp-app.ts';

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

export const stateOf = (answer: { readonly data: unknown }) => RecoveryStateData.parse(answer.data);

/** What tests of recoveries do and look at. */
export function recoveryFixture(server: AuthApp) {
  async function noticesOf(email: string): Promise<readonly { id: string; kind: string; detail: string | null }[]> {
    const { rows } = await server.pool.query<{ id: string; kind: string; detail: string | null }>(
      `SELECT account_notices.id, kind, detail FROM account_notices JOIN users USING (sub) WHERE email = $1
        ORDER BY at, account_notices.ctid`,
      [email],
    );
    return rows;
  }
  return {
    noticesOf,
    /** Kinds of the mails to the owner, the oldest first. */
    kinds: async (email: string) => (await noticesOf(email)).map(({ kind }) => kind),

    /** An account with a factor, and a browser of who reads its mailbox. */
    besieged: async (email: string) => {
      const owner = await server.signedIn(email);
      const app = await enrolTotp(server, owner);
      return { owner, app, attacker: server.browser() };
    },

    /** Logs in by a link, as far as the mailbox goes: to the question for the factor. */
    toSecondStep: async (who: Visitor, email: string): Promise<void> => {
      const answer = await who.get(`/api/auth/confirm-link/${await server.ask(who, email)}`);
      expect(answer.status).toBe(202);
    },

    loggedActions: async (email: string): Promise<readonly string[]> => {
      const { rows } = await server.pool.query<{ action: string }>(
        `SELECT action FROM audit_entries JOIN users ON chain = sub
          WHERE email = $1 AND action LIKE 'recovery.%' ORDER BY seq`,
        [email],
      );
      return rows.map(({ action }) => action);
    },

    hasFactor: async (email: string): Promise<boolean> => {
      const found = await server.pool.query('SELECT FROM factors JOIN users USING (sub) WHERE email = $1', [email]);
      return (found.rowCount ?? 0) > 0;
    },

    /** Sends the mails that are due. */
    tend: () => server.auth.factors.recoveryUpkeep.tend(),
  };
}
