import { readFile } from 'node:fs/promises';

/** How a request says who asks; `renew` reads again what the node may have replaced, and is null where it cannot. */
export interface CoreCredentials {
  readonly header: () => Promise<string | null>;
  readonly forget: (() => void) | null;
}

/** User and password of a URL. */
export function credentialsOfUrl({ username, password }: URL): CoreCredentials {
  const header = username === '' && password === '' ? null : basic(decodeURIComponent(`${username}:${password}`));
  return { header: async () => header, forget: null };
}

/** Bitcoin Core's `.cookie`, which it writes with another password at every start. */
export function credentialsOfCookie(file: string): CoreCredentials {
  let kept: string | null = null;
  return {
    header: async () => {
      kept ??= basic((await readFile(file, 'utf8')).trim());
      return kept;
    },
    forget: () => {
      kept = null;
    },
  };
}

function basic(userAndPassword: string): string {
  return `Basic ${Buffer.from(userAndPassword).toString('base64')}`;
}
