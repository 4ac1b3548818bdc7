import type { CanonicalPath, CanonicalResult, CanonicalRow } from '@assay/certificate';
import { DIRECTION_WORDS, DIRECTIONS, formatCoins, formatShare, formatTime, withoutRepeats } from '@assay/wording';
import { PALETTE } from '../palette.ts';
import type { Paper } from '../pdf/paper.ts';
import { subjectWord } from '../shown.ts';
import { STYLE } from '../styles.ts';
import { heading, paragraph, section } from './blocks.ts';
import { MAX_ROWS } from './evidence.ts';
import { type CellText, Table } from './table.ts';

/** Transfers that are printed; the attached certificate holds all of them. */
const MAX_STEPS = 1_500;

/** Every transfer of the sample paths, with whole addresses and transaction ids. */
export function layTransfers(paper: Paper, result: CanonicalResult): void {
  const shown = DIRECTIONS.filter((direction) => result[direction].rows.some((row) => row.paths.length > 0));
  if (shown.length === 0) return;
  const sect = section(paper, 'Transfers behind the evidence', 110);
  paragraph(
    paper,
    sect,
    'The sample paths of the evidence, in the order the money moved; a path may explain a part of its share only. Every id can be looked up on the chain itself.',
  );
  paper.y += 6;
  let room = MAX_STEPS;
  let missing = 0;
  for (const direction of shown) {
    if (shown.length > 1) heading(paper, sect, 'H3', DIRECTION_WORDS[direction], 70);
    const table = new Table(paper, sect, `Transfers behind the evidence, ${direction}`, [
      { title: 'Evidence', widthPoints: 82 },
      { title: 'Transaction, from and to', widthPoints: 314 },
      { title: 'Amount and time', widthPoints: 70 },
    ]);
    for (const row of result[direction].rows.slice(0, MAX_ROWS)) {
      const paths = withoutRepeats(row.paths);
      for (const [order, path] of paths.entries()) {
        if (path.steps.length > room) {
          missing += path.steps.length;
          continue;
        }
        room -= path.steps.length;
        layPath(table, result, row, path, paths.length === 1 ? '' : `, path ${order + 1} of ${paths.length}`);
      }
    }
    table.end();
  }
  if (missing > 0) {
    paragraph(paper, sect, `${missing} more transfers stand in the attached certificate.json.`, STYLE.cellQuiet);
  }
  sect.end();
}

/** The share that a path explains; of a larger one, of how much. */
function partOf(path: CanonicalPath, row: CanonicalRow): string {
  const [part, whole] = [formatShare(path.share), formatShare(row.share)];
  return part === whole ? whole : `explains ${part} of ${whole}`;
}

function layPath(table: Table, result: CanonicalResult, row: CanonicalRow, path: CanonicalPath, suffix: string): void {
  const { address, asset } = result;
  const stop = (word: string, at: string): CellText =>
    at === address
      ? { text: `${word} ${subjectWord(result)}`, style: STYLE.cellQuiet }
      : { text: `${word} ${at}`, style: { ...STYLE.code, colour: PALETTE.ink3 } };
  for (const [order, step] of path.steps.entries()) {
    const head: readonly CellText[] =
      order === 0
        ? [
            { text: row.title, style: STYLE.cellStrong },
            { text: `${row.entity}${suffix}, ${partOf(path, row)}`, style: STYLE.cellQuiet },
          ]
        : [{ text: `Step ${order + 1} of ${path.steps.length}`, style: STYLE.cellQuiet }];
    table.row([
      { texts: head },
      {
        texts: [
          { text: step.transaction_id, style: { ...STYLE.code, colour: PALETTE.ink } },
          stop('from', step.from),
          stop('to', step.to),
        ],
      },
      {
        texts: [
          { text: formatCoins(step.amount, asset), style: STYLE.code },
          { text: `${formatTime(step.time)} UTC`, style: STYLE.cellQuiet },
        ],
      },
    ]);
  }
}
