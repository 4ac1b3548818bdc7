import { describe, expect, it } from 'vitest';
import { orderFields, orderOf } from './order-fields.ts';

const tether = { address: 'TNXo', ticker: 'USDT', parent: 'TRX', subticker: null, name: 'Tether' };
const bitcoin = { address: '149w', ticker: 'BTC', parent: null, subticker: null, name: 'Bitcoin' };
const read = (fields: Record<string, string>) => orderOf(new URLSearchParams(fields));

describe('a check that travels without a script', () => {
  it.each([tether, bitcoin])('arrives as it was: $ticker', (order) => {
    expect(read(orderFields(order))).toEqual(order);
  });

  it('is of a listed asset, with an address that can be one', () => {
    expect(read({ address: '149w', ticker: 'NOPE', parent: '' })).toBeNull();
    expect(read({ address: '149w', ticker: 'BTC', parent: 'TRX' })).toBeNull();
    expect(read({ address: ' ', ticker: 'BTC', parent: '' })).toBeNull();
    expect(read({ address: 'a'.repeat(257), ticker: 'BTC', parent: '' })).toBeNull();
    expect(read({ ticker: 'BTC' })).toBeNull();
  });

  it('is taken from the list, whatever else is said of it', () => {
    expect(read({ address: '1 4', ticker: 'btc', parent: '', name: 'Evil', subticker: 'X' })).toEqual({
      ...bitcoin,
      address: '14',
    });
  });
});
