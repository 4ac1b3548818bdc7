const OPERATORS = { fill: 'rg', stroke: 'RG' } as const;
const spelt = { fill: new Map<string, string>(), stroke: new Map<string, string>() };

/**
 * The operator that sets a colour in DeviceRGB (ISO 32000-1, 8.6.8).
 *
 * @param colour `#rrggbb`, of the palette or mixed from it: few in all
 * @throws RangeError for another form
 * @example
 * colourOperator('#ff0000', 'fill'); // '1 0 0 rg'
 */
export function colourOperator(colour: string, use: 'fill' | 'stroke'): string {
  const known = spelt[use].get(colour);
  if (known !== undefined) return known;
  if (!/^#[\da-f]{6}$/i.test(colour)) throw new RangeError(`"colour" expected #rrggbb, got ${colour}`);
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const operator = `${parts.map((part) => Number(part.toFixed(5))).join(' ')} ${OPERATORS[use]}`;
  spelt[use].set(colour, operator);
  return operator;
}
