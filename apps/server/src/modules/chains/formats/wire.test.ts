import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson, readShape } from './wire.ts';

const number = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }));
const exact = (whole: number | bigint): number | bigint =>
  Number.isSafeInteger(Number(whole)) ? Number(whole) : BigInt(whole);

it('whole numbers of any size are read without rounding, wherever they are', () => {
  fc.assert(
    fc.property(fc.array(number), fc.constantFrom('', ' ', '\n\t'), (numbers, space) => {
      const list = numbers.map((one) => `${space}${one}${space}`).join(',');
      const text = `{"list":[${list}],"one":${space}${numbers[0] ?? 0},"text":"1${'2'.repeat(30)}"}`;
      const wanted = { list: numbers.map(exact), one: exact(numbers[0] ?? 0), text: `1${'2'.repeat(30)}` };
      expect(parseJson('provider', text)).toEqual(wanted);
    }),
  );
  fc.assert(
    fc.property(number, (alone) => {
      expect(parseJson('provider', String(alone))).toEqual(exact(alone));
    }),
  );
});

it('numbers with a fraction or an exponent are what JSON reads', () => {
  for (const text of ['1.5', '1e21', '123456789012345678.5', '[1.0,2e3]']) {
    expect(parseJson('provider', text)).toEqual(JSON.parse(text));
  }
});

it('takes an answer for incomplete for which the stack is too small', () => {
  const shape = z.string().regex(/^([0-9a-f]{2})*$/);
  expect(readShape(shape, 'ab'.repeat(20_000_000))).toMatchObject({ isRead: false, path: [] });
  expect(readShape(shape, 'abcd')).toEqual({ isRead: true, value: 'abcd' });
});
