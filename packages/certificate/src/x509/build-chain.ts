import { equalBytes } from '../der/der-values.ts';
import { hasUsage, isIssuedBy, type X509 } from './certificate.ts';

const MOST_STEPS = 6;
const CERTIFICATE_SIGNING = 5;

/**
 * The certificates from one to a trusted root, both included (RFC 5280, section 6, as far as our authorities need it:
 * signatures, names, validity at `at`, authority and key usage, path length; no revocation, which needs a network).
 * Null when none leads there.
 *
 * @param at milliseconds since 1970
 */
export function buildChain(
  start: X509,
  between: readonly X509[],
  roots: readonly X509[],
  at: number,
): readonly X509[] | null {
  const chain: X509[] = [start];
  for (let last = start; chain.length <= MOST_STEPS; ) {
    if (at < last.notBefore || at > last.notAfter) return null;
    if (roots.some((root) => equalBytes(root.bytes, last.bytes))) return chain;
    const issuer = [...roots, ...between].find(
      (one) => !chain.includes(one) && mayIssue(one, chain.length - 1) && isIssuedBy(last, one),
    );
    if (issuer === undefined) return null;
    chain.push(issuer);
    last = issuer;
  }
  return null;
}

/**
 * Whether every certificate that came along is intact: one of the chain, or signed by one that is known here. A copy of a
 * root with a changed bit would otherwise be passed over.
 */
export function areAccountedFor(given: readonly X509[], chain: readonly X509[], roots: readonly X509[]): boolean {
  const known = [...chain, ...given, ...roots];
  return given.every(
    (one) =>
      chain.some((member) => equalBytes(member.bytes, one.bytes)) || known.some((issuer) => isIssuedBy(one, issuer)),
  );
}

/** @param below authorities between it and the certificate at the end */
function mayIssue(one: X509, below: number): boolean {
  return one.isAuthority && hasUsage(one, CERTIFICATE_SIGNING) && (one.pathLength === null || one.pathLength >= below);
}
