import type { CertificateStatement } from '@assay/certificate';
import { signedCheckOf } from '@assay/certificate/signed-check';
import { type Fact, nameOfAddress } from '@assay/wording';
import { factsOnPayment, headlineOfResult } from './headline-of-result.ts';

/** What the server says of a certificate. Nothing of it is proven before the file itself is checked. */
export interface CertificateFacts {
  readonly subId: string;
  readonly stars: number;
  readonly headline: string;
  readonly ticker: string;
  readonly parent: string | null;
  readonly address: string;
  /** What the address is. */
  readonly addressName: string;
  /** Empty for the result of an address. */
  readonly payment: readonly Fact[];
  readonly checkedAt: string;
  readonly issuer: string;
  readonly issuerUrl: string;
  readonly keyId: string;
  readonly signedAt: string;
  readonly methodVersion: string;
  readonly labelSet: string;
  /** SHA-256 of certificate.json, lower-case hexadecimal. */
  readonly digest: string;
}

/** Takes the facts out of `certificate.json`, as our own server answered it. */
export async function readFacts(text: string): Promise<CertificateFacts> {
  const { statement }: { statement: CertificateStatement } = JSON.parse(text);
  const { result, key_id: keyId, signed_at: signedAt } = statement;
  const check = signedCheckOf(result);
  return {
    subId: check.sub_id,
    stars: check.stars,
    headline: headlineOfResult(result),
    ticker: check.asset.ticker,
    parent: check.asset.parent,
    address: check.address,
    addressName: nameOfAddress(check.payment ?? undefined),
    payment: factsOnPayment(check),
    checkedAt: check.checkedAt,
    issuer: check.issuer.product,
    issuerUrl: check.issuer.url,
    keyId,
    signedAt,
    methodVersion: result.method_version,
    labelSet: result.label_set.digest,
    digest: await sha256(text),
  };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
