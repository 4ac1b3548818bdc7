import type { CanonicalFreeze, CanonicalLabel, CanonicalPrices, CanonicalResult } from '@assay/certificate';
import { CATEGORIES } from '@assay/domain';
import { drawRiskMark } from '../pdf/draw-figures.ts';
import type { Paper } from '../pdf/paper.ts';
import { STYLE } from '../styles.ts';
import { formatDay, formatShare, formatTime } from '../words.ts';
import { bullets, paragraph, section } from './blocks.ts';
import { Table } from './table.ts';

/** Labels that are printed; the attached certificate holds all of them. */
const MAX_LABELS = 400;
const CONFIDENCE_WORDS = { high: 'High', medium: 'Medium', low: 'Low' } as const;

/** What the result rests on: notes, labels with their sources and dates, coverage, versions, the last record held. */
export function layStanding(paper: Paper, result: CanonicalResult): void {
  if (result.notes.length > 0) {
    const notes = section(paper, 'Notes');
    bullets(
      paper,
      notes,
      result.notes.map((note) => note.text),
    );
    paragraph(paper, notes, 'Notes have no effect on the stars.', STYLE.cellQuiet);
    layLookalikes(paper, notes, result.lookalikes ?? []);
    notes.end();
  }
  layLabels(paper, result);
  const sect = section(paper, 'What this result rests on', 120);
  layFacts(paper, sect, 'What this result rests on', factsOf(result));
  sect.end();
}

/** Who tries to be mistaken for whom: only the whole address tells them apart. */
function layLookalikes(
  paper: Paper,
  sect: PDFKit.PDFStructureElement,
  lookalikes: NonNullable<CanonicalResult['lookalikes']>,
): void {
  if (lookalikes.length === 0) return;
  const table = new Table(paper, sect, 'Addresses that look like another', [
    { title: 'Sent nothing or dust', widthPoints: 220 },
    { title: 'Looks like', widthPoints: 220 },
  ]);
  for (const { address, resembles } of lookalikes) {
    table.row([{ texts: [{ text: address, style: STYLE.code }] }, { texts: [{ text: resembles, style: STYLE.code }] }]);
  }
  table.end();
}

/** Terms and what is true of them, as a table of two columns. */
export function layFacts(
  paper: Paper,
  sect: PDFKit.PDFStructureElement,
  caption: string,
  facts: readonly (readonly [term: string, fact: string])[],
): void {
  const table = new Table(paper, sect, caption, [
    { title: 'Fact', widthPoints: 120 },
    { title: 'Value', widthPoints: 200 },
  ]);
  for (const [term, fact] of facts) {
    const isCode = /^[\w./:-]{24,}$/.test(fact);
    table.row([
      { texts: [{ text: term, style: STYLE.cell }] },
      { texts: [{ text: fact, style: isCode ? STYLE.code : STYLE.cell }] },
    ]);
  }
  table.end();
}

function layLabels(paper: Paper, result: CanonicalResult): void {
  const labels = labelsBehind(result);
  if (labels.length === 0) return;
  const sect = section(paper, 'Labels and their sources', 100);
  const table = new Table(paper, sect, 'Labels and their sources', [
    { title: 'Entity', widthPoints: 130 },
    { title: 'Category', widthPoints: 120 },
    { title: 'Confidence', widthPoints: 50, align: 'right' },
    { title: 'Source', widthPoints: 92 },
    { title: 'Dated', widthPoints: 50 },
  ]);
  for (const { label, isOwn } of labels.slice(0, MAX_LABELS)) {
    const { title, group } = CATEGORIES[label.category];
    const remarks = [
      ...(isOwn ? ['This wallet'] : []),
      ...(label.origin === 'derived' ? ['Derived from transfers'] : []),
    ];
    table.row([
      {
        texts: [
          { text: label.entity, style: STYLE.cellStrong },
          ...remarks.map((text) => ({ text, style: STYLE.cellQuiet })),
        ],
      },
      {
        indentPoints: 14,
        draw: (x, y) => drawRiskMark(paper, group, { x, y: y + 2, side: 8.4 }),
        texts: [{ text: title, style: STYLE.cell }],
      },
      { texts: [{ text: `${label.confidence} of 100`, style: STYLE.cell }] },
      { texts: [{ text: label.source, style: STYLE.cell }] },
      { texts: [{ text: datesOf(label), style: STYLE.cell }] },
    ]);
  }
  table.end();
  if (labels.length > MAX_LABELS) {
    const left = labels.length - MAX_LABELS;
    paragraph(paper, sect, `${left} more labels stand in the attached certificate.json.`, STYLE.cellQuiet);
  }
  sect.end();
}

/** Every label the result rests on, each once: the address's own first, then those met on the way. */
function labelsBehind(result: CanonicalResult): readonly { label: CanonicalLabel; isOwn: boolean }[] {
  const all = new Map<string, { label: CanonicalLabel; isOwn: boolean }>();
  for (const label of result.labels) all.set(JSON.stringify(label), { label, isOwn: true });
  const met = [...result.incoming.rows, ...result.outgoing.rows].flatMap((row) => row.labels);
  for (const label of met) {
    const key = JSON.stringify(label);
    if (!all.has(key)) all.set(key, { label, isOwn: false });
  }
  return [...all.values()];
}

function datesOf({ source_date: dated, valid_from: from, valid_to: to }: CanonicalLabel): string {
  const validity = [from === null ? '' : `from ${formatDay(from)}`, to === null ? '' : `to ${formatDay(to)}`];
  const valid = validity.filter((part) => part !== '').join(' ');
  return [dated === null ? '' : formatDay(dated), valid === '' ? '' : `valid ${valid}`]
    .filter((part) => part !== '')
    .join('; ');
}

function factsOf(result: CanonicalResult): readonly (readonly [string, string])[] {
  const { attributed, clean, not_followed: notFollowed } = result.coverage;
  const { tip } = result.records;
  const partial = result.incoming.cut.partial.length + result.outgoing.cut.partial.length;
  const hasRecords = result.incoming.records + result.outgoing.records > 0;
  return [
    [
      'Coverage',
      hasRecords
        ? `${formatShare(attributed)} of what moved on is attributed, ${formatShare(clean)} is of ordinary sources, ${formatShare(notFollowed)} was not followed`
        : 'No transfer of this address is held',
    ],
    [
      'Confidence',
      `${CONFIDENCE_WORDS[result.confidence]}${result.complete ? '' : ', the history held is not complete'}`,
    ],
    ['Records', result.records.held],
    ...(partial === 0
      ? []
      : [['Read in part', `${partial} ${partial === 1 ? 'account' : 'accounts'} on the way`] as const]),
    [
      'Chain tip',
      tip === null
        ? 'No record of this asset is held'
        : `${tip.block === null ? '' : `Block ${tip.block}, `}${formatTime(tip.time)} UTC`,
    ],
    ...(result.issuer_freeze === undefined ? [] : [['Issuer freeze', freezeOf(result.issuer_freeze)] as const]),
    ...(result.prices === undefined ? [] : [['Prices', pricesOf(result.prices)] as const]),
    ['Method', `Version ${result.method_version}`],
    ['Label set', result.label_set.version],
    ...result.label_sources
      .slice(0, 60)
      .map(
        (source) =>
          ['Label source', `${source.source}${source.date === null ? '' : `, ${formatDay(source.date)}`}`] as const,
      ),
  ];
}

function freezeOf({ text, source }: CanonicalFreeze): string {
  return source === null ? text : `${text} Answered by ${source}.`;
}

function pricesOf({ text, version }: CanonicalPrices): string {
  return version === null ? text : `${text} Prices ${version}.`;
}
