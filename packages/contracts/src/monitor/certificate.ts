import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { CheckStateParams } from './check-state.ts';

/** The form of a certificate. `statement` is signed as canonical JSON (RFC 8785); what `result` holds is fixed by its version. */
const SignedCertificate = z
  .object({
    statement: z.object({
      result: z.record(z.string(), z.unknown()),
      /** Names the key of /.well-known/assay-keys.json. */
      key_id: z.string(),
      signed_at: z.iso.datetime(),
    }),
    /** Ed25519 (RFC 8032), base64. */
    signature: z.string(),
  })
  .meta({ id: 'SignedCertificate' });

/**
 * GET /monitor/check/{sub_id}/certificate.json: the canonical result of a finished check, signed. Needs no account: the
 * id opens it. The bytes never change; `@assay/certificate` reads and verifies them.
 */
export const ReadCertificate = {
  method: 'GET',
  path: '/monitor/check/:sub_id/certificate.json',
  summary: 'Read the signed certificate of a finished check',
  description: 'Canonical JSON (RFC 8785) with an Ed25519 signature; the keys are at /.well-known/assay-keys.json.',
  tag: 'monitor',
  limit: 'reads',
  credentials: 'optional',
  params: CheckStateParams,
  contentType: 'application/json',
  content: SignedCertificate,
  isRevalidated: true,
  errors: ['NotFound', 'NoCertificate', 'ReportNotReady', 'ReportMissing', 'SigningUnavailable'],
} as const satisfies Contract;
