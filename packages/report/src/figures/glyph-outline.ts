import type { TextStyle } from '../fonts/measure.ts';
import { runsOf } from '../fonts/printable.ts';

/** One step of an outline, absolute, in points with y pointing down. */
export type PathStep =
  | readonly ['M' | 'L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

/** Outline of one character and how far the next one stands from it. */
export interface GlyphOutline {
  readonly steps: readonly PathStep[];
  readonly advance: number;
}

/** A line of text as outlines: drawings carry text that way, so that they need no font where they are shown. */
export function outlineText(text: string, style: TextStyle): readonly GlyphOutline[] {
  const outlines: GlyphOutline[] = [];
  for (const run of runsOf(text, style.face)) {
    const { font } = run.file;
    const scale = style.sizePoints / font.unitsPerEm;
    const layout = font.layout(run.text);
    for (const [place, glyph] of layout.glyphs.entries()) {
      const advance = (layout.positions[place]?.xAdvance ?? 0) * scale + (style.tracking ?? 0) * style.sizePoints;
      outlines.push({ steps: stepsOf(glyph.path.commands, scale), advance });
    }
  }
  return outlines;
}

interface FontCommand {
  readonly command: string;
  readonly args: readonly number[];
}

function stepsOf(commands: readonly FontCommand[], scale: number): PathStep[] {
  const steps: PathStep[] = [];
  let x = 0;
  let y = 0;
  for (const { command, args } of commands) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args.map(
      (value, place) => value * (place % 2 === 0 ? scale : -scale),
    );
    switch (command) {
      case 'moveTo':
      case 'lineTo':
        steps.push([command === 'moveTo' ? 'M' : 'L', a, b]);
        [x, y] = [a, b];
        break;
      case 'quadraticCurveTo':
        // A quadratic curve is a cubic one whose handles lie two thirds of the way.
        steps.push([
          'C',
          x + ((a - x) * 2) / 3,
          y + ((b - y) * 2) / 3,
          c + ((a - c) * 2) / 3,
          d + ((b - d) * 2) / 3,
          c,
          d,
        ]);
        [x, y] = [c, d];
        break;
      case 'bezierCurveTo':
        steps.push(['C', a, b, c, d, e, f]);
        [x, y] = [e, f];
        break;
      default:
        steps.push(['Z']);
    }
  }
  return steps;
}
