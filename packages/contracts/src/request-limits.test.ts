import { expect, it } from 'vitest';
import { z } from 'zod';
import * as contracts from './index.ts';
import * as v1 from './v1/index.ts';

const CONTRACTS: Readonly<Record<string, unknown>> = { ...contracts, ...v1 };

/** Where a JSON Schema takes a text of any length. */
function endlessIn(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const node = schema as Readonly<Record<string, unknown>>;
  const isBounded = ['maxLength', 'enum', 'const', 'format', 'pattern'].some((word) => word in node);
  const own = node['type'] === 'string' && !isBounded ? [at] : [];
  return [...own, ...Object.entries(node).flatMap(([name, inner]) => endlessIn(inner, `${at}/${name}`))];
}

function endlessOf(part: 'query' | 'body'): string[] {
  return Object.entries(CONTRACTS).flatMap(([name, contract]) => {
    if (typeof contract !== 'object' || contract === null || !(part in contract)) return [];
    const schema = (contract as Readonly<Record<string, unknown>>)[part];
    return schema instanceof z.ZodType
      ? endlessIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), `${name} ${part}`)
      : [];
  });
}

it('every text that a request carries has a greatest length', () => {
  expect([...endlessOf('query'), ...endlessOf('body')]).toEqual([]);
});

it('a text without one would be found', () => {
  const schema = z.toJSONSchema(z.object({ short: z.string().max(9), items: z.array(z.object({ long: z.string() })) }));
  expect(endlessIn(schema, '')).toEqual(['/properties/items/items/properties/long']);
});
