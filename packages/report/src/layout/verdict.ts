import type { CanonicalResult } from '@assay/certificate';
import { OFFICE_MARK, starMarks } from '@assay/figures';
import {
  adviceLine,
  formatTime,
  headlineOf,
  isWarning,
  NOT_RATED,
  nameOfAddress,
  RISK_OF_VERDICT,
  RISK_WORDS,
  sentencesOf,
} from '@assay/wording';
import { widthOf, wrapText } from '../fonts/measure.ts';
import { printable } from '../fonts/printable.ts';
import { PALETTE } from '../palette.ts';
import { drawAsset, drawMark, drawRiskMark, drawRosetteOn } from '../pdf/draw-figures.ts';
import { PAGE, type Paper } from '../pdf/paper.ts';
import { shownOf } from '../shown.ts';
import { STYLE } from '../styles.ts';
import { rimLine } from '../words.ts';
import { paragraph } from './blocks.ts';

const STAR = 22.5;
const STAR_GAP = 3;
const ROSETTE = 166;
const TEXT = 300;
/** Width of the asset up to the line before the address. */
const ASSET_WIDTH = 102;

/** Stars, headline and text beside the rosette. */
export function layVerdict(paper: Paper, result: CanonicalResult): void {
  const { doc } = paper;
  const { stars, verdict } = result.score;
  const risk = RISK_OF_VERDICT[verdict];
  const shown = shownOf(result);
  const top = 66;
  const sect = paper.group(paper.root, 'Sect');
  paper.artifact('Layout', () =>
    drawRosetteOn(paper, result.sub_id, rimLine(result), { x: PAGE.right - ROSETTE + 4, y: top - 4, side: ROSETTE }),
  );
  const office = ROSETTE * 0.11;
  const middle = { x: PAGE.right - ROSETTE / 2 + 4, y: top - 4 + ROSETTE / 2 };
  paper.artifact('Layout', () =>
    drawMark(paper, OFFICE_MARK, { x: middle.x - office / 2, y: middle.y - office / 2, side: office }, PALETTE.ink),
  );
  const box = [PAGE.left, top + 12, PAGE.left + 130, top + 12 + STAR] as const;
  if (stars === 0) {
    paper.tagged(sect, 'P', () => {
      doc
        .rect(PAGE.left + 0.5, top + 12, 44, STAR)
        .lineWidth(0.9)
        .stroke(PALETTE.lineStrong);
      paper.line(NOT_RATED, PAGE.left + 10, top + 12 + STAR / 2 + 5, {
        ...STYLE.number,
        sizePoints: 13.5,
        colour: PALETTE.ink,
      });
    });
  } else {
    paper.tagged(
      sect,
      'Figure',
      () => {
        for (const [index, { struck, mark }] of starMarks(stars, 'md').entries()) {
          const x = PAGE.left + index * (STAR + STAR_GAP);
          drawMark(paper, mark, { x, y: top + 12, side: STAR }, struck ? PALETTE.brass : PALETTE.lineStrong);
        }
      },
      { alt: `${stars} of 5 stars`, bbox: box },
    );
  }
  paper.y = top + 12 + STAR + 32;
  const lines = sentencesOf(printable(headlineOf(shown), 'sansMedium')).flatMap((sentence, index) =>
    wrapText(sentence, STYLE.headline, TEXT - (index === 0 ? 20 : 0)),
  );
  paper.artifact('Layout', () => drawRiskMark(paper, risk, { x: PAGE.left, y: paper.y - 12.4, side: 11.4 }));
  paper.tagged(
    sect,
    'H1',
    () => {
      for (const [index, line] of lines.entries()) {
        paper.line(line, PAGE.left + (index === 0 ? 18 : 0), paper.y, STYLE.headline);
        paper.y += 23;
      }
    },
    risk === 'none' ? { title: RISK_WORDS.none } : {},
  );
  paper.y -= 12;
  paragraph(paper, sect, adviceLine(shown), STYLE.strong, TEXT);
  paper.y += 4;
  paragraph(paper, sect, result.texts.text, STYLE.body, TEXT);
  for (const { text } of result.notes.filter(isWarning)) {
    paper.y += 4;
    paragraph(paper, sect, text, STYLE.cellStrong, TEXT);
  }
  paper.y = Math.max(paper.y + 14, top + ROSETTE + 4);
  layFields(paper, result);
  layFreeze(paper, result.issuer_freeze);
}

/** What the issuer said, on a line of its own under the address. */
function layFreeze(paper: Paper, freeze: CanonicalResult['issuer_freeze']): void {
  if (freeze === undefined) return;
  paper.y += 6;
  const isFrozen = freeze.status === 'frozen';
  if (isFrozen) {
    paper.artifact('Layout', () => drawRiskMark(paper, 'high', { x: PAGE.left, y: paper.y + 2, side: 8.4 }));
  }
  paragraph(
    paper,
    paper.root,
    freeze.text,
    isFrozen ? STYLE.cellStrong : STYLE.cell,
    480,
    PAGE.left + (isFrozen ? 13 : 0),
  );
}

/** Asset, address in full, and when it was checked. */
function layFields(paper: Paper, { asset, address, payment, checked_at: checkedAt }: CanonicalResult): void {
  const top = paper.y;
  const list = paper.group(paper.root, 'L');
  const time = `${formatTime(checkedAt)} UTC`;
  const ticker = printable(asset.ticker, 'sansSemi', 12);
  const name = printable(asset.name, 'sans', 24);
  const chain = asset.parent === null ? '' : printable(asset.parent, 'mono', 12);
  const lines = wrapText(printable(address, 'mono', 300), STYLE.address, 242);
  const chainEnd = 26 + widthOf(ticker, STYLE.strong) + (chain === '' ? 0 : 5 + widthOf(chain, STYLE.number));
  const isNameBeside = chainEnd + 6 + widthOf(name, STYLE.body) <= ASSET_WIDTH;
  // A name that would run into the next fact is set below, on as many lines as it needs.
  const below = isNameBeside ? [] : wrapText(name, STYLE.cellQuiet, ASSET_WIDTH - 26);
  const height = Math.max(46 + below.length * 8.6, 30 + lines.length * 13);
  let x: number = PAGE.left;
  field(paper, list, 'Asset', x, () => {
    drawAsset(paper, asset.ticker, { x, y: top + 22, side: 19 }, PALETTE.ink);
    const end = paper.line(ticker, x + 26, top + 35.5, STYLE.strong);
    if (chain !== '') paper.line(chain, end + 5, top + 35.5, STYLE.number);
    if (isNameBeside) paper.line(name, x + chainEnd + 6, top + 35.5, STYLE.body);
    for (const [index, line] of below.entries()) paper.line(line, x + 26, top + 45.5 + index * 9, STYLE.cellQuiet);
  });
  x = PAGE.left + 117;
  field(paper, list, nameOfAddress(payment), x, () => {
    for (const [index, line] of lines.entries()) paper.line(line, x, top + 35.5 + index * 13, STYLE.address);
  });
  x = PAGE.left + 378;
  field(paper, list, 'Checked', x, () => paper.line(time, x, top + 35.5, STYLE.fact));
  list.end();
  paper.artifact('Layout', () => {
    paper.rule(PAGE.left, PAGE.right, top, PALETTE.lineStrong);
    paper.rule(PAGE.left, PAGE.right, top + height, PALETTE.lineStrong);
    for (const at of [107, 367]) {
      paper.doc
        .moveTo(PAGE.left + at, top)
        .lineTo(PAGE.left + at, top + height)
        .lineWidth(0.6)
        .stroke(PALETTE.line);
    }
  });
  paper.y = top + height;
}

function field(paper: Paper, list: PDFKit.PDFStructureElement, term: string, x: number, draw: () => void): void {
  const item = paper.group(list, 'LI');
  paper.tagged(item, 'Lbl', () => paper.line(term, x, paper.y + 15, STYLE.label));
  paper.tagged(item, 'LBody', draw);
  item.end();
}
