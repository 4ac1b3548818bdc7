import type { CanonicalRow } from '@assay/certificate';
import type { ReportInput } from '@assay/report';
import PDFDocument from 'pdfkit';

/**
 * The peer: the same facts by pdfkit's own text and tables, as its manual shows them. One of PDF's own fonts, which
 * costs no embedding; no tags, no drawing, no safe text; what any service would write first.
 */
export async function plainReport({ result, certificate }: ReportInput): Promise<Uint8Array> {
  const doc = new PDFDocument({ size: 'A4', margin: 50, info: { Title: `Report ${result.sub_id}` } });
  const chunks: Uint8Array[] = [];
  const ended = new Promise<void>((resolve) => doc.on('end', resolve));
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  doc.font('Helvetica').fontSize(18).text(result.texts.headline).fontSize(10);
  doc.text(result.texts.text).text(result.address).text(result.checked_at).text(result.texts.why);
  for (const side of [result.incoming, result.outgoing]) {
    doc.moveDown().text('Risk flow');
    doc.table({ data: side.slices.map(({ title, share }) => [title, `${(share * 100).toFixed(1)}%`]) });
    doc.moveDown().text('Why this score');
    doc.fontSize(8).table({ data: [['Category', 'Share', 'USD', 'Hops'], ...side.rows.map(evidenceOf)] });
    doc.moveDown().text('Labels');
    doc.table({
      data: side.rows.flatMap((row) => row.labels.map(({ entity, source }) => [entity, row.title, source])),
    });
    doc.moveDown().text('Transfers');
    for (const step of side.rows.flatMap((row) => row.paths.flatMap((path) => path.steps))) {
      doc.text(`${step.transaction_id}\n${step.from} to ${step.to}, ${step.amount}, ${step.time}`);
    }
    doc.fontSize(10);
  }
  doc.moveDown().text(result.disclaimer).text(result.records.held).text(result.label_set.digest);
  doc.file(Buffer.from(certificate), { name: 'certificate.json' });
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

function evidenceOf(row: CanonicalRow): string[] {
  return [`${row.title}, ${row.entity}`, `${(row.share * 100).toFixed(1)}%`, `${row.usd?.toFixed(2)}`, `${row.hops}`];
}
