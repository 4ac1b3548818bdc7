import { type KeyObject, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { isDocumentPurpose } from '@assay/certificate';
import type { PdfSigner } from '@assay/report/signing';
import type { P12Content } from './p12.ts';
import { P12Error } from './p12-error.ts';

const signBytes = promisify(sign);

/**
 * Signs reports with the key of a P12 file; any number at a time, off the main thread.
 *
 * @throws P12Error for a key that is neither RSA of 2048 bits or more nor ECDSA on P-256, or an authority's certificate
 */
export function p12Signer({ key, certificates }: P12Content): PdfSigner {
  const algorithm = algorithmOf(key);
  const [own] = certificates;
  if (own === undefined || new X509Certificate(own).ca) {
    throw new P12Error('Reports are signed with a certificate of their own, not with an authority’s (CA:TRUE).');
  }
  // Node names purposes so; none means all of them.
  const purposes: readonly string[] | undefined = new X509Certificate(own).keyUsage;
  if (purposes !== undefined && !purposes.some((purpose) => isDocumentPurpose(purpose))) {
    throw new P12Error('The certificate is not one for documents or email protection (extended key usage).');
  }
  return {
    certificates,
    algorithm,
    sign: (bytes) => signBytes('sha256', bytes, key),
  };
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): PdfSigner['algorithm'] {
  if (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) return 'rsa-sha256';
  if (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'ecdsa-sha256';
  throw new P12Error('Reports are signed with RSA of 2048 bits or more, or ECDSA on P-256.');
}
