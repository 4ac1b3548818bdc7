import { LocalKey } from '../../src/platform/http/who/local-key.ts';
import { localCookieName } from '../../src/platform/http/who/local-visits.ts';

/** A key for `buildApp`, and the cookie of a browser that opened its link. */
export function testLocalKey(publicUrl = 'http://localhost:3000') {
  const key = new LocalKey();
  const token = new URL(key.linkFor(publicUrl)).searchParams.get('local') ?? '';
  return {
    local: { key, onLinkUsed: () => undefined },
    cookie: `${localCookieName(new URL(publicUrl))}=${key.exchange(token)}`,
  };
}
