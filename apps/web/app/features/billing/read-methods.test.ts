import { ApiError, createClient } from '@assay/contracts/client';
import { describe, expect, it } from 'vitest';
import { readMethods } from './read-methods.ts';

const CARD = { id: 'pm_1', card: 'visa', last4: '4242', exp_month: 4, exp_year: 2029, default: true };

function readFrom(data: unknown) {
  const answer = { status: 200, headers: { get: () => null }, text: async () => JSON.stringify({ data }) };
  return readMethods(createClient<AbortSignal>({ fetch: async () => answer, baseUrl: '/api', timezone: 'UTC' }).call);
}

describe('the saved cards', () => {
  it.each<readonly [string, unknown]>([
    ['no list', { methods: [CARD] }],
    ['a card that is text', ['visa']],
    ['digits that are a number', [{ ...CARD, last4: 4242 }]],
    ['a month that is text', [{ ...CARD, exp_month: '4' }]],
    ['a year that is text', [{ ...CARD, exp_year: '2029' }]],
    ['a default that is a number', [{ ...CARD, default: 1 }]],
    ...Object.keys(CARD).map((name) => [`no ${name}`, [{ ...CARD, [name]: undefined }]] as const),
  ])('[PAY-08] a list of saved cards is refused for %s', async (_what, data) => {
    await expect(readFrom(data)).rejects.toThrow(ApiError);
    expect(await readFrom([])).toEqual([]);
    // Only the first one is validated.
    expect(await readFrom([CARD, { ...CARD, last4: 1 }])).toHaveLength(2);
  });
});
