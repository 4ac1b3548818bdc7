import type { CanonicalRow } from '@assay/certificate';
import type { ReportInput } from '@assay/report';
import { Document, Page, renderToBuffer, Text, View } from '@react-pdf/renderer';
import { createElement as el } from 'react';

/**
 * The second peer: the same facts by @react-pdf/renderer, as its manual shows them. One of PDF's own fonts; no tags, no
 * drawing, no attachment, since it has none.
 */
export async function reactReport({ result }: ReportInput): Promise<Uint8Array> {
  const { texts, address, checked_at: checkedAt } = result;
  const page = el(
    Page,
    { size: 'A4', style: { padding: 50, fontSize: 10 } },
    el(Text, { style: { fontSize: 18 } }, texts.headline),
    ...[texts.text, address, checkedAt, texts.why].map((text) => el(Text, { key: text }, text)),
    ...[result.incoming, result.outgoing].flatMap((side) => [
      el(Text, {}, 'Risk flow'),
      ...side.slices.map(({ title, share }) => line([title, percentOf(share)])),
      el(Text, {}, 'Why this score'),
      ...[['Category', 'Share', 'USD', 'Hops'], ...side.rows.map(evidenceOf)].map(line),
      el(Text, {}, 'Labels'),
      ...side.rows.flatMap((row) => row.labels.map(({ entity, source }) => line([entity, row.title, source]))),
      el(Text, {}, 'Transfers'),
      ...side.rows
        .flatMap((row) => row.paths.flatMap((path) => path.steps))
        .map((step) =>
          el(Text, {}, `${step.transaction_id}\n${step.from} to ${step.to}, ${step.amount}, ${step.time}`),
        ),
    ]),
    ...[result.disclaimer, result.records.held, result.label_set.digest].map((text) => el(Text, { key: text }, text)),
  );
  return renderToBuffer(el(Document, { title: `Report ${result.sub_id}` }, page));
}

function line(cells: readonly string[]) {
  const style = { flexDirection: 'row', fontSize: 8 } as const;
  return el(View, { style }, ...cells.map((cell) => el(Text, { style: { flexGrow: 1, flexBasis: 0 } }, cell)));
}

function evidenceOf(row: CanonicalRow): string[] {
  return [`${row.title}, ${row.entity}`, percentOf(row.share), `${row.usd?.toFixed(2)}`, `${row.hops}`];
}

function percentOf(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
