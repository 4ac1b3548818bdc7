import { formatCents, isoDayOf } from '@assay/wording';
import PDFDocument from 'pdfkit';
import type { InvoiceFacts } from '../../features/payments/index.ts';

const MARGIN = 64;

/** One page with what was bought, by whom, from whom, and its status. */
export function invoicePdf(facts: InvoiceFacts): Promise<Buffer> {
  const title = `Invoice ${facts.number}`;
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: title, Author: facts.seller, CreationDate: facts.paidAt },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve, reject) => {
    document.once('end', () => resolve(Buffer.concat(chunks)));
    document.once('error', reject);
  });
  document.font('Helvetica-Bold').fontSize(22).text(title).moveDown(0.6);
  document.fontSize(11);
  const rows: readonly (readonly [string, string])[] = [
    ['From', `${facts.seller}, ${facts.sellerEmail}`],
    ['To', facts.buyerEmail],
    ['Date', isoDayOf(facts.paidAt)],
    ['Order', facts.orderId],
    ['Bought', `${facts.title} (${facts.productName})`],
    ['Paid by', facts.paidBy],
    ['Amount', `${formatCents(facts.amountCents)} USD`],
    ...(facts.refundedCents === 0 ? [] : [['Paid back', `${formatCents(facts.refundedCents)} USD`] as const]),
    ['State', facts.status],
  ];
  for (const [name, value] of rows) {
    document.font('Helvetica-Bold').text(name, { continued: true, width: 460 });
    document.font('Helvetica').text(`   ${plain(value)}`);
    document.moveDown(0.35);
  }
  document.end();
  return done;
}

/** The built-in fonts have the letters of Western Europe: any other becomes a question mark, not a wrong letter. */
function plain(text: string): string {
  return text.replace(/[^\u0020-\u007e\u00a0-\u00ff]/gu, '?');
}
