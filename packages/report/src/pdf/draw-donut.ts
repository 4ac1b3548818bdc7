import { type Donut, layDonut } from '@assay/figures';
import type { RiskKey } from '@assay/wording';
import type { FlowGroup } from '../flow.ts';
import { RISK_COLOURS, toneOf } from '../palette.ts';
import { hatchOperators } from './hatch.ts';
import type { Paper } from './paper.ts';
import { type Stamp, stampOf } from './report-document.ts';

const RING_UNITS = 224;
/** Of the ring and of swatches, by risk and side. */
const hatches = new Map<string, Stamp>();

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
    doc.stamp(hatchStamp(arc.group, -104, 208));
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
  doc.stamp(hatchStamp(risk, 0, 16));
  doc.restore();
}

/** The hatch of a square that begins at (corner, corner), drawn once a process. */
function hatchStamp(risk: RiskKey, corner: number, side: number): Stamp {
  const key = `${risk} ${side}`;
  let stamp = hatches.get(key);
  if (stamp === undefined) {
    stamp = stampOf([corner, corner, corner + side, corner + side], hatchOperators(risk, corner, corner, side));
    hatches.set(key, stamp);
  }
  return stamp;
}
