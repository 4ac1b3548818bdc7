import type { TextStyle } from '../fonts/measure.ts';
import { runsOf } from '../fonts/printable.ts';
import { shapeWord, wordsOf } from '../fonts/shape.ts';

/** One step of an outline, absolute, in points with y pointing down. */
export type PathStep =
  | readonly ['M' | 'L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

/** Outline of one character and the distance to the next one. */
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
    for (const { id, closer } of wordsOf(run.text).flatMap((word) => shapeWord(run.file, word).glyphs)) {
      const glyph = font.getGlyph(id);
      const advance = glyph.advanceWidth * scale + ((style.tracking ?? 0) - closer / 1000) * style.sizePoints;
      const steps = unitSteps(`${run.file.key} ${id}`, () => glyph.path.commands);
      outlines.push({ steps: steps.map((step) => scaleStep(step, scale)), advance });
    }
  }
  return outlines;
}

interface FontCommand {
  readonly command: string;
  readonly args: readonly number[];
}

const kept = new Map<string, readonly PathStep[]>();
const KEPT_GLYPHS = 2_000;

/** A glyph in units of its font. The few that drawings use are worth keeping. */
function unitSteps(key: string, commands: () => readonly FontCommand[]): readonly PathStep[] {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const steps = stepsOf(commands(), 1);
  if (kept.size < KEPT_GLYPHS) kept.set(key, steps);
  return steps;
}

function scaleStep(step: PathStep, scale: number): PathStep {
  switch (step[0]) {
    case 'M':
    case 'L':
      return [step[0], step[1] * scale, step[2] * scale];
    case 'C':
      return [
        'C',
        step[1] * scale,
        step[2] * scale,
        step[3] * scale,
        step[4] * scale,
        step[5] * scale,
        step[6] * scale,
      ];
    case 'Z':
      return step;
  }
}

function stepsOf(commands: readonly FontCommand[], scale: number): PathStep[] {
  const steps: PathStep[] = [];
  let x = 0;
  let y = 0;
  for (const { command, args } of commands) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args.map(
      (value, index) => value * (index % 2 === 0 ? scale : -scale),
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
