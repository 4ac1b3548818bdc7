/** Steps at which a check can be interrupted, in their order, and the check credits of ten left after recovery. */
export const STEPS = {
  'before anything is written': 10,
  'reserved, the check not written down': 10,
  'written down, not committed': 10,
  'committed, not started': 10,
  'in the middle of the walk': 10,
  'computed, nothing stored': 10,
  'result stored, not committed': 10,
  'taken, not committed': 10,
  'all committed, nothing reported': 9,
} as const;

export type Step = keyof typeof STEPS;

export function isStep(text: string | undefined): text is Step {
  return text !== undefined && Object.hasOwn(STEPS, text);
}
