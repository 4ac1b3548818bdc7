import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64, utf8 } from '@scure/base';
import { PAYMENT_DIRECTIONS } from '../canonical/canonical-payment.ts';
import { PAYMENT_SCHEMA, RESULT_SCHEMAS } from '../canonical/canonical-result.ts';
import { RESULT_SCHEMA_OF_3, type SignedResult } from '../canonical/canonical-result-3.ts';
import { certificateText, type FramedStatement } from './statement.ts';

/** A certificate is some 100 kB; beyond this nobody wants to wait for it. */
export const MAX_CERTIFICATE_BYTES = 16 * 1024 * 1024;

/** What a file states, before anything of it is proven. */
export interface ReadCertificate {
  readonly statement: FramedStatement;
  /** Null where it is of a newer schema than this release reads. */
  readonly result: SignedResult | null;
  readonly signature: Uint8Array;
  /** It is laid out byte for byte as it was issued. */
  readonly isOriginal: boolean;
}

/** Reads the bytes of a `certificate.json`; null where they are none, or damaged. */
export function readCertificate(bytes: Uint8Array): ReadCertificate | null {
  if (bytes.length > MAX_CERTIFICATE_BYTES) return null;
  try {
    const parsed: unknown = JSON.parse(utf8.encode(bytes));
    if (!isRecord(parsed) || typeof parsed['signature'] !== 'string' || !isFramed(parsed['statement'])) return null;
    const { statement, signature } = parsed;
    const { result } = statement;
    const isKnown = isResult(result);
    if (!isKnown && !isOfNewerSchema(result.schema)) return null;
    const isOriginal = equalBytes(utf8ToBytes(certificateText(statement, signature)), bytes);
    return { statement, result: isKnown ? result : null, signature: base64.decode(signature), isOriginal };
  } catch (error) {
    // Not JSON, no base64, or JSON without a canonical form; anything else is a fault of ours.
    if (error instanceof Error) return null;
    throw error;
  }
}

function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function isFramed(value: unknown): value is FramedStatement {
  return (
    isRecord(value) &&
    typeof value['key_id'] === 'string' &&
    typeof value['signed_at'] === 'string' &&
    !Number.isNaN(Date.parse(value['signed_at'])) &&
    isRecord(value['result']) &&
    typeof value['result']['schema'] === 'string'
  );
}

const KNOWN_SCHEMAS: readonly string[] = [...RESULT_SCHEMAS, RESULT_SCHEMA_OF_3];

/** As every schema of this product is named, and none that this release knows. */
const isOfNewerSchema = (schema: string): boolean =>
  /^assay-[a-z]+(?:-[a-z]+)*\/[1-9]\d{0,3}$/.test(schema) && !KNOWN_SCHEMAS.includes(schema);

/**
 * Checks only the schema, and that it is of a payment where a payment is stated and nowhere else, so that neither is read
 * as the other: a result is returned only after the signature of a published key was verified.
 */
function isResult(value: unknown): value is SignedResult {
  if (!isRecord(value) || !KNOWN_SCHEMAS.some((schema) => schema === value['schema'])) return false;
  const { schema, question, payment } = value;
  const isOfPayment = schema === RESULT_SCHEMA_OF_3 ? question === 'payment' : schema === PAYMENT_SCHEMA;
  return isOfPayment ? isPayment(payment) : payment === undefined;
}

function isPayment(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['transaction_id'] === 'string' &&
    PAYMENT_DIRECTIONS.some((direction) => direction === value['direction'])
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
