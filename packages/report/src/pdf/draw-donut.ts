import { type Donut, layDonut } from '@assay/figures';
import type { RiskKey } from '@assay/wording';
import type { FlowGroup } from '../flow.ts';
import { PALETTE, RISK_COLOURS, toneOf } from '../palette.ts';
import type { Paper } from './paper.ts';

const RING_UNITS = 224;

/** The ring of a direction. Its numbers are in the legend beside it. */
export function drawDonut({ doc }: Paper, groups: readonly FlowGroup[], x: number, y: number, side: number): Donut {
  const donut = layDonut(groups);
  doc.save();
  doc.translate(x + side / 2, y + side / 2).scale(side / RING_UNITS);
  for (const arc of donut.arcs) {
    doc.path(arc.path).fill(toneOf(arc.group, arc.tone));
    if (!arc.hatched) continue;
    doc.save();
    doc.path(arc.path).clip();
    hatch(doc, arc.group, -104, -104, 208);
    doc.restore();
  }
  for (const bracket of donut.brackets) {
    doc.path(bracket.path).lineWidth(1.6).stroke(RISK_COLOURS[bracket.group].fill);
  }
  doc.restore();
  return donut;
}

/** A legend's swatch: tone and hatch as in the ring. */
export function drawSwatch({ doc }: Paper, risk: RiskKey, tone: number, x: number, y: number, side: number): void {
  doc.save();
  doc.translate(x, y).scale(side / 16);
  doc.rect(0, 0, 16, 16).fill(toneOf(risk, tone));
  doc.rect(0, 0, 16, 16).clip();
  hatch(doc, risk, 0, 0, 16);
  doc.restore();
}

/** Heraldic hatching, a cue that survives grey printing: upright lines high, dots medium, slant low. */
export function hatch(doc: PDFKit.PDFDocument, risk: RiskKey, left: number, top: number, side: number): void {
  const right = left + side;
  const bottom = top + side;
  switch (risk) {
    case 'none':
      return;
    case 'high':
      for (let x = left + 1; x < right; x += 4) doc.moveTo(x, top).lineTo(x, bottom);
      doc.lineWidth(1).stroke(PALETTE.sheet);
      return;
    case 'mid':
      for (let y = top; y < bottom; y += 5) {
        for (let x = left; x < right; x += 5) dot(doc, x, y);
      }
      doc.fill(PALETTE.sheet);
      return;
    case 'low':
      for (let x = left - side; x < right; x += 7.07) doc.moveTo(x, bottom).lineTo(x + side, top);
      doc.lineWidth(0.9).stroke(PALETTE.sheet);
  }
}

/** Two small squares a cell; at this size they look like circles, and they are a tenth of the bytes. */
function dot(doc: PDFKit.PDFDocument, x: number, y: number): void {
  doc.rect(x + 0.5, y + 0.5, 1.5, 1.5).rect(x + 3, y + 3, 1.5, 1.5);
}
