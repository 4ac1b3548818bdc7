import { Resolver } from 'node:dns/promises';
import { DnsFault, type ReadTxt } from '../../identity-providers/identity.ports.ts';

const WITHIN_MS = 3_000;
const TRIES = 2;
/** There is no such name, or it has no TXT record. */
const NO_RECORD: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Reads TXT records, each with its parts put together (RFC 7208 §3.3).
 *
 * @param servers addresses of resolvers, with a port or without; empty: those of the system
 */
export function txtRecords(servers: readonly string[] = []): ReadTxt {
  return async (domain) => {
    // A resolver of its own for each question: an abandoned one does not hold up the next.
    const resolver = new Resolver({ timeout: WITHIN_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    try {
      return (await resolver.resolveTxt(domain)).map((parts) => parts.join(''));
    } catch (error) {
      const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
      if (NO_RECORD.has(code)) return [];
      throw new DnsFault(code, { cause: error });
    }
  };
}
