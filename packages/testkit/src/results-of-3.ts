import { readFileSync } from 'node:fs';
import { ResultOf3 } from '@assay/contracts';

/** Examples of results of version 3 of the method, as the engine gives them; each is a file of `results-of-3`. */
export const RESULTS_OF_3 = [
  'five-stars',
  'five-stars-returned',
  'four-stars-trace',
  'four-stars-part',
  'four-stars-far',
  'three-stars-some',
  'three-stars-paid',
  'three-stars-sample',
  'two-stars',
  'one-star',
  'one-star-paid',
  'one-star-own-label',
  'finding-no-records',
  'finding-contact',
  'finding-none-found',
  'finding-too-little',
  'payment',
  'planned-payment',
] as const;

export type ExampleOf3 = (typeof RESULTS_OF_3)[number];

/** An example, for tests and pages that show results. */
export function resultOf3(name: ExampleOf3): ResultOf3 {
  return ResultOf3.parse(JSON.parse(readFileSync(new URL(`results-of-3/${name}.json`, import.meta.url), 'utf8')));
}
