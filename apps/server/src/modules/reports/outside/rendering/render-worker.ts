import type { CanonicalResult } from '@assay/certificate';
import { renderPreview, renderReport } from '@assay/report';
import { move } from 'piscina';
import type { RenderJob } from './render-job.ts';

/** Runs in a worker thread. */
export default function render({ kind, body, keyId, signedAt, signatureBytes, operator }: RenderJob): unknown {
  const { statement }: { statement: { result: CanonicalResult } } = JSON.parse(body);
  const { result } = statement;
  const bytes =
    kind === 'png'
      ? renderPreview(result)
      : renderReport({
          result,
          certificate: Buffer.from(body),
          keyId,
          signedAt,
          signatureBytes,
          operator: operator ?? undefined,
        }).pdf;
  // A copy of its own, so that the memory can be handed over whole.
  return move(Uint8Array.from(bytes));
}
