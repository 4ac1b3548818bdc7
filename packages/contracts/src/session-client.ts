/** The calls about one's sessions and account, apart from the client so that no first page carries them. */
import type { AccountLossesData } from './account/account-losses.ts';
import { objectOf } from './answer.ts';
import type { Session } from './auth/sessions.ts';
import type { Sender } from './survey-client.ts';

export interface SessionClient<Signal> {
  /** GET /auth/sessions. */
  list(options?: { readonly signal?: Signal }): Promise<readonly Session[]>;
  /** DELETE /auth/sessions/{id}. */
  end(id: string): Promise<void>;
  /** DELETE /auth/sessions: everywhere, here too. */
  endAll(): Promise<void>;
  /** GET /account/losses. */
  losses(options?: { readonly signal?: Signal }): Promise<AccountLossesData>;
  /** POST /account/delete. */
  deleteAccount(email: string): Promise<void>;
}

/**
 * Where the user is signed in, and how to end it, over any client.
 *
 * @example
 * for (const { id, is_current } of await sessionClient(client).list()) if (!is_current) await sessionClient(client).end(id);
 */
export function sessionClient<Signal>({ send }: Sender<Signal>): SessionClient<Signal> {
  return {
    async list(options) {
      const data = await send('GET', '/auth/sessions', undefined, options);
      return objectOf<{ readonly sessions: readonly Session[] }>(data, { sessions: 'array' }).sessions;
    },
    async end(id) {
      await send('DELETE', `/auth/sessions/${encodeURIComponent(id)}`);
    },
    async endAll() {
      await send('DELETE', '/auth/sessions');
    },
    async losses(options) {
      const data = await send('GET', '/account/losses', undefined, options);
      return objectOf<AccountLossesData>(data, { tariffs: 'array', companies: 'array' });
    },
    async deleteAccount(email) {
      await send('POST', '/account/delete', { email });
    },
  };
}
