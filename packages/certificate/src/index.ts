export * from './canonical/canonical-json.ts';
export {
  type CanonicalPayment,
  evidenceDirectionOf,
  type PaymentDirection,
} from './canonical/canonical-payment.ts';
export * from './canonical/canonical-result.ts';
export * from './canonical/canonical-result-3.ts';
export { MAX_CERTIFICATE_BYTES } from './certificate/read-certificate.ts';
export { type CertificateSigner, ed25519Signer, signCertificate } from './certificate/sign-certificate.ts';
export {
  CERTIFICATE_DOMAIN,
  type CertificateStatement,
  certificateText,
  signedBytesOf,
} from './certificate/statement.ts';
export { verifyCertificate } from './certificate/verify-certificate.ts';
export { verifyTimeStampToken } from './cms/time-stamp-token.ts';
export * from './der/index.ts';
export { compromiseOfSigner, type KeyState, keyStateOf, withKeyStates } from './keys/compromise.ts';
export {
  fileDigestOf,
  type IssuedRecord,
  IssuedRecordError,
  parseIssuedRecord,
} from './keys/issued-record.ts';
export * from './keys/key-set.ts';
export { findCertificate } from './pdf/find-attachment.ts';
export { isDocumentPurpose, type PdfTrust } from './pdf/judge-trust.ts';
export { MAX_PDF_BYTES, verifyPdf } from './pdf/verify-pdf.ts';
export * from './report.ts';
export { verifyFile } from './verify-file.ts';
export { IssuerFileError, KEYS_PATH, verifyWithIssuer } from './verify-with-issuer.ts';
