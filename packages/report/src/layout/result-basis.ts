import type { CanonicalResult } from '@assay/certificate';
import { CATEGORIES } from '@assay/domain';
import {
  datesOfLabel,
  type Fact,
  formatDay,
  isWarning,
  labelsBehind,
  RESULT_WORDS,
  remarksOnLabel,
  resultFacts,
  sourceKindOf,
} from '@assay/wording';
import { drawRiskMark } from '../pdf/draw-figures.ts';
import type { Paper } from '../pdf/paper.ts';
import { STYLE } from '../styles.ts';
import { bullets, paragraph, section } from './blocks.ts';
import { NARROW_PAD, Table } from './table.ts';

/** Labels that are printed; the attached certificate holds all of them. */
const MAX_LABELS = 400;
const MAX_SOURCES = 60;

/** What the result is based on: notes, labels with their sources and dates, coverage, versions, the last stored record. */
export function drawResultBasis(paper: Paper, result: CanonicalResult): void {
  // The warning of another network is shown with the stars.
  const shown = result.notes.filter((note) => !isWarning(note));
  if (shown.length > 0) {
    const notes = section(paper, RESULT_WORDS.notes);
    bullets(
      paper,
      notes,
      shown.map((note) => note.text),
    );
    paragraph(paper, notes, RESULT_WORDS.notesHaveNoEffect, STYLE.cellQuiet);
    layLookalikes(paper, notes, result.lookalikes ?? []);
    notes.end();
  }
  layLabels(paper, result);
  const sect = section(paper, RESULT_WORDS.basis, 120);
  layFacts(paper, sect, RESULT_WORDS.basis, factsOf(result));
  sect.end();
}

/** Which address imitates which: they differ only when the whole address is compared. */
function layLookalikes(
  paper: Paper,
  sect: PDFKit.PDFStructureElement,
  lookalikes: NonNullable<CanonicalResult['lookalikes']>,
): void {
  if (lookalikes.length === 0) return;
  const table = new Table(paper, sect, 'Addresses that look like another', [
    { title: RESULT_WORDS.sentNothing, widthPoints: 220 },
    { title: RESULT_WORDS.looksLike, widthPoints: 220 },
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
  facts: readonly Fact[],
): void {
  const columns = [
    { title: 'Fact', widthPoints: 120 },
    { title: 'Value', widthPoints: 200 },
  ];
  const table = new Table(paper, sect, caption, columns, NARROW_PAD);
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
  const { incoming, outgoing } = result;
  const met = [...incoming.rows, ...outgoing.rows].flatMap((row) => row.labels);
  const labels = labelsBehind(result.labels, met);
  if (labels.length === 0) return;
  const sect = section(paper, RESULT_WORDS.labels, 100);
  const table = new Table(paper, sect, RESULT_WORDS.labels, [
    { title: 'Entity', widthPoints: 116 },
    { title: 'Category', widthPoints: 104 },
    { title: 'Stated by', widthPoints: 84 },
    { title: 'Source', widthPoints: 88 },
    { title: 'Dated', widthPoints: 50 },
  ]);
  for (const { label, isOwn } of labels.slice(0, MAX_LABELS)) {
    const { title, group } = CATEGORIES[label.category];
    table.row([
      {
        texts: [
          { text: label.entity, style: STYLE.cellStrong },
          ...remarksOnLabel(isOwn).map((text) => ({ text, style: STYLE.cellQuiet })),
        ],
      },
      {
        indentPoints: 14,
        draw: (x, y) => drawRiskMark(paper, group, { x, y: y + 2, side: 8.4 }),
        texts: [{ text: title, style: STYLE.cell }],
      },
      { texts: [{ text: sourceKindOf(label), style: STYLE.cell }] },
      { texts: [{ text: label.source, style: STYLE.cell }] },
      { texts: [{ text: datesOfLabel(label), style: STYLE.cell }] },
    ]);
  }
  table.end();
  if (labels.length > MAX_LABELS) {
    const left = labels.length - MAX_LABELS;
    paragraph(paper, sect, `${left} more labels stand in the attached certificate.json.`, STYLE.cellQuiet);
  }
  sect.end();
}

function factsOf(result: CanonicalResult): readonly Fact[] {
  const facts = resultFacts({
    ...result,
    ...result.asset,
    evidence: result,
    records_held: result.records.held,
    tip: result.records.tip,
    label_set_version: result.label_set.version,
  });
  const sources = result.label_sources
    .slice(0, MAX_SOURCES)
    .map(({ source, date }): Fact => ['Label source', `${source}${date === null ? '' : `, ${formatDay(date)}`}`]);
  return [...facts, ...sources];
}
