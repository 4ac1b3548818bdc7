import { LIGHT } from '@assay/figures';
import type { RiskKey } from '@assay/wording';

/** The colours of the certificate, which is always light. */
export const PALETTE = {
  paper: LIGHT.paper,
  sheet: LIGHT.sheet,
  ink: LIGHT.ink,
  ink2: LIGHT['ink-2'],
  ink3: LIGHT['ink-3'],
  line: LIGHT.line,
  lineStrong: LIGHT['line-strong'],
  brass: LIGHT.brass,
  brassInk: LIGHT['brass-ink'],
  guilloche: LIGHT.guilloche,
} as const;

export const RISK_COLOURS: Record<RiskKey, { readonly fill: string; readonly ink: string }> = {
  high: { fill: LIGHT.high, ink: LIGHT['high-ink'] },
  mid: { fill: LIGHT.mid, ink: LIGHT['mid-ink'] },
  low: { fill: LIGHT.low, ink: LIGHT['low-ink'] },
  none: { fill: LIGHT.none, ink: LIGHT['ink-3'] },
};

const TONES = [1, 0.84, 0.7, 0.6, 0.52] as const;

/** A tone of a risk colour, mixed with the sheet: 0 is the strongest of five. */
export function toneOf(risk: RiskKey, tone: number): string {
  return mix(RISK_COLOURS[risk].fill, PALETTE.sheet, TONES[Math.min(tone, TONES.length - 1)] ?? 1);
}

/** A colour over another: 1 is all of the first. */
export function mix(over: string, under: string, part: number): string {
  const channels = [1, 3, 5].map((at) => {
    const a = Number.parseInt(over.slice(at, at + 2), 16);
    const b = Number.parseInt(under.slice(at, at + 2), 16);
    return Math.round(a * part + b * (1 - part))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
