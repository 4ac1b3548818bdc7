import { drawRosetteSectors, layMicroText, type Mark, RISK_MARKS } from '@assay/figures';
import type { RiskKey } from '@assay/wording';
import { type AssetGlyph, assetGlyph } from '../figures/asset-glyph.ts';
import { outlineText, type PathStep } from '../figures/glyph-outline.ts';
import { widthOf } from '../fonts/measure.ts';
import { mix, PALETTE, RISK_COLOURS } from '../palette.ts';
import { discLetters } from '../words.ts';
import type { Paper } from './paper.ts';
import { KeptDrawing, type ReportDocument, stampOf } from './report-document.ts';

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
  doc.repeat(keptOf(mark, `${ink} ${cut}`), () => drawLayers(doc, mark, ink, cut));
  doc.restore();
}

function drawLayers(doc: ReportDocument, mark: Mark, ink: string, cut: string): void {
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
}

const kept = new WeakMap<object, Map<string, KeptDrawing>>();

/** What marks and discs look like in the colours of the palette. */
function keptOf(drawn: Mark | AssetGlyph, colours: string): KeptDrawing {
  const ofDrawn = kept.get(drawn) ?? new Map<string, KeptDrawing>();
  kept.set(drawn, ofDrawn);
  const drawing = ofDrawn.get(colours) ?? new KeptDrawing();
  ofDrawn.set(colours, drawing);
  return drawing;
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
    doc.repeat(keptOf(glyph, ink), () => {
      for (const { path, opacity } of glyph.paths) {
        doc.path(path).fill(mix(ink, PALETTE.sheet, opacity), glyph.fillRule === 'evenodd' ? 'even-odd' : 'non-zero');
      }
    });
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
 * The guilloche, identity of the report. A sector of each band is written once and shown in every lobe: all of its path
 * data would be some 130 kB. The micro text is drawn as outlines, so that copying the page does not bring it along.
 */
export function drawRosetteOn({ doc }: Paper, id: string, microText: string, box: Box): void {
  const drawing = drawRosetteSectors(id, { withMicroText: true });
  const half = drawing.boxUnits / 2;
  doc.save();
  doc.translate(box.x + box.side / 2, box.y + box.side / 2).scale(box.side / drawing.boxUnits);
  // Square ends cover the joints of the sectors.
  doc.strokeColor(PALETTE.guilloche).lineWidth(drawing.strokeUnits).lineCap('square');
  for (const { turnDegrees, sectors, paths } of drawing.bands) {
    const sector = stampOf([-half, -half, half, half], paths.map(curveOperators).join('\n'));
    for (let turn = 0; turn < sectors; turn += 1) {
      doc.save();
      doc.rotate(turnDegrees + (360 * turn) / sectors);
      doc.stamp(sector);
      doc.restore();
    }
  }
  doc.lineCap('butt');
  for (const ring of drawing.rings) doc.circle(0, 0, ring.radius).lineWidth(ring.strokeUnits).stroke();
  doc.fillColor(PALETTE.guilloche);
  drawMicroText(doc, microText, half);
  doc.restore();
}

/** Path data of a sector knows two commands: M and C with six numbers. */
function curveOperators(path: string): string {
  return `${path.replace(/M([^C]+)/g, '$1 m\n').replace(/C([^C]+)/g, '$1 c\n')}S`;
}

const RIM_UNITS = 199;

/** The line is outlined once, and shown as often as it fits. */
function drawMicroText(doc: ReportDocument, words: string, half: number): void {
  const { text, repeats, fontUnits, lengthUnits } = layMicroText(words);
  const line = text.slice(0, text.length / repeats).replaceAll('\u00a0', ' ');
  const style = { face: 'mono', sizePoints: fontUnits, colour: PALETTE.guilloche } as const;
  const stepUnits = lengthUnits / text.length;
  const parts = outlineText(line, style).map(({ steps, advance }, index) => {
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
  const stamp = stampOf([-half, -half, half, half], `${parts.join('\n')} f`);
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    doc.save();
    doc.rotate(((line.length * stepUnits * repeat) / RIM_UNITS) * (180 / Math.PI));
    doc.stamp(stamp);
    doc.restore();
  }
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
