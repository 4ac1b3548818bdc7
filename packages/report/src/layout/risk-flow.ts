import type { CanonicalDirection } from '@assay/certificate';
import {
  countCategories,
  DIRECTION_WORDS,
  type DirectionName,
  formatShare,
  formatUsd,
  RESULT_WORDS,
  RISK_WORDS,
} from '@assay/wording';
import { type FlowGroup, flowOf } from '../flow.ts';
import { widthOf } from '../fonts/measure.ts';
import { printable } from '../fonts/printable.ts';
import { PALETTE, RISK_COLOURS } from '../palette.ts';
import { drawDonut, drawSwatch } from '../pdf/draw-donut.ts';
import { drawRiskMark } from '../pdf/draw-figures.ts';
import { PAGE, type Paper } from '../pdf/paper.ts';
import { STYLE } from '../styles.ts';
import { paragraph, section } from './blocks.ts';

const RING = 148;
const ROW = 13.4;
const HEAD = 16.5;
const GROUP_GAP = 4;
const LEGEND_X = PAGE.left + 196;

/** The ring of a direction, and beside it every slice in words and numbers. */
export function layRiskFlow(paper: Paper, direction: DirectionName, side: CanonicalDirection): void {
  const groups = flowOf(side);
  const height = Math.max(RING, legendHeight(groups));
  const sect = section(paper, `Risk flow, ${direction}`, groups.length === 0 ? 30 : height + 14);
  if (groups.length === 0) {
    paragraph(paper, sect, RESULT_WORDS.noFlow, STYLE.body);
    return;
  }
  const top = paper.y;
  const ringTop = top + (height - RING) / 2;
  let isWidened = false;
  paper.tagged(
    sect,
    'Figure',
    () => {
      isWidened = drawDonut(paper, groups, PAGE.left, ringTop, RING).widened;
      drawMiddle(paper, ringTop, direction, side, groups);
    },
    { alt: altOf(direction, groups), bbox: [PAGE.left, ringTop, PAGE.left + RING, ringTop + RING] },
  );
  layLegend(paper, sect, direction, groups, top + (height - legendHeight(groups)) / 2);
  paper.y = top + height + 4;
  if (isWidened) {
    paragraph(paper, sect, RESULT_WORDS.widened, STYLE.cellQuiet);
  }
  sect.end();
}

function drawMiddle(
  paper: Paper,
  ringTop: number,
  direction: DirectionName,
  side: CanonicalDirection,
  groups: readonly FlowGroup[],
): void {
  const middle = PAGE.left + RING / 2;
  const baseline = ringTop + RING / 2;
  const centred = (text: string, y: number, style: Parameters<typeof widthOf>[1]) =>
    paper.line(text, middle - widthOf(text, style) / 2, y, style);
  const count = groups.reduce((sum, group) => (group.key === 'none' ? sum : sum + group.items.length), 0);
  const hasUsd = side.usd !== null && side.usd > 0;
  centred(DIRECTION_WORDS[direction], baseline - (hasUsd ? 11 : 3), STYLE.label);
  if (hasUsd && side.usd !== null) {
    const usd = formatUsd(side.usd);
    const sizePoints = Math.min(11.2, (RING * 0.52) / (usd.length * 0.6));
    centred(usd, baseline + 4, { ...STYLE.cellNumber, face: 'monoMedium', sizePoints });
  }
  centred(countCategories(count), baseline + (hasUsd ? 17 : 9), STYLE.label);
}

function layLegend(
  paper: Paper,
  sect: PDFKit.PDFStructureElement,
  direction: DirectionName,
  groups: readonly FlowGroup[],
  top: number,
): void {
  const table = paper.group(sect, 'Table', { title: `Risk flow, ${direction}` });
  let y = top;
  for (const group of groups) {
    const sum = group.items.reduce((total, item) => total + item.share, 0);
    const colour = RISK_COLOURS[group.key].ink;
    const at = y;
    paper.artifact('Layout', () => {
      drawRiskMark(paper, group.key, { x: LEGEND_X + 3, y: at + 3, side: 9.6 });
      paper.rule(LEGEND_X, PAGE.right, at + HEAD - 1.5, PALETTE.lineStrong);
    });
    const style = { ...STYLE.cellStrong, sizePoints: 9.4 };
    const head = paper.group(table, 'TR');
    paper.tagged(head, 'TH', () => paper.line(RISK_WORDS[group.key], LEGEND_X + 20, at + 11, { ...style, colour }), {
      scope: 'Row',
    });
    paper.tagged(head, 'TD', () =>
      paper.lineRight(formatShare(sum), PAGE.right - 3, at + 11, {
        ...STYLE.cellNumber,
        face: 'monoMedium',
        sizePoints: 9,
      }),
    );
    head.end();
    y += HEAD;
    for (const [order, item] of group.items.entries()) {
      const rowTop = y;
      paper.artifact('Layout', () => drawSwatch(paper, group.key, order, LEGEND_X + 3, rowTop + 2, 9.8));
      const row = paper.group(table, 'TR');
      paper.tagged(
        row,
        'TH',
        () => paper.line(printable(item.title, 'sans', 60), LEGEND_X + 21, rowTop + 10, STYLE.cell),
        { scope: 'Row' },
      );
      paper.tagged(row, 'TD', () =>
        paper.lineRight(formatShare(item.share), PAGE.right - 3, rowTop + 10, STYLE.cellNumber),
      );
      row.end();
      y += ROW;
    }
    y += GROUP_GAP;
  }
  table.end();
}

function legendHeight(groups: readonly FlowGroup[]): number {
  return groups.reduce((sum, group) => sum + HEAD + GROUP_GAP + group.items.length * ROW, 0);
}

function altOf(direction: DirectionName, groups: readonly FlowGroup[]): string {
  const parts = groups.map((group) => {
    const sum = group.items.reduce((total, item) => total + item.share, 0);
    return `${RISK_WORDS[group.key].toLowerCase()} ${formatShare(sum)}`;
  });
  return `Ring of the ${direction} value: ${parts.join(', ')}. The table beside it holds every share.`;
}
