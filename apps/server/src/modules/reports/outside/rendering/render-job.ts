import type { ReportOperator } from '@assay/report';

/** The input of one job. The worker parses the result, so that a large one costs the HTTP thread nothing. */
export interface RenderJob {
  readonly kind: 'pdf' | 'png';
  /** certificate.json. */
  readonly body: string;
  readonly keyId: string;
  /** ISO 8601. */
  readonly signedAt: string;
  readonly signatureBytes: number | null;
  readonly operator: ReportOperator | null;
}
