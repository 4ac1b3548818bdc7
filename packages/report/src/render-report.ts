import type { CanonicalResult } from '@assay/certificate';
import { printable } from './fonts/printable.ts';
import { layWhy } from './layout/evidence.ts';
import { layFlowPictures } from './layout/flow-picture.ts';
import { drawFrame, numberPages } from './layout/frame.ts';
import { drawMarksRow } from './layout/marks-row.ts';
import { layPayment } from './layout/payment.ts';
import { drawResultBasis } from './layout/result-basis.ts';
import { layRiskFlow } from './layout/risk-flow.ts';
import { layTransfers } from './layout/transfers.ts';
import { layVerdict } from './layout/verdict.ts';
import { laySealNote, layVerification } from './layout/verification.ts';
import { PALETTE } from './palette.ts';
import { PAGE, Paper } from './pdf/paper.ts';
import { reserveSignatureSpace } from './pdf/signature-space.ts';
import type { RenderedReport, ReportInput } from './report-input.ts';
import { directionsOf } from './shown.ts';

const SEAL_Y = 754;

/**
 * Lays a certificate out as a tagged PDF (PDF 1.7, PDF/A-3 with `certificate.json` attached), A4, light. A pure
 * function of its input: the same input gives the same bytes.
 *
 * @throws RangeError when the result is not one the schema allows
 * @example
 * const { pdf } = renderReport({ result, certificate, keyId, signedAt, signatureBytes: 16_384 });
 */
export function renderReport(input: ReportInput): RenderedReport {
  const { result, certificate, signatureBytes } = input;
  const product = printable(result.issuer.product, 'sansSemi', 60);
  const date = new Date(input.signedAt);
  const paper = new Paper(
    {
      title: titleOf(result),
      author: result.issuer.product,
      subject: `Certificate of check ${result.sub_id}`,
      keywords: `${result.sub_id}, ${result.asset.ticker}, ${result.method_version}`,
      date,
    },
    (page, number) =>
      drawFrame(page, { title: `${product} certificate`, number: `No. ${result.sub_id}` }, number === 1),
  );
  paper.floor = SEAL_Y - 14;
  layVerdict(paper, result);
  layPayment(paper, result);
  for (const direction of directionsOf(result)) layRiskFlow(paper, direction, result[direction]);
  layFlowPictures(paper, result);
  layWhy(paper, result);
  drawResultBasis(paper, result);
  layTransfers(paper, result);
  layVerification(paper, input);
  paper.doc.switchToPage(0);
  paper.artifact('Layout', () => paper.rule(PAGE.left, PAGE.right, SEAL_Y - 12, PALETTE.line));
  drawMarksRow(paper, result, SEAL_Y);
  laySealNote(paper, input, SEAL_Y);
  numberPages(paper);
  attachCertificate(paper, certificate, date);
  if (signatureBytes !== null) {
    reserveSignatureSpace(paper, signatureBytes, result.issuer.product, `Certificate of check ${result.sub_id}`, date);
  }
  const { pages } = paper;
  return { pdf: paper.finish(), pages };
}

function titleOf({ asset, address, payment }: CanonicalResult): string {
  const subject =
    payment === undefined ? `wallet address ${address}` : `${payment.direction} ${payment.transaction_id}`;
  return `Risk score for ${asset.ticker} ${subject}`;
}

/** The result this report shows: an associated file of the document (ISO 19005-3, 6.8). */
function attachCertificate(paper: Paper, certificate: Uint8Array, date: Date): void {
  const options = {
    name: 'certificate.json',
    type: 'application/json',
    description: 'The whole result as canonical JSON, with its Ed25519 signature',
    creationDate: date,
    modifiedDate: date,
    relationship: 'Source',
  };
  paper.doc.file(Buffer.from(certificate), options);
}
