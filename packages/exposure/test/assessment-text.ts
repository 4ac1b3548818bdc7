import type { Assessment } from '../src/index.ts';

/** An assessment as text to compare; amounts as decimals. */
export function assessmentText(assessment: Assessment): string {
  return JSON.stringify(assessment, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
