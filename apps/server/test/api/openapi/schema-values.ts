import fc from 'fast-check';
import type { ServedDocument } from './served-document.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Texts that have broken other servers. */
const NASTY = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '‮abc',
  '%00',
  '../../etc',
  "' OR 1=1 --",
  '__proto__',
  'constructor',
  '-1',
  '1e400',
  '9'.repeat(400),
  'x'.repeat(600),
];

/** Any text, those of {@link NASTY} often. */
export const anyText = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 40 }));

/** Any JSON value, with objects that a schema of the document describes nowhere. */
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  anyText,
  fc.constantFrom(...[null, -1, 1e21, 0.1, true, [], {}]),
);

/**
 * Values that a schema of a document allows, as far as JSON Schema says: what a `refine` adds is not in it.
 * `wildness` is how often, 0 to 1, a value anywhere in it is another one.
 */
export function valuesOf(document: ServedDocument, schema: Schema, wildness: number): fc.Arbitrary<unknown> {
  const of = (part: unknown): fc.Arbitrary<unknown> => {
    const right = plain(Object(part));
    const wild = Math.round(wildness * 100);
    return wild === 0
      ? right
      : fc.oneof({ weight: 100 - wild, arbitrary: right }, { weight: wild, arbitrary: anyValue });
  };

  function plain(part: Schema): fc.Arbitrary<unknown> {
    const { $ref, const: fixed, enum: choices, anyOf, oneOf, type, pattern, items, properties, examples } = part;
    if (typeof $ref === 'string') return of(document.components.schemas[$ref.split('/').at(-1) ?? '']);
    if (fixed !== undefined) return fc.constant(fixed);
    if (Array.isArray(choices)) return fc.constantFrom(...choices);
    const kinds = anyOf ?? oneOf;
    if (Array.isArray(kinds)) return fc.oneof(...kinds.map(of));
    if (Array.isArray(type)) return fc.oneof(...type.map((one) => plain({ ...part, type: one })));
    switch (type) {
      case 'string':
        return typeof pattern === 'string' ? matching(pattern) : textOf(part);
      case 'integer':
        return fc.integer({ min: numberOf(part['minimum'], -1000), max: numberOf(part['maximum'], 1000) });
      case 'number':
        return fc.double({ min: numberOf(part['minimum'], -1e6), max: numberOf(part['maximum'], 1e6), noNaN: true });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return fc.array(of(items), {
          minLength: numberOf(part['minItems'], 0),
          maxLength: numberOf(part['maxItems'], 4),
        });
      case 'object':
        return objects(part, Object(properties), Array.isArray(examples) ? examples : []);
      default:
        return anyValue;
    }
  }

  function objects(part: Schema, properties: Schema, examples: readonly unknown[]): fc.Arbitrary<unknown> {
    const required = Array.isArray(part['required']) ? part['required'] : [];
    const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, of(field)]));
    if (Object.keys(fields).length === 0) {
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), of(part['additionalProperties'] ?? {}), { maxKeys: 3 });
    }
    const made = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
    return examples.length === 0 ? made : fc.oneof(made, fc.constantFrom(...examples));
  }

  return of(schema);
}

function textOf(part: Schema): fc.Arbitrary<string> {
  const maxLength = Math.min(numberOf(part['maxLength'], 40), 40);
  return fc.string({ minLength: numberOf(part['minLength'], 0), maxLength });
}

function matching(pattern: string): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(pattern));
}

function numberOf(value: unknown, other: number): number {
  return typeof value === 'number' ? value : other;
}
