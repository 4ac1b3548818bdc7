import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import { isLoopbackServer } from '../../kernel/network/loopback.ts';

/**
 * What a visitor from elsewhere cannot have: the token of the link that the terminal prints. Each token is exchanged
 * once for the proof that a browser keeps; the next token takes its place. Both last as long as the process.
 */
export class LocalKey {
  private token = randomBytes(32).toString('base64url');
  private readonly proof = randomBytes(32).toString('base64url');

  /** The address to open: `siteUrl` with the present token. */
  linkFor(siteUrl: string): string {
    return `${siteUrl}/?${LOCAL_PARAMETER}=${this.token}`;
  }

  /** The proof for the present token, which is used up by that; null for any other text. */
  exchange(token: string): string | null {
    if (!isSame(token, this.token)) return null;
    this.token = randomBytes(32).toString('base64url');
    return this.proof;
  }

  isProof(text: string): boolean {
    return isSame(text, this.proof);
  }
}

/** Name of the token in the printed address. */
export const LOCAL_PARAMETER = 'local';

/** Takes the same time wherever the texts differ. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

export interface LocalEntry {
  readonly key: LocalKey;
  /** The address to print, with the token where only this machine is meant to reach the server. */
  address(): string;
  /** Prints the next link: each works once. */
  onLinkUsed(): void;
}

/** Gives the reader of the terminal access to the outbox, the demo account and the payment stand-ins. */
export function openLocalEntry(
  { host, publicUrl, productName }: Pick<Config, 'host' | 'publicUrl' | 'productName'>,
  say: (text: string) => void,
): LocalEntry {
  const key = new LocalKey();
  return {
    key,
    address: () => (isLoopbackServer({ host, publicUrl }) ? key.linkFor(publicUrl) : publicUrl),
    onLinkUsed: () => say(`That link is used up. To open ${productName} in another browser: ${key.linkFor(publicUrl)}`),
  };
}
