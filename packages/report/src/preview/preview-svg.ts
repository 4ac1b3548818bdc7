import type { CanonicalResult } from '@assay/certificate';
import { drawRosette, layMicroText, type Mark, OFFICE_MARK, RISK_MARKS, starMarks } from '@assay/figures';
import {
  adviceLine,
  formatTime,
  headlineOf,
  NOT_RATED,
  RISK_OF_VERDICT,
  sentencesOf,
  shortenAddress,
} from '@assay/wording';
import { assetGlyph } from '../figures/asset-glyph.ts';
import { outlineText, type PathStep } from '../figures/glyph-outline.ts';
import { type TextStyle, widthOf, wrapText } from '../fonts/measure.ts';
import { printable } from '../fonts/printable.ts';
import { mix, PALETTE, RISK_COLOURS } from '../palette.ts';
import { shownOf } from '../shown.ts';
import { discLetters, rimLine } from '../words.ts';

export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;

const LEFT = 72;
const STAR = 68;
const ROSETTE = 486;
/** Baseline of the first line. */
const HEADLINE_TOP = 317;
const HEADLINE: TextStyle = { face: 'sansMedium', sizePoints: 44, colour: PALETTE.ink, tracking: -0.034 };
const OFFICE: TextStyle = { face: 'sansSemi', sizePoints: 26, colour: PALETTE.ink, tracking: -0.03 };
const TICKER: TextStyle = { face: 'sansSemi', sizePoints: 21, colour: PALETTE.ink };
const ADVICE: TextStyle = { face: 'sans', sizePoints: 22, colour: PALETTE.ink };
const META: TextStyle = { face: 'mono', sizePoints: 20, colour: PALETTE.ink2 };

/** The picture as SVG without a single font: all text is outlines, so it looks the same wherever it is drawn. */
export function previewSvg(result: CanonicalResult): string {
  const parts = [
    `<rect width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}" fill="${PALETTE.paper}"/>`,
    frame(24, mix(PALETTE.brass, PALETTE.paper, 0.6)),
    frame(30, mix(PALETTE.brass, PALETTE.paper, 0.3)),
    mark(OFFICE_MARK, LEFT, 96, 36, PALETTE.ink),
    text(printable(result.issuer.product, 'sansSemi', 40), LEFT + 50, 123, OFFICE),
    ...stars(result.score.stars),
    ...headline(result),
    ...meta(result),
    rosette(result),
    mark(OFFICE_MARK, 893 - 26, 315 - 26, 52, PALETTE.ink),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}" viewBox="0 0 ${PREVIEW_WIDTH} ${PREVIEW_HEIGHT}">${parts.join('')}</svg>`;
}

function frame(inset: number, colour: string): string {
  const at = inset + 0.5;
  return `<rect x="${at}" y="${at}" width="${PREVIEW_WIDTH - 2 * at}" height="${PREVIEW_HEIGHT - 2 * at}" fill="none" stroke="${colour}"/>`;
}

function stars(score: CanonicalResult['score']['stars']): readonly string[] {
  if (score === 0) {
    const box = `<rect x="${LEFT + 1}" y="191" width="126" height="60" fill="none" stroke="${PALETTE.lineStrong}" stroke-width="2"/>`;
    return [box, text(NOT_RATED, LEFT + 34, 233, { ...META, sizePoints: 34, colour: PALETTE.ink })];
  }
  return starMarks(score, 'lg').map(({ struck, mark: star }, index) =>
    mark(star, LEFT + index * (STAR + 8), 186, STAR, struck ? PALETTE.brass : PALETTE.lineStrong),
  );
}

function headline(result: CanonicalResult): readonly string[] {
  const risk = RISK_OF_VERDICT[result.score.verdict];
  const shown = shownOf(result);
  const sentences = sentencesOf(printable(headlineOf(shown), 'sansMedium', 120));
  const advice = wrapText(printable(adviceLine(shown), 'sans', 160), ADVICE, 540).slice(0, 3);
  const lines = sentences
    .flatMap((sentence, index) => wrapText(sentence, HEADLINE, index === 0 ? 500 : 540))
    .slice(0, 3);
  const adviceTop = HEADLINE_TOP + (lines.length - 1) * 48 + 42;
  return [
    mark(RISK_MARKS[risk], LEFT, HEADLINE_TOP - 29, 26, RISK_COLOURS[risk].fill),
    ...lines.map((line, index) => text(line, index === 0 ? LEFT + 40 : LEFT, HEADLINE_TOP + index * 48, HEADLINE)),
    ...advice.map((line, index) => text(line, LEFT, adviceTop + index * 29, ADVICE)),
  ];
}

function meta({ asset, address, payment, checked_at: checkedAt }: CanonicalResult): readonly string[] {
  const baseline = 531;
  const named = asset.parent === null ? asset.ticker : `${asset.ticker} ${asset.parent}`;
  const ticker = printable(payment === undefined ? named : `${named} ${payment.direction}`, 'sansSemi', 36);
  const addressX = LEFT + 36 + widthOf(ticker, TICKER) + 28;
  const shown = printable(shortenAddress(address), 'mono', 40);
  return [
    disc(asset.ticker, LEFT, 511, 26),
    text(ticker, LEFT + 36, baseline, TICKER),
    text(shown, addressX, baseline, META),
    text(`${formatTime(checkedAt)} UTC`, LEFT, baseline + 38, { ...META, colour: PALETTE.ink3 }),
  ];
}

function disc(ticker: string, x: number, y: number, side: number): string {
  const glyph = assetGlyph(ticker);
  if (glyph.paths.length === 0) {
    const letters = discLetters(ticker);
    const style: TextStyle = {
      face: 'sansSemi',
      sizePoints: (side * 0.9) / Math.max(2, letters.length),
      colour: PALETTE.paper,
    };
    const middle = x + (side - widthOf(letters, style)) / 2;
    return `<circle cx="${x + side / 2}" cy="${y + side / 2}" r="${side / 2}" fill="${PALETTE.ink}"/>${text(letters, middle, y + side / 2 + style.sizePoints * 0.36, style)}`;
  }
  const paths = glyph.paths.map(
    ({ path, opacity }) =>
      `<path d="${path}" fill="${mix(PALETTE.ink, PALETTE.paper, opacity)}" fill-rule="${glyph.fillRule}"/>`,
  );
  return `<g transform="translate(${x} ${y}) scale(${side / 32})">${paths.join('')}</g>`;
}

function rosette(result: CanonicalResult): string {
  const drawing = drawRosette(result.sub_id, { withMicroText: true });
  const bands = drawing.bands.map(
    ({ turnDegrees, paths }) => `<path transform="rotate(${turnDegrees})" d="${paths.join('')}"/>`,
  );
  const rings = drawing.rings.map(({ radius, strokeUnits }) => `<circle r="${radius}" stroke-width="${strokeUnits}"/>`);
  const rim = microText(rimLine(result));
  return `<g transform="translate(893 315) scale(${ROSETTE / drawing.boxUnits})"><g fill="none" stroke="${PALETTE.guilloche}" stroke-width="${drawing.strokeUnits}">${bands.join('')}${rings.join('')}</g>${rim}</g>`;
}

const RIM_UNITS = 199;

function microText(line: string): string {
  const ring = layMicroText(line);
  const words = ring.text.replaceAll('\u00a0', ' ');
  const outlines = outlineText(words, { face: 'mono', sizePoints: ring.fontUnits, colour: PALETTE.guilloche });
  const step = ring.lengthUnits / outlines.length;
  const glyphs = outlines.map(({ steps, advance }, index) => {
    const degrees = ((index * step + advance / 2) / RIM_UNITS) * (180 / Math.PI);
    return `<path transform="rotate(${degrees.toFixed(3)}) translate(${(-advance / 2).toFixed(2)} ${-RIM_UNITS})" d="${pathData(steps)}"/>`;
  });
  return `<g fill="${PALETTE.guilloche}">${glyphs.join('')}</g>`;
}

function mark({ boxUnits, layers }: Mark, x: number, y: number, side: number, ink: string): string {
  const paths = layers.map(({ path, paint, opacity = 1, width, dash }) => {
    const colour = paint === 'ink' || paint === 'inkLine' ? ink : PALETTE.paper;
    const faint = opacity === 1 ? '' : ` opacity="${opacity}"`;
    if (paint === 'ink' || paint === 'cut') return `<path d="${path}" fill="${colour}"${faint}/>`;
    const dashes = dash === undefined ? '' : ` stroke-dasharray="${dash.join(' ')}"`;
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width ?? 1}"${dashes}${faint}/>`;
  });
  return `<g transform="translate(${x} ${y}) scale(${side / boxUnits})">${paths.join('')}</g>`;
}

function text(words: string, x: number, baseline: number, style: TextStyle): string {
  let at = 0;
  const glyphs = outlineText(words, style).map(({ steps, advance }) => {
    const path = `<path transform="translate(${at.toFixed(2)} 0)" d="${pathData(steps)}"/>`;
    at += advance;
    return path;
  });
  return `<g transform="translate(${x} ${baseline})" fill="${style.colour}">${glyphs.join('')}</g>`;
}

function pathData(steps: readonly PathStep[]): string {
  return steps
    .map(([command, ...numbers]) => `${command}${numbers.map((value) => value.toFixed(2)).join(' ')}`)
    .join('');
}
