import { fromJsonSchema } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { CHECK, EVIDENCE, TRANSFER, WITHDRAWAL_ATTEMPT } from './result-schemas.ts';

const WHOLE = { CHECK, TRANSFER, WITHDRAWAL_ATTEMPT };

function isAccepted(schema: Parameters<typeof fromJsonSchema>[0], value: unknown): boolean {
  const outcome = fromJsonSchema(schema)['~standard'].validate(value);
  if (outcome instanceof Promise) throw new Error('It is validated later');
  return outcome.issues === undefined;
}

describe('the schemas of what tools answer', () => {
  it.each(Object.entries(WHOLE))(
    '%s accepts its example, new fields and new codes, and no text for a number',
    (_name, schema) => {
      const [example] = schema.examples as [Record<string, unknown>];
      expect(isAccepted(schema, example)).toBe(true);
      expect(isAccepted(schema, { ...example, new_field: 1, mode: 'a new code' })).toBe(true);
      expect(isAccepted(schema, { ...example, created_at: 1 })).toBe(false);
    },
  );

  it('have no evidence but in its own', () => {
    expect(CHECK.properties).not.toHaveProperty('evidence');
    expect(TRANSFER.properties).not.toHaveProperty('evidence');
    expect(Object.keys(EVIDENCE.properties ?? {})).toEqual(['check_id', 'incoming', 'outgoing']);
    expect(isAccepted(EVIDENCE, { check_id: 'chk_1' })).toBe(true);
    expect(isAccepted(EVIDENCE, { check_id: 'chk_1', incoming: {} })).toBe(false);
  });

  it('list codes as examples, and neither close an object nor repeat what a type says', () => {
    const text = JSON.stringify({ ...WHOLE, EVIDENCE });
    const refused = ['"enum"', '"additionalProperties":false', `${Number.MAX_SAFE_INTEGER}`];
    expect(refused.filter((part) => text.includes(part))).toEqual([]);
    expect(CHECK.properties?.['created_at']).not.toHaveProperty('pattern');
    expect(CHECK.properties?.['status']).toMatchObject({ examples: ['running', 'completed', 'failed'] });
  });
});
