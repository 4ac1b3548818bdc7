import { NETWORK_IDS, PROTECTED_ADDRESSES } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import type { LabelClaim } from '../label-claim.ts';
import { readActorClaim, readLabelClaim } from './read-claim.ts';

const CLAIM: LabelClaim = {
  line: 1,
  address: '0x098B716B8Aaf21512996dC57EB0615e2383E2f96',
  chain: 'ETH',
  entity: 'Lazarus Group',
  words: ['sanctions'],
};

function rowOf(claim: LabelClaim, strict = true) {
  const verdict = readLabelClaim(claim, strict);
  if (!verdict.ok) throw new Error(verdict.reason);
  return verdict;
}

describe('a published row', () => {
  it('becomes a fact under the canonical address, with what the source left out left open', () => {
    expect(rowOf(CLAIM).row).toEqual({
      network: 'ETH',
      address: '0x098b716b8aaf21512996dc57eb0615e2383e2f96',
      entity: 'Lazarus Group',
      actor: null,
      category: 'sanctions',
      confidence: 20,
      source: null,
      sourceUrl: null,
      sourceDate: null,
      validFrom: null,
      validTo: null,
      endsWithDay: false,
    });
  });

  it('keeps dates as days and instants in UTC', () => {
    const { row } = rowOf({
      ...CLAIM,
      sourceDate: '2022-04-14',
      validFrom: '2022-04-14',
      validTo: '2025-03-21T10:00:00+02:00',
    });
    expect([row.sourceDate, row.validFrom, row.validTo]).toEqual([
      '2022-04-14',
      '2022-04-14T00:00:00.000Z',
      '2025-03-21T08:00:00.000Z',
    ]);
  });

  it.each(['2022-02-30', 'yesterday', '14.04.2022', '2022-4-1'])(
    'with the date %s is refused in our own formats',
    (sourceDate) => {
      expect(readLabelClaim({ ...CLAIM, sourceDate }, true).ok).toBe(false);
      expect(rowOf({ ...CLAIM, sourceDate }, false).row.sourceDate).toBeNull();
    },
  );

  it('that ends on a day ends with that day, and an instant at midnight is an instant', () => {
    const ends = (validTo: string) => rowOf({ ...CLAIM, validFrom: '2025-03-21T10:00:00Z', validTo }).row;
    expect(ends('2025-03-21')).toMatchObject({ validTo: '2025-03-21T00:00:00.000Z', endsWithDay: true });
    expect(ends('2025-03-22T00:00:00Z')).toMatchObject({ validTo: '2025-03-22T00:00:00.000Z', endsWithDay: false });
  });

  it('that ends before it begins is refused', () => {
    expect(readLabelClaim({ ...CLAIM, validFrom: '2022-04-14', validTo: '2021-01-01' }, false).ok).toBe(false);
  });

  it('with an unknown category is refused in our own formats and counted in a publisher’s', () => {
    const claim = { ...CLAIM, words: ['sanctoins'] };
    expect(readLabelClaim(claim, true)).toEqual({ ok: false, reason: 'unknown category "sanctoins"' });
    expect(rowOf(claim, false)).toMatchObject({ row: { category: 'other_entities' }, unknownWords: ['sanctoins'] });
  });

  it('without a category leaves it open to its actor in a publisher’s format', () => {
    expect(rowOf({ ...CLAIM, words: [], actor: 'lazarusgroup' }, false).row).toMatchObject({
      category: null,
      actor: 'lazarusgroup',
    });
    expect(readLabelClaim({ ...CLAIM, words: [] }, true).ok).toBe(false);
  });

  it('about a theft keeps its own name: the actor beside it is often the victim', () => {
    const theft = { ...CLAIM, entity: 'Bitfinex hack', actor: 'bitfinex' };
    expect(rowOf({ ...theft, words: ['service_hack'] }).row.actor).toBeNull();
    expect(rowOf({ ...theft, words: ['exchange'] }).row.actor).toBe('bitfinex');
  });

  it('keeps only links a browser may follow', () => {
    expect(rowOf({ ...CLAIM, sourceUrl: 'javascript:alert(1)' }).row.sourceUrl).toBeNull();
    expect(rowOf({ ...CLAIM, sourceUrl: 'https://example.org/list' }).row.sourceUrl).toBe('https://example.org/list');
  });

  it('keeps its entity to one clean line', () => {
    expect(rowOf({ ...CLAIM, entity: ' Lazarus\u0000\n\u202eGroup ' }).row.entity).toBe('Lazarus Group');
    expect(rowOf({ ...CLAIM, entity: 'x'.repeat(5000) }).row.entity).toHaveLength(200);
  });

  it('that names nobody is called by its category', () => {
    expect(rowOf({ ...CLAIM, entity: '\u0000' }).row.entity).toBe('Sanctions');
    expect(readLabelClaim({ ...CLAIM, entity: '', words: [] }, false).ok).toBe(false);
  });

  it('about a mint or burn address is refused unless it says issuer', () => {
    const burn = { ...CLAIM, address: '0x0000000000000000000000000000000000000000', entity: 'maker_FAUCET' };
    expect(readLabelClaim(burn, false)).toEqual({ ok: false, reason: 'protected mint or burn address' });
    expect(rowOf({ ...burn, words: ['issuer'] }).row.category).toBe('issuer');
  });

  it.each(NETWORK_IDS)('about any mint or burn address of %s is taken from nobody', (chain) => {
    for (const address of PROTECTED_ADDRESSES[chain]) {
      expect(readLabelClaim({ ...CLAIM, chain, address }, false).ok, address).toBe(false);
    }
  });
});

it('an actor keeps the category that says something of it', () => {
  expect(readActorClaim({ line: 1, actor: 'binance', name: 'Binance', words: ['organization', 'exchange'] })).toEqual({
    row: { actor: 'binance', entity: 'Binance', category: 'exchange_licence_unknown' },
    unknownWords: [],
  });
  expect(readActorClaim({ line: 1, actor: 'archive', name: 'Internet Archive', words: ['organization'] })).toEqual({
    row: { actor: 'archive', entity: 'Internet Archive', category: null },
    unknownWords: [],
  });
});
