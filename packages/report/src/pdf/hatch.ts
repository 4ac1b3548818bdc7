import type { RiskKey } from '@assay/wording';
import { PALETTE } from '../palette.ts';
import { colourOperator } from './colour-operator.ts';
import { decimal } from './decimal.ts';

/**
 * Heraldic hatching of a square, as drawing operators in its own units, a cue that survives grey printing: upright lines
 * high, dots medium, slant low.
 */
export function hatchOperators(risk: RiskKey, left: number, top: number, side: number): string {
  const right = left + side;
  const bottom = top + side;
  switch (risk) {
    case 'none':
      return '';
    case 'high': {
      const lines = stepsOf(left + 1, right, 4).map(
        (x) => `${decimal(x)} ${decimal(top)} m ${decimal(x)} ${decimal(bottom)} l`,
      );
      return `${lines.join('\n')}\n1 w ${colourOperator(PALETTE.sheet, 'stroke')} S`;
    }
    case 'mid': {
      const dots = stepsOf(top, bottom, 5).flatMap((y) => stepsOf(left, right, 5).map((x) => dotOf(x, y)));
      return `${dots.join('\n')}\n${colourOperator(PALETTE.sheet, 'fill')} f`;
    }
    case 'low': {
      const lines = stepsOf(left - side, right, 7.07).map(
        (x) => `${decimal(x)} ${decimal(bottom)} m ${decimal(x + side)} ${decimal(top)} l`,
      );
      return `${lines.join('\n')}\n0.9 w ${colourOperator(PALETTE.sheet, 'stroke')} S`;
    }
  }
}

function stepsOf(from: number, before: number, step: number): number[] {
  const steps: number[] = [];
  for (let at = from; at < before; at += step) steps.push(at);
  return steps;
}

/** Two small squares a cell; at this size they look like circles, and they are a tenth of the bytes. */
function dotOf(x: number, y: number): string {
  return `${decimal(x + 0.5)} ${decimal(y + 0.5)} 1.5 1.5 re ${decimal(x + 3)} ${decimal(y + 3)} 1.5 1.5 re`;
}
