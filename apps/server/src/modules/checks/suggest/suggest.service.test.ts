import { ASSETS } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { buildSuggestService, type KnownAddress } from './suggest.service.ts';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

function service(places: readonly KnownAddress[] = [], asked: (readonly string[])[] = [], readable: string[] = []) {
  const knownAddresses = async (addresses: readonly string[]) => {
    asked.push(addresses);
    return places;
  };
  return buildSuggestService(ASSETS, { knownAddresses }, ({ network }) => readable.includes(network ?? ''));
}

describe('suggestions', () => {
  it.each(['', ' ', 'b', ' 1 '])('[SRCH-12] are empty under two trimmed characters: %j', async (address) => {
    expect(await service().suggest(address, 50)).toEqual([]);
  });

  it('[API-08] list what an address can belong to in the catalogue’s order', async () => {
    const suggestions = await service().suggest(EVM, 50);
    const catalogue = ASSETS.map(({ ticker, parent }) => `${ticker}/${parent}`);
    const places = suggestions.map(({ ticker, parent }) => catalogue.indexOf(`${ticker}/${parent}`));
    expect(places.length).toBeGreaterThan(10);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(suggestions.every(({ known }) => !known)).toBe(true);
  });

  it('put assets with known records or labels of the address first', async () => {
    const places = [
      { network: 'BSC', ticker: 'USDT' },
      { network: 'OP', ticker: null },
    ];
    const suggestions = await service(places).suggest(EVM, 50);
    const known = suggestions.filter((suggestion) => suggestion.known);
    expect(suggestions.slice(0, known.length)).toEqual(known);
    const on = (parent: string) => known.filter((suggestion) => suggestion.parent === parent);
    expect(on('BSC').map(({ ticker }) => ticker)).toEqual(['USDT']);
    expect(on('OP')).toHaveLength(ASSETS.filter(({ parent }) => parent === 'OP').length);
    expect(known).toHaveLength(on('BSC').length + on('OP').length);
  });

  it('put assets of a chain that can be read next, so that the first one leads to a check that can answer', async () => {
    const places = [{ network: 'BSC', ticker: 'USDT' }];
    const suggestions = await service(places, [], ['AVAX']).suggest(EVM, 50);
    const onAvalanche = ASSETS.filter(({ network }) => network === 'AVAX').length;
    expect(suggestions[0]).toMatchObject({ ticker: 'USDT', parent: 'BSC', known: true });
    const next = suggestions.slice(1, 1 + onAvalanche);
    expect(next.every(({ ticker, parent }) => (parent ?? ticker) === 'AVAX')).toBe(true);
    expect(suggestions[1 + onAvalanche]).toMatchObject({ ticker: 'ETH', parent: null });
  });

  it('ask for every spelling at once, in its canonical form', async () => {
    const asked: (readonly string[])[] = [];
    await service([], asked).suggest(` ${EVM} `, 50);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain(EVM.toLowerCase());
  });

  it.each([
    ['41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    [`0X${EVM.slice(2).toUpperCase()}`, 'ETH', EVM.toLowerCase()],
  ])('know %s by records and labels under its one spelling', async (text, network, spelling) => {
    const asked: (readonly string[])[] = [];
    const [first] = await service([{ network, ticker: null }], asked).suggest(text, 1);
    expect(first).toMatchObject({ known: true });
    expect(asked[0]).toContain(spelling);
    expect(asked[0]).not.toContain(text);
  });

  it('never ask when nothing matches, whatever is pasted', async () => {
    const asked: (readonly string[])[] = [];
    for (const text of ['no address at all!', 'x'.repeat(100_000), '\u0000\u0000', '💰💰']) {
      expect(await service([], asked).suggest(text, 50)).toEqual([]);
    }
    expect(asked).toEqual([]);
  });

  it('keep to the limit', async () => {
    expect(await service().suggest(EVM, 3)).toHaveLength(3);
  });
});
