import { z } from 'zod';
import type { ErrorName } from '../wire/errors.ts';
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
  params: CheckStateParams,
  contentType: 'application/json',
  content: SignedCertificate,
  isRevalidated: true,
  credentials: 'optional',
  errors: ['NotFound', 'NoCertificate', 'ReportNotReady', 'ReportMissing', 'SigningUnavailable', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
