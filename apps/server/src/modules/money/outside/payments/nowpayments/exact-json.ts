/** The third argument is of ECMAScript 2026, and not in the types yet. */
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/**
 * Parses JSON with every number as the text that it is written as: an amount with more digits than a binary fraction
 * holds keeps them.
 *
 * @example parseExactly('{"a":0.123456789012345678}') // { a: '0.123456789012345678' }
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  const parse: (text: string, revive: Reviver) => unknown = JSON.parse;
  return parse(text, (_key, value, context) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  );
}
