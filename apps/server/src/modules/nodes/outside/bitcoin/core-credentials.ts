import { readFile } from 'node:fs/promises';
import { authorizationOf, basicAuthorization } from '../node-http.ts';

/** How a request says who asks; `forget` makes the next one read again what the node may have replaced, and is null where nothing is read. */
export interface CoreCredentials {
  readonly header: () => Promise<string | null>;
  readonly forget: (() => void) | null;
}

/** User and password of a URL. */
export function credentialsOfUrl(url: URL): CoreCredentials {
  const header = authorizationOf(url);
  return { header: async () => header, forget: null };
}

/** Bitcoin Core's `.cookie`, which it writes with another password at every start. */
export function credentialsOfCookie(file: string): CoreCredentials {
  let kept: string | null = null;
  return {
    header: async () => {
      kept ??= basicAuthorization((await readFile(file, 'utf8')).trim());
      return kept;
    },
    forget: () => {
      kept = null;
    },
  };
}
