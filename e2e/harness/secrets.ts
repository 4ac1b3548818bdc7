import { KEYS, PHRASES, piecesOf } from '@assay/testkit/secrets';
import type { Page } from 'playwright-core';

export const KEY = textOf(KEYS, 'key in import format (Bitcoin wiki)');
export const PHRASE = textOf(PHRASES, '12 words, English, with spaces');
/** The same phrase without its spaces. */
export const JOINED_PHRASE = textOf(PHRASES, '12 words, English, glued together');
/** Can be a private key, a transaction id, or an address on NEAR. */
export const DIGITS = 'e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262';

function textOf(secrets: readonly { readonly what: string; readonly text: string }[], what: string): string {
  const secret = secrets.find((entry) => entry.what === what);
  if (secret === undefined) throw new Error(`No secret '${what}'`);
  return secret.text;
}

/** Everything that leaves a page: addresses, headers and bodies of its requests. */
export function recordRequests(page: Page): { readonly leaks: (texts: readonly string[]) => string[] } {
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(request.url(), JSON.stringify(request.headers()), request.postData() ?? '');
  });
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  return {
    leaks(texts) {
      const all = sent.join('\n');
      return texts.flatMap(piecesOf).filter((piece) => all.includes(piece));
    },
  };
}
