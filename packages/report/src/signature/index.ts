export type { PdfSignatureAlgorithm, PdfSigner, TimeStamper } from './pdf-signer.ts';
export { BYTE_RANGE_PLACEHOLDER, PlaceholderError, SIGNATURE_BYTES } from './placeholder.ts';
export { type SignedPdf, type SignPdfOptions, signPdf } from './sign-pdf.ts';
export type { StampFailure } from './time-stamp.ts';
