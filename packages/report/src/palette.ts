import type { RiskKey } from './words.ts';

/** The light theme's colours. The certificate is always light. */
export const PALETTE = {
  paper: '#f7f5f0',
  sheet: '#fdfcf9',
  ink: '#14181f',
  ink2: '#434a54',
  ink3: '#62676f',
  line: '#ddd8cc',
  lineStrong: '#8b8578',
  brass: '#9e7a2f',
  brassInk: '#6f540f',
  guilloche: '#a88a4a',
} as const;

export const RISK_COLOURS: Record<RiskKey, { readonly fill: string; readonly ink: string }> = {
  high: { fill: '#be2f1d', ink: '#9f2614' },
  mid: { fill: '#c86a10', ink: '#8c4a00' },
  low: { fill: '#2a7565', ink: '#1d6051' },
  none: { fill: '#7c7a74', ink: '#62676f' },
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
