import { allOf } from '../../../../../test/support/input-of.ts';
import type { LabelInput, LabelParser } from '../parsers/parser.ts';

/** What a parser finds in a list: claims, and what it refuses with the reason. */
export async function labelsIn(parse: LabelParser, input: LabelInput) {
  const items = await allOf(parse(input));
  return items.map((item) => (item.kind === 'rejection' ? item.rejection : item.claim));
}
