import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressBook } from './address-book.ts';

const evm = fc.stringMatching(/^[0-9a-f]{40}$/).map((digits) => `0x${digits}`);
const address = fc.oneof(
  { weight: 4, arbitrary: evm },
  evm.map((text) => text.toUpperCase()),
  fc.stringMatching(/^[1-9A-Za-z]{1,60}$/),
);

describe('addresses that are written ahead', () => {
  it('are those that were named, in whatever order and how often they are asked for', () => {
    fc.assert(
      fc.property(fc.array(address, { maxLength: 90 }), fc.array(fc.nat(89), { maxLength: 200 }), (named, asked) => {
        const book = new AddressBook();
        const accounts = named.map((text) => book.intern(text));
        const ahead = accounts.length === 0 ? [] : asked.map((index) => accounts[index % accounts.length] ?? 0);
        book.writeAhead(new Uint32Array(ahead), ahead.length);
        expect(accounts.map((account) => book.addressOf(account))).toEqual(named);
      }),
    );
  });

  it('are right where two accounts share what is kept of one', () => {
    const book = new AddressBook();
    const named = Array.from({ length: 2 ** 13 }, (_, index) =>
      index < 2 ** 12 ? `0x${index.toString(16).padStart(40, '0')}` : `a text ${index}`,
    );
    for (const text of named) book.intern(text);
    const other = 1 + 2 ** 12;
    book.writeAhead(new Uint32Array([1, other]), 2);
    expect([other, 1].map((account) => book.addressOf(account))).toEqual([named[other], named[1]]);
  });

  it('are no others than the book has', () => {
    const book = new AddressBook();
    book.intern('a');
    book.writeAhead(new Uint32Array([0, 1]), 2);
    expect(book.addressOf(0)).toBe('a');
    expect(() => book.addressOf(1)).toThrow(RangeError);
  });
});
