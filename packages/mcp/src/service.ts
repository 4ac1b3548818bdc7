import { Assay } from '../../client/src/index.ts';
import manifest from '../package.json' with { type: 'json' };

/** The version of this package, such as `0.1.0`. */
export const VERSION: string = manifest.version;

/** What a key may do, and the client that acts by it. */
export interface Access {
  readonly assay: Assay;
  /** Where the service is, such as `https://assay.example`. */
  readonly url: string;
  readonly scopes: ReadonlySet<string>;
}

/** Access by a key whose scopes are known already. */
export function accessBy(url: string, key: string, scopes: Iterable<string>): Access {
  return { assay: new Assay({ key, baseUrl: url }), url, scopes: new Set(scopes) };
}

/**
 * Asks the service what a key may do; nothing is kept of the answer.
 *
 * @throws AssayProblemError where the service refuses the key; AssayConnectionError, AssayTimeoutError
 */
export async function openAccess(url: string, key: string): Promise<Access> {
  const { key: facts } = await new Assay({ key, baseUrl: url }).usage();
  return accessBy(url, key, facts.scopes);
}
