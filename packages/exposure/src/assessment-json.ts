import type { Assessment } from './assessment.ts';

/**
 * An assessment as text to store: keys sorted, amounts (bigint) as decimal text, no white space. Equal assessments give
 * equal bytes, so that a stored result can be compared with a recomputed one.
 *
 * @throws TypeError for a number JSON cannot carry (NaN, infinite)
 * @example
 * assessmentJson(assess(input)) === assessmentJson(assess(input)); // true
 */
export function assessmentJson(assessment: Assessment): string {
  return JSON.stringify(assessment, (key, value: unknown) => toPlain(key, value));
}

function toPlain(key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new TypeError(`"${key}" expected a finite number, got ${value}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
