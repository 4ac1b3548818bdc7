import { expect, it } from 'vitest';
import { parseExactly } from './exact-json.ts';

it('numbers keep all the digits they are written with', () => {
  expect(parseExactly('{"a":0.123456789012345678,"b":[1e-8,"x",null],"c":{"d":12345678901234567890}}')).toEqual({
    a: '0.123456789012345678',
    b: ['1e-8', 'x', null],
    c: { d: '12345678901234567890' },
  });
});
