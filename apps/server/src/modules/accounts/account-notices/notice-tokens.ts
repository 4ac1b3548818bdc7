import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { mailedToken } from '../auth/mailed-token.ts';

/** Creates and reads the tokens of links that undo: the id of the notice with a signature. */
export interface NoticeTokens {
  tokenOf(noticeId: string): string;
  /** The id of the notice; null unless the signature is valid. */
  read(token: string): string | null;
}

const TOKEN = /^([0-9a-f]{32})\.([\w-]{43})$/;

/** `secret`: at least 32 bytes that only this installation knows; the key is derived from it (RFC 5869). */
export function buildNoticeTokens(secret: Uint8Array): NoticeTokens {
  if (secret.length < 32) throw new RangeError('"secret" expected at least 32 bytes');
  const key = new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), 'assay account notice', 32));
  const sign = (id: string) => createHmac('sha256', key).update(id).digest('base64url');
  return {
    tokenOf: (id) => `${id}.${sign(id)}`,
    read(text) {
      const [, id = '', signature = ''] = TOKEN.exec(mailedToken(text)) ?? [];
      return id !== '' && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(id))) ? id : null;
    },
  };
}
