import type { CanonicalDirection, CanonicalPath, CanonicalResult, CanonicalRow } from '@assay/certificate';
import {
  DIRECTION_WORDS,
  DIRECTIONS,
  type DirectionName,
  formatCoins,
  formatShare,
  formatUsd,
  hopsOf,
  RESULT_WORDS,
  RISK_WORDS,
  reachOf,
  remarksOnRow,
  shortenAddress,
} from '@assay/wording';
import { ARROW, type TextStyle } from '../fonts/measure.ts';
import { printable } from '../fonts/printable.ts';
import { PALETTE } from '../palette.ts';
import { drawRiskMark } from '../pdf/draw-figures.ts';
import type { Paper } from '../pdf/paper.ts';
import { subjectWord } from '../shown.ts';
import { STYLE } from '../styles.ts';
import { bullets, heading, paragraph, section } from './blocks.ts';
import { type Cell, type CellText, Table } from './table.ts';

/** Rows of a direction that are printed; the attached certificate holds all of them. */
export const MAX_ROWS = 400;
const SHOWN_STOPS = 3;
const NO_BREAK = '\u00a0';

/** Which rule decided, the transfers it looked at, and what would change the stars. */
export function layWhy(paper: Paper, result: CanonicalResult): void {
  const sect = section(paper, RESULT_WORDS.why, 110);
  paragraph(paper, sect, result.texts.why, STYLE.body);
  const shown = DIRECTIONS.filter((direction) => result[direction].rows.length > 0);
  for (const direction of shown) {
    if (shown.length > 1) heading(paper, sect, 'H3', DIRECTION_WORDS[direction], 60);
    else paper.y += 6;
    layTable(paper, sect, result, direction);
  }
  const hasRecords = result.incoming.records + result.outgoing.records > 0;
  if (shown.length === 0 && hasRecords) {
    paragraph(paper, sect, RESULT_WORDS.noLabelledParty, STYLE.body);
  }
  if (result.texts.would_change.length > 0) {
    heading(paper, sect, 'H3', RESULT_WORDS.wouldChange);
    bullets(paper, sect, result.texts.would_change);
  }
  sect.end();
}

function layTable(
  paper: Paper,
  sect: PDFKit.PDFStructureElement,
  result: CanonicalResult,
  direction: DirectionName,
): void {
  const side: CanonicalDirection = result[direction];
  const hasUsd = side.rows.some((row) => row.usd !== null);
  const table = new Table(paper, sect, `${RESULT_WORDS.why}, ${direction}`, [
    { title: 'Category', widthPoints: hasUsd ? 138 : 126 },
    { title: 'Reach', widthPoints: 34 },
    { title: 'Share', widthPoints: 32, align: 'right' },
    { title: hasUsd ? 'USD' : 'Amount', widthPoints: hasUsd ? 62 : 74, align: 'right' },
    { title: 'Hops', widthPoints: 20, align: 'right' },
    { title: 'Sample path', widthPoints: 120 },
  ]);
  for (const row of side.rows.slice(0, MAX_ROWS)) table.row(cellsOf(paper, result, row));
  table.end();
  const left = side.rows.length - MAX_ROWS;
  if (left > 0) {
    paragraph(paper, sect, `${left} more lines stand in the attached certificate.json.`, STYLE.cellQuiet);
  }
}

function cellsOf(paper: Paper, result: CanonicalResult, row: CanonicalRow): readonly Cell[] {
  const amount = formatCoins(row.amount, result.asset);
  return [
    {
      indentPoints: 15,
      draw: (x, y) => drawRiskMark(paper, row.group, { x, y: y + 2, side: 8.4 }),
      texts: [
        { text: row.title, style: STYLE.cellStrong },
        { text: `${RISK_WORDS[row.group]}, ${row.entity}`, style: STYLE.cellQuiet },
        ...remarksOnRow(row).map((text) => ({ text, style: STYLE.cellQuiet })),
      ],
    },
    one(reachOf(row.layer), STYLE.cell),
    one(formatShare(row.share), STYLE.cellNumber),
    one(row.usd === null ? amount : formatUsd(row.usd), STYLE.cellNumber),
    one(hopsOf(row), STYLE.cellNumber),
    { texts: pathTexts(row.paths[0], result) },
  ];
}

function one(text: string, style: TextStyle): Cell {
  return { texts: [{ text, style }] };
}

/** Source, arrow, hop, arrow, the subject; full addresses and transaction ids are in the list of transfers. */
function pathTexts(path: CanonicalPath | undefined, result: CanonicalResult): readonly CellText[] {
  const first = path?.steps[0];
  if (path === undefined || first === undefined) return [];
  const stops = [first.from, ...path.steps.map((step) => step.to)];
  const hidden = stops.length > SHOWN_STOPS ? stops.length - SHOWN_STOPS : 0;
  const shown = hidden === 0 ? stops : [stops[0], null, ...stops.slice(1 - SHOWN_STOPS)];
  const words = shown.map((stop) => {
    if (stop === null || stop === undefined) return `+${hidden}${NO_BREAK}more`;
    return stop === result.address
      ? subjectWord(result).replaceAll(' ', NO_BREAK)
      : printable(shortenAddress(stop), 'mono', 30);
  });
  return [{ text: words.join(` ${ARROW}${NO_BREAK}`), style: { ...STYLE.code, colour: PALETTE.ink2 }, isOwn: true }];
}
