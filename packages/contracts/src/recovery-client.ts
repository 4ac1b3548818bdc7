/** The calls of recovery by mail and of the links that undo, apart from the client so that no first page carries them. */
import { objectOf } from './answer.ts';
import type { ConfirmLinkData } from './auth/confirm-link.ts';
import type { RecoveryStateData } from './auth/recovery.ts';
import type { UndoneData, UndoStateData } from './auth/undo.ts';
import type { Sender } from './survey-client.ts';

/** What a login that waits for a lost factor asks. */
export interface RecoveryClient<Signal> {
  /** GET /auth/recovery. */
  state(options?: { readonly signal?: Signal }): Promise<RecoveryStateData>;
  /** POST /auth/recovery. */
  begin(): Promise<RecoveryStateData>;
  /** POST /auth/recovery/complete. */
  complete(): Promise<ConfirmLinkData>;
}

/** What the link of a mail about an account asks. */
export interface UndoClient<Signal> {
  /** GET /auth/undo/{token}. */
  read(token: string, options?: { readonly signal?: Signal }): Promise<UndoStateData>;
  /** POST /auth/undo. */
  undo(token: string): Promise<UndoneData>;
}

/**
 * Recovery by mail, over any client.
 *
 * @example
 * const { recovery } = await recoveryClient(client).begin();
 */
export function recoveryClient<Signal>({ send }: Sender<Signal>): RecoveryClient<Signal> {
  return {
    async state(options) {
      const data = await send('GET', '/auth/recovery', undefined, options);
      return objectOf<RecoveryStateData>(data, { is_offered: 'boolean' });
    },
    async begin() {
      return objectOf<RecoveryStateData>(await send('POST', '/auth/recovery'), { is_offered: 'boolean' });
    },
    async complete() {
      return objectOf<ConfirmLinkData>(await send('POST', '/auth/recovery/complete'), { user: 'object' });
    },
  };
}

/** The links in mails about accounts, over any client. */
export function undoClient<Signal>({ send }: Sender<Signal>): UndoClient<Signal> {
  return {
    async read(token, options) {
      const data = await send('GET', `/auth/undo/${encodeURIComponent(token)}`, undefined, options);
      return objectOf<UndoStateData>(data, { effect: 'string', email: 'string' });
    },
    async undo(token) {
      return objectOf<UndoneData>(await send('POST', '/auth/undo', { token }), { done: 'string' });
    },
  };
}
