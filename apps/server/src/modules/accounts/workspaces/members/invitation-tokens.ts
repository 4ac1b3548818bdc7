import { createHmac, hkdfSync } from 'node:crypto';

const ID = /^[0-9a-f]{32}$/;

/** Creates and reads tokens of invitations: the id with a signature over id and time of sending. */
export interface InvitationTokens {
  /** Another one after every sending, so that a resent invitation replaces the former link. */
  tokenOf(invitation: { readonly id: string; readonly sentAt: Date }): string;
  /** The id that a token names; null for a text that cannot be one. Only the stored hash proves it. */
  idOf(token: string): string | null;
}

/** `secret`: at least 32 bytes that only this installation knows; the key is derived from it (RFC 5869). */
export function buildInvitationTokens(secret: Uint8Array): InvitationTokens {
  if (secret.length < 32) throw new RangeError('"secret" expected at least 32 bytes');
  const key = new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), 'assay invitation', 32));
  return {
    tokenOf({ id, sentAt }) {
      const signature = createHmac('sha256', key).update(`${id} ${sentAt.getTime()}`).digest('base64url');
      return `${id}.${signature}`;
    },
    idOf(token) {
      const [id = ''] = token.split('.', 1);
      return ID.test(id) ? id : null;
    },
  };
}
