import { buildCms, buildSignedAttributes, sha256 } from './build-cms.ts';
import type { PdfSigner, TimeStamper } from './pdf-signer.ts';
import { fillByteRange, fillSignature, findGap } from './placeholder.ts';
import { type StampFailure, stampSignature } from './time-stamp.ts';

export interface SignPdfOptions {
  /** Asked in order; the first that answers well counts. None leaves the signature at level B-B. */
  readonly stampers?: readonly TimeStamper[];
  /** Random bytes from a cryptographic source, for the nonce of a time stamp. */
  readonly randomBytes: (length: number) => Uint8Array;
}

export interface SignedPdf {
  readonly pdf: Uint8Array;
  /** PAdES baseline level (ETSI EN 319 142-1): B-T carries a time stamp. */
  readonly level: 'B-B' | 'B-T';
  /** Authorities that were asked in vain. */
  readonly failures: readonly StampFailure[];
}

/**
 * Signs a PDF that has a place for it (`BYTE_RANGE_PLACEHOLDER` and a `/Contents` of zeros) with a PAdES baseline
 * signature, `ETSI.CAdES.detached`.
 *
 * @throws PlaceholderError when there is no such place, or too little space; whatever the signer rejects with
 * @example
 * const { pdf, level } = await signPdf(rendered, signer, { stampers, randomBytes });
 */
export async function signPdf(
  placeholderPdf: Uint8Array,
  signer: PdfSigner,
  options: SignPdfOptions,
): Promise<SignedPdf> {
  const [own] = signer.certificates;
  if (own === undefined) throw new RangeError('A signer needs its own certificate');
  const gap = findGap(placeholderPdf);
  const ranged = fillByteRange(placeholderPdf, gap);
  const signedAttributes = buildSignedAttributes(digestAround(ranged, gap), own);
  const signature = await signer.sign(signedAttributes);
  const { token, failures } = await stampSignature(signature, options.stampers ?? [], options.randomBytes(8));
  const cms = buildCms({ signer, signedAttributes, signature, timeStampToken: token });
  return { pdf: fillSignature(ranged, gap, cms), level: token === null ? 'B-B' : 'B-T', failures };
}

function digestAround(pdf: Uint8Array, { start, end }: { readonly start: number; readonly end: number }): Uint8Array {
  return sha256(Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]));
}
