import type { CanonicalResult } from '@assay/certificate';
import { type FlowPictureSizes, layFlowPicture } from '@assay/figures';
import {
  DIRECTIONS,
  type DirectionName,
  type FlowPart,
  flowLine,
  flowPartsOf,
  flowWords,
  formatShare,
  nameFlowEntity,
} from '@assay/wording';
import { type TextStyle, widthOf } from '../fonts/measure.ts';
import { printable } from '../fonts/printable.ts';
import { drawFlowPicture } from '../pdf/draw-flow-picture.ts';
import { PAGE, type Paper, TEXT_WIDTH } from '../pdf/paper.ts';
import { subjectWord } from '../shown.ts';
import { STYLE } from '../styles.ts';
import { heading, section } from './blocks.ts';

const SIZES: Omit<FlowPictureSizes, 'wallet'> = {
  width: TEXT_WIDTH,
  height: 120,
  line: 12.6,
  gap: 6,
  bar: 7,
  label: 196,
};
/** Above the drawing, for the name of the wallet. */
const ABOVE = 12;
/** From the drawing to the baseline of that name. */
const NAME_ABOVE = 4;
const SHARE_WIDTH = 56;
/** From the middle of a line to its baseline. */
const TO_BASELINE = 3;

/** Where the value of both directions came from and went, drawn as on the page of the result. */
export function layFlowPictures(paper: Paper, result: Pick<CanonicalResult, DirectionName | 'payment'>): void {
  const known = DIRECTIONS.flatMap((direction) => {
    const parts = flowPartsOf(result[direction]);
    return parts.length === 0 ? [] : [{ direction, parts }];
  });
  const [first] = known;
  if (first === undefined) return;
  const sect = section(paper, titleOf(result), heightOf(first.direction, first.parts) + 30);
  const name = sentenceCase(subjectWord(result));
  for (const { direction, parts } of known) layPicture(paper, sect, direction, parts, name);
  sect.end();
}

function pictureOf(direction: DirectionName, parts: readonly FlowPart[]) {
  return layFlowPicture(parts, { ...SIZES, wallet: direction === 'incoming' ? 'right' : 'left' });
}

function heightOf(direction: DirectionName, parts: readonly FlowPart[]): number {
  return pictureOf(direction, parts).height + ABOVE;
}

function layPicture(
  paper: Paper,
  sect: PDFKit.PDFStructureElement,
  direction: DirectionName,
  parts: readonly FlowPart[],
  subject: string,
): void {
  const picture = pictureOf(direction, parts);
  heading(paper, sect, 'H3', direction === 'incoming' ? 'Incoming' : 'Outgoing', picture.height + ABOVE + 8);
  const top = paper.y + ABOVE;
  const words = flowWords(direction, parts);
  const { width, height, lines, text } = picture;
  const draw = () => {
    drawFlowPicture(paper, picture, PAGE.left, top);
    const nameX = direction === 'incoming' ? PAGE.right - widthOf(subject, STYLE.cellQuiet) : PAGE.left;
    // Above all bands: they may leave the bar upwards.
    paper.line(subject, nameX, top - NAME_ABOVE, STYLE.cellQuiet);
    for (const { category, entity, y } of lines) {
      const line = flowLine(parts, category, entity);
      if (line === null) continue;
      const style = entity === null ? STYLE.cellStrong : STYLE.cell;
      const baseline = top + y + TO_BASELINE;
      const room = text.right - text.left - SHARE_WIDTH;
      paper.line(fitted(line.name, style, room), PAGE.left + text.left, baseline, style);
      paper.lineRight(formatShare(line.share), PAGE.left + text.right, baseline, STYLE.cellNumber);
    }
  };
  const bbox = [PAGE.left, top - ABOVE, PAGE.left + width, top + height] as const;
  paper.tagged(sect, 'Figure', draw, { alt: `${words.title}. ${words.text}`, bbox });
  paper.y = top + height + 6;
}

function titleOf({ payment }: Pick<CanonicalResult, 'payment'>): string {
  if (payment === undefined) return 'Where it came from and went';
  return payment.direction === 'deposit' ? 'Where it came from' : 'Where it went';
}

function sentenceCase(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Fewer characters say nothing. */
const LEAST_CHARACTERS = 10;

/** A name as far as there is room for it. */
function fitted(name: string, style: TextStyle, roomPoints: number): string {
  const whole = printable(name, style.face, 120);
  for (let most = whole.length; most > LEAST_CHARACTERS; most -= 1) {
    const shown = nameFlowEntity(whole, most);
    if (widthOf(shown, style) <= roomPoints) return shown;
  }
  return nameFlowEntity(whole, LEAST_CHARACTERS);
}
