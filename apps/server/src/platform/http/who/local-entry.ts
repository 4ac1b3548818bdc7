import type { Config } from '../../config/config.ts';
import { isLoopbackServer } from '../../kernel/network/loopback.ts';
import { LocalKey } from './local-key.ts';

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
