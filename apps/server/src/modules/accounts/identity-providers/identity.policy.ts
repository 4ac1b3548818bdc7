import { createHmac } from 'node:crypto';

export const MOST_DOMAINS = 20;
/** A login at a provider may take this long. */
export const COMPANY_SIGN_IN_SECONDS = 10 * 60;
/** A proven domain is looked at again after this time. */
export const LOOK_EVERY_MS = 24 * 60 * 60 * 1000;
/** Where the provider sends the browser back to, under the public URL. */
export const RETURN_PATH = '/login/company/return';

/**
 * The text of the TXT record that proves a domain. It is looked for at the domain itself, not at a name below it: services
 * that give names away under a domain of theirs do not give the domain.
 */
export function recordOf(token: string): string {
  return `assay-domain-proof=${token}`;
}

/** The secrets of one login, from its state, which only the browser and the provider have: nothing more is stored. */
export function secretsOf(key: Uint8Array, state: string): { readonly nonce: string; readonly verifier: string } {
  const derive = (purpose: string) => createHmac('sha256', key).update(`${purpose} ${state}`).digest('base64url');
  return { nonce: derive('nonce'), verifier: derive('verifier') };
}
