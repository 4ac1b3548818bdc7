import type { CanonicalResult } from '@assay/certificate';
import { renderPreview, renderReport } from '@assay/report';
import { move } from 'piscina';

/** What one job is told. The result is read here, so that a large one costs the answering thread nothing. */
export interface RenderJob {
  readonly kind: 'pdf' | 'png';
  /** certificate.json. */
  readonly body: string;
  readonly keyId: string;
  /** ISO 8601. */
  readonly signedAt: string;
  readonly signatureBytes: number | null;
}

/** Runs in a worker thread. */
export default function render({ kind, body, keyId, signedAt, signatureBytes }: RenderJob): unknown {
  const { statement }: { statement: { result: CanonicalResult } } = JSON.parse(body);
  const { result } = statement;
  const bytes =
    kind === 'png'
      ? renderPreview(result)
      : renderReport({ result, certificate: Buffer.from(body), keyId, signedAt, signatureBytes }).pdf;
  // A copy of its own, so that the memory can be handed over whole.
  return move(Uint8Array.from(bytes));
}
