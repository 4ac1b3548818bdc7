/** Text round the rim of the rosette: decoration only, every fact in it is also given in plain text. */
export interface MicroText {
  /** The circle the text runs on, clockwise from the top, in the 416 unit box. */
  readonly path: string;
  readonly text: string;
  /** How often the line comes in the text. */
  readonly repeats: number;
  readonly fontUnits: number;
  /** Spread the text over this length, so that it closes the circle. */
  readonly lengthUnits: number;
}

const RADIUS = 199;
const GLYPH_UNITS = 4.32;

/**
 * Repeats a fact line round the rim as often as it fits.
 *
 * @example
 * layMicroText('ASSAY 7f3a91c2e4b8 BTC 2026-11-20').fontUnits; // 6.4
 */
export function layMicroText(line: string): MicroText {
  const circumference = 2 * Math.PI * RADIUS;
  const unit = `${line} · `.replaceAll(' ', '\u00a0');
  const repeats = Math.max(1, Math.floor(circumference / (unit.length * GLYPH_UNITS)));
  return {
    path: `M0 -${RADIUS}A${RADIUS} ${RADIUS} 0 0 1 0 ${RADIUS}A${RADIUS} ${RADIUS} 0 0 1 0 -${RADIUS}`,
    text: unit.repeat(repeats),
    repeats,
    fontUnits: 6.4,
    lengthUnits: Math.round((circumference - 1) * 100) / 100,
  };
}
