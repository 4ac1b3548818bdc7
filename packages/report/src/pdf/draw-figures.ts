import { drawRosette, layMicroText, type Mark, RISK_MARKS } from '@assay/figures';
import type { RiskKey } from '@assay/wording';
import { assetGlyph } from '../figures/asset-glyph.ts';
import { outlineText, type PathStep } from '../figures/glyph-outline.ts';
import { widthOf } from '../fonts/measure.ts';
import { mix, PALETTE, RISK_COLOURS } from '../palette.ts';
import { discLetters } from '../words.ts';
import type { Paper } from './paper.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  /** Side of the square, in points. */
  readonly side: number;
}

/** A mark of `@assay/figures`: `ink` in its colour, `cut` in the colour of the sheet. */
export function drawMark({ doc }: Paper, mark: Mark, box: Box, ink: string, cut: string = PALETTE.sheet): void {
  doc.save();
  doc.translate(box.x, box.y).scale(box.side / mark.boxUnits);
  for (const layer of mark.layers) {
    const plain = layer.paint === 'ink' || layer.paint === 'inkLine' ? ink : cut;
    const under = layer.paint === 'ink' ? cut : ink;
    // Mixed instead of transparent: printers and PDF/A readers treat a plain colour alike.
    const colour = layer.opacity === undefined ? plain : mix(plain, under, layer.opacity);
    doc.path(layer.path);
    if (layer.paint === 'ink' || layer.paint === 'cut') {
      doc.fill(colour);
      continue;
    }
    doc.lineWidth(layer.width ?? 1);
    if (layer.dash === undefined) doc.undash();
    else doc.dash(layer.dash[0], { space: layer.dash[1] });
    doc.stroke(colour);
  }
  doc.undash();
  doc.restore();
}

export function drawRiskMark(paper: Paper, risk: RiskKey, box: Box): void {
  drawMark(paper, RISK_MARKS[risk], box, RISK_COLOURS[risk].fill);
}

/** The asset's disc, or a disc with the ticker's letters. */
export function drawAsset(paper: Paper, ticker: string, box: Box, ink: string): void {
  const { doc } = paper;
  const glyph = assetGlyph(ticker);
  doc.save();
  if (glyph.paths.length === 0) {
    doc.circle(box.x + box.side / 2, box.y + box.side / 2, box.side / 2).fill(ink);
    drawLetters(paper, discLetters(ticker), box);
  } else {
    doc.translate(box.x, box.y).scale(box.side / 32);
    for (const { path, opacity } of glyph.paths) {
      doc.path(path).fill(mix(ink, PALETTE.sheet, opacity), glyph.fillRule === 'evenodd' ? 'even-odd' : 'non-zero');
    }
  }
  doc.restore();
}

function drawLetters({ doc }: Paper, letters: string, box: Box): void {
  const sizePoints = (box.side * 0.9) / Math.max(2, letters.length);
  const style = { face: 'sansSemi', sizePoints, colour: PALETTE.sheet } as const;
  let x = box.x + (box.side - widthOf(letters, style)) / 2;
  const y = box.y + box.side / 2 + sizePoints * 0.36;
  doc.fillColor(PALETTE.sheet);
  for (const { steps, advance } of outlineText(letters, style)) {
    doc.addContent(`${operatorsOf(steps, (px, py) => [x + px, y + py])} f`);
    x += advance;
  }
}

/**
 * The guilloche, identity of the report. Written as drawing operators at once: some 130 kB of path data are not worth
 * being parsed. The micro text is drawn as outlines, so that copying the page does not bring it along.
 */
export function drawRosetteOn({ doc }: Paper, id: string, microText: string, box: Box): void {
  const drawing = drawRosette(id, { withMicroText: true });
  doc.save();
  doc.translate(box.x + box.side / 2, box.y + box.side / 2).scale(box.side / drawing.boxUnits);
  doc.strokeColor(PALETTE.guilloche).lineWidth(drawing.strokeUnits);
  for (const band of drawing.bands) {
    doc.save();
    doc.rotate(band.turnDegrees);
    for (const path of band.paths) doc.addContent(curveOperators(path));
    doc.restore();
  }
  for (const ring of drawing.rings) doc.circle(0, 0, ring.radius).lineWidth(ring.strokeUnits).stroke();
  doc.fillColor(PALETTE.guilloche);
  doc.addContent(microTextOperators(microText));
  doc.restore();
}

/** Path data of a rosette knows three commands: M, C with six numbers, Z. */
function curveOperators(path: string): string {
  return `${path
    .replace(/M([^CZ]+)/g, '$1 m\n')
    .replace(/C([^CZ]+)/g, '$1 c\n')
    .replace('Z', 'h')} S`;
}

const RIM_UNITS = 199;

function microTextOperators(line: string): string {
  const ring = layMicroText(line);
  const style = { face: 'mono', sizePoints: ring.fontUnits, colour: PALETTE.guilloche } as const;
  const text = ring.text.replaceAll('\u00a0', ' ');
  const stepUnits = ring.lengthUnits / text.length;
  const outlines = outlineText(text, style);
  const parts = outlines.map(({ steps, advance }, index) => {
    const angle = (index * stepUnits + advance / 2) / RIM_UNITS;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    const at = (px: number, py: number): [number, number] => {
      const x = px - advance / 2;
      const y = py - RIM_UNITS;
      return [x * cos - y * sin, x * sin + y * cos];
    };
    return operatorsOf(steps, at);
  });
  return `${parts.join('\n')} f`;
}

/** Outline steps as drawing operators, each point moved by `place`. */
function operatorsOf(steps: readonly PathStep[], move: (x: number, y: number) => readonly [number, number]): string {
  const point = (x: number, y: number) =>
    move(x, y)
      .map((value) => value.toFixed(2))
      .join(' ');
  return steps.map((step) => operatorOf(step, point)).join('\n');
}

function operatorOf(step: PathStep, point: (x: number, y: number) => string): string {
  switch (step[0]) {
    case 'M':
      return `${point(step[1], step[2])} m`;
    case 'L':
      return `${point(step[1], step[2])} l`;
    case 'C':
      return `${point(step[1], step[2])} ${point(step[3], step[4])} ${point(step[5], step[6])} c`;
    case 'Z':
      return 'h';
  }
}
