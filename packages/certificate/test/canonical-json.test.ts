import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CanonicalJsonError, canonicalBytes, canonicalJson } from '../src/index.ts';

/** RFC 8785, appendix B: IEEE 754 bits and how they are written. */
const NUMBERS: readonly (readonly [string, string])[] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

function numberOf(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE(0);
}

describe('canonical JSON by RFC 8785', () => {
  it('writes every number of appendix B as it says', () => {
    for (const [bits, text] of NUMBERS) expect(canonicalJson(numberOf(bits)), bits).toBe(text);
  });

  it('refuses the numbers that appendix B calls errors', () => {
    for (const bits of ['7fffffffffffffff', '7ff0000000000000', 'fff0000000000000']) {
      expect(() => canonicalJson(numberOf(bits)), bits).toThrow(CanonicalJsonError);
    }
  });

  it('writes the example of section 3.2.2, to the byte of section 3.2.4', () => {
    const given: unknown = JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    );
    const expected = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`;
    expect(canonicalJson(given)).toBe(expected);
    const bytes = Buffer.from(canonicalBytes(given)).toString('hex');
    expect(bytes.startsWith('7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a')).toBe(
      true,
    );
    expect(bytes.endsWith('22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d')).toBe(true);
  });

  it('sorts keys by their UTF-16 code units, as section 3.2.3 shows', () => {
    const given = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(Object.keys(JSON.parse(canonicalJson(given).replace('"1":', '"_1":')))).toEqual([
      '\r',
      '_1',
      '\u0080',
      '\u00f6',
      '\u20ac',
      '\ud83d\ude00',
      '\ufb33',
    ]);
  });

  it('refuses what I-JSON cannot carry', () => {
    const holes: unknown[] = [1];
    holes.length = 3;
    let deep: unknown = 0;
    for (let level = 0; level < 100; level += 1) deep = [deep];
    for (const value of [
      Number.NaN,
      '\ud800',
      'a\udc00b',
      { '\ud800': 1 },
      undefined,
      1n,
      () => 1,
      new Date(0),
      new Map(),
      holes,
      { a: undefined },
      deep,
    ]) {
      expect(() => canonicalJson(value)).toThrow(CanonicalJsonError);
    }
  });

  it('gives the same bytes whatever order keys were written in, and reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = canonicalJson(value);
        const back: unknown = JSON.parse(text);
        expect(canonicalJson(back)).toBe(text);
        expect(canonicalJson(reversed(value))).toBe(text);
        expect(back).toEqual(JSON.parse(JSON.stringify(value)));
        expect(text).not.toMatch(/\n/);
      }),
    );
  });

  it('writes any double so that it reads back as the same double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(canonicalJson(value))).toBe(value + 0);
      }),
    );
  });

  it('sorts any keys by code units, beyond the basic plane too', () => {
    const letter = fc
      .oneof(fc.integer({ min: 0x20, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
      .map((point) => String.fromCodePoint(point));
    const name = fc.array(letter, { minLength: 1, maxLength: 4 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
        const keys = names.filter((key) => !/^\d+$/.test(key));
        const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
        expect(Object.keys(JSON.parse(text))).toEqual(keys.toSorted(compareUnits));
      }),
    );
  });
});

function compareUnits(left: string, right: string): number {
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = left.charCodeAt(index) - right.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, reversed(member)] as const);
  return Object.fromEntries(entries.reverse());
}
