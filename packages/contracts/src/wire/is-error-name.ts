import { ERROR_NAMES, type ErrorName } from './error-names.ts';

const NAMES: ReadonlySet<string> = new Set(ERROR_NAMES);

/** Narrows outside text to a code of the table. */
export function isErrorName(value: string): value is ErrorName {
  return NAMES.has(value);
}
