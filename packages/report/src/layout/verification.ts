import { createHash } from 'node:crypto';
import { formatTime } from '@assay/wording';
import { wrapText } from '../fonts/measure.ts';
import { printable } from '../fonts/printable.ts';
import { drawQr } from '../pdf/draw-qr.ts';
import { PAGE, type Paper } from '../pdf/paper.ts';
import type { ReportInput } from '../report-input.ts';
import { STYLE } from '../styles.ts';
import { bullets, heading, paragraph, section, twoColumns } from './blocks.ts';
import { layFacts } from './result-basis.ts';

const QR = 60;
/** Of the whole section, so that it is on one page. */
const SECTION_HEIGHT = 402;
/** Of a pair of columns with its headings. */
const COLUMNS_HEIGHT = 90;

export function verifyUrlOf({ result }: ReportInput): string {
  return `${result.issuer.url}/verify/${result.sub_id}`;
}

/** The section that says how to check this report, what that proves, and what nothing can prove. */
export function layVerification(paper: Paper, input: ReportInput): void {
  const { result, certificate, keyId, signedAt, signatureBytes } = input;
  const url = verifyUrlOf(input);
  const sect = section(paper, 'Verify this report', SECTION_HEIGHT);
  const top = paper.y;
  paper.tagged(sect, 'Figure', () => drawQr(paper, url, PAGE.right - QR + 5, top - 14, QR), {
    alt: `QR code of ${url}`,
    bbox: [PAGE.right - QR, top - 14, PAGE.right, top - 14 + QR],
  });
  paragraph(
    paper,
    sect,
    'Scan the code or open the address below. Then drop this file, as you have it, on the page: your browser checks it and sends it nowhere. A copy that was changed by a single bit is refused.',
    STYLE.body,
    360,
  );
  paper.y = Math.max(paper.y + 4, top + QR - 8);
  layFacts(paper, sect, 'Facts for the verification', [
    ['Verify at', url],
    ...operatorOf(input),
    ['Certificate signed', `${formatTime(signedAt)} UTC, Ed25519`],
    ['Signing key', keyId],
    ['Published keys', `${result.issuer.url}/.well-known/assay-keys.json`],
    ['Attached file', 'certificate.json, the whole result as canonical JSON (RFC 8785)'],
    ['SHA-256 of it', createHash('sha256').update(certificate).digest('hex')],
    [
      'Signature of this PDF',
      signatureBytes === null ? 'None' : 'PAdES (ETSI.CAdES.detached), over every byte of the file',
    ],
    ['Label set', result.label_set.digest],
    ...pricesOf(result),
  ]);
  twoColumns(
    paper,
    COLUMNS_HEIGHT,
    (place) => {
      heading(paper, sect, 'H3', 'What a valid signature proves', 0, place.x);
      bullets(
        paper,
        sect,
        [
          `That ${result.issuer.product} at ${result.issuer.url} issued this result, and that nothing in it was changed since.`,
          'Which method, labels and records the result was computed with, so that it can be computed again.',
        ],
        place,
      );
    },
    (place) => {
      heading(paper, sect, 'H3', 'What it does not prove', 0, place.x);
      bullets(
        paper,
        sect,
        [
          'That the labels and transfers are right or complete: the report says which they were, not that they were true.',
          'What happened after the time of the check.',
          'Who controls the address.',
        ],
        place,
      );
    },
  );
  twoColumns(
    paper,
    COLUMNS_HEIGHT,
    (place) => {
      heading(paper, sect, 'H3', 'Without this site', 0, place.x);
      paragraph(
        paper,
        sect,
        `Take certificate.json out of this file (any PDF reader lists attachments). Its second line is what was signed; the verification page shows the three OpenSSL commands and the public key. The key id is the key’s own fingerprint (RFC 7638), so it can be compared with this page.`,
        STYLE.small,
        place.widthPoints,
        place.x,
      );
    },
    (place) => {
      heading(paper, sect, 'H3', 'Please note', 0, place.x);
      paragraph(paper, sect, result.disclaimer, STYLE.small, place.widthPoints, place.x);
    },
  );
  sect.end();
}

function operatorOf({ operator }: ReportInput): readonly (readonly [string, string])[] {
  return operator === undefined ? [] : [['Issued by', `${operator.name}, ${operator.contact}`]];
}

function pricesOf({ prices }: ReportInput['result']): readonly (readonly [string, string])[] {
  const digest = prices?.digest ?? null;
  return digest === null ? [] : [['Prices', digest]];
}

/** The foot of the first page: where to verify, beside the marks. */
export function laySealNote(paper: Paper, input: ReportInput, y: number): void {
  const url = verifyUrlOf(input);
  const x = PAGE.right - 210;
  const { issuer, sub_id: subId } = input.result;
  // The id is never broken: people compare it with the one above.
  const lines = [
    `${input.signatureBytes === null ? '' : 'Digitally signed. '}Verify at`,
    `${issuer.url}/verify/`,
    subId,
    ...(input.operator === undefined
      ? ['For information only, as is.']
      : [`Issued by ${input.operator.name}, ${input.operator.contact}`]),
  ].flatMap((text) => wrapText(printable(text, 'sans', 400), STYLE.cellQuiet, 150));
  paper.tagged(paper.root, 'P', () => {
    for (const [index, line] of lines.slice(0, 6).entries()) paper.line(line, x, y + 8 + index * 11, STYLE.cellQuiet);
  });
  paper.tagged(paper.root, 'Figure', () => drawQr(paper, url, PAGE.right - 52, y - 4, 54), {
    alt: `QR code of ${url}`,
    bbox: [PAGE.right - 52, y - 4, PAGE.right + 2, y + 50],
  });
}
