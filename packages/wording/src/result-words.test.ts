import { CATEGORIES, CATEGORY_IDS, RESIDUAL_IDS, type RecordsRead } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import {
  CATEGORY_MEANINGS,
  CATEGORY_WORDS,
  countCategories,
  countRecords,
  datesOfLabel,
  describeCalls,
  foldFacts,
  hopsOf,
  isWarning,
  labelsBehind,
  nameRecords,
  nameTicker,
  type ResultBasis,
  remarksOnLabel,
  remarksOnRow,
  resultFacts,
  riskOfShare,
  sourceKindOf,
  titleOfShare,
  wasReadOnDemand,
  withoutRepeats,
} from './index.ts';

const side = (records: number, partial: readonly string[] = []) => ({ records, cut: { partial } });

const BASIS: ResultBasis = {
  ticker: 'USDT',
  decimals: 6,
  evidence: { incoming: side(3, ['a']), outgoing: side(0) },
  coverage: { attributed: 0.9999, clean: 0.5, not_followed: 0.0001 },
  confidence: 'medium',
  complete: true,
  records_held: 'This installation holds 3 transfers.',
  tip: { block: '975310', time: '2026-11-20T11:47:03.000Z' },
  method_version: '1',
  label_set_version: '0123456789abcdef',
};

describe('what a result rests on', () => {
  it('fold away what only a comparison asks for, and lose none', () => {
    const facts = resultFacts(BASIS);
    const { first, further } = foldFacts(facts);
    expect(first.map(([term]) => term)).toEqual(expect.arrayContaining(['Coverage', 'Confidence', 'Records']));
    expect(further.map(([term]) => term)).toEqual(expect.arrayContaining(['Chain tip', 'Method', 'Label set']));
    expect(new Set([...first, ...further])).toEqual(new Set(facts));
  });

  it('has one order and the common formats', () => {
    expect(resultFacts(BASIS)).toEqual([
      [
        'Coverage',
        'We identified over 99.9% of the funds moved; 50.0% is with known parties without raised risk, under 0.1% was not followed',
      ],
      ['Confidence', 'Medium'],
      ['Records', '3 transfers.'],
      ['Partly read', '1 account along the way'],
      ['Chain tip', 'Block 975310, 20 Nov 2026, 11:47 UTC'],
      ['Method', 'Version 1'],
      ['Label set', '0123456789abcdef'],
    ]);
  });

  it('names what is not stored', () => {
    const facts = new Map(
      resultFacts({ ...BASIS, evidence: { incoming: side(0), outgoing: side(0) }, tip: null, complete: false }),
    );
    expect(facts.get('Coverage')).toBe('No transfers of this address are available');
    expect(facts.get('Chain tip')).toBe('No records of this asset');
    expect(facts.get('Confidence')).toBe('Medium; the history is incomplete');
    expect(facts.has('Partly read')).toBe(false);
  });

  it('names who answered for a freeze, and the set of prices', () => {
    const facts = new Map(
      resultFacts({
        ...BASIS,
        issuer_freeze: { text: 'Asked, not frozen.', source: 'the USDT contract' },
        prices: { text: 'By daily prices.', version: 'c0ffee' },
      }),
    );
    expect(facts.get('Issuer freeze')).toBe('Asked, not frozen. Answered by the USDT contract.');
    expect(facts.get('Prices')).toBe('By daily prices. Price set c0ffee.');
    const without = new Map(
      resultFacts({
        ...BASIS,
        issuer_freeze: { text: 'None.', source: null },
        prices: { text: 'None.', version: null },
      }),
    );
    expect([without.get('Issuer freeze'), without.get('Prices')]).toEqual(['None.', 'None.']);
  });

  it('says how the chain was read, where it was', () => {
    const reading = {
      calls: { made: 4, budget: 100 },
      providers: ['Blockscout', 'Esplora', 'TronGrid'],
      history_from: '2026-01-02T03:04:00.000Z',
      unread: { received: '1500000', sent: '0' },
      faults: ['Could not reach Esplora: status 500'],
    };
    expect(
      resultFacts({ ...BASIS, reading }).filter(([term]) => !resultFacts(BASIS).some(([one]) => one === term)),
    ).toEqual([
      ['Read on demand', '4 of at most 100 requests through Blockscout, Esplora and TronGrid'],
      ['Known history', 'Starts on 02 Jan 2026, 03:04 UTC; 1.5 USDT received before that, not read'],
      ['Could not be read', 'Could not reach Esplora: status 500.'],
    ]);
    const unread = { received: '0', sent: '0' };
    expect(new Map(resultFacts({ ...BASIS, reading: { ...reading, unread } })).get('Known history')).toContain(
      'earlier history was not read',
    );
    expect(describeCalls({ made: 0, budget: 5 }, [])).toBe('0 of at most 5 requests');
    const shown = (read?: RecordsRead) =>
      new Map(resultFacts({ ...BASIS, reading, records_read: read })).has('Read on demand');
    expect([undefined, 'on_demand' as const, 'unanswered' as const].map((read) => shown(read))).toEqual([
      true,
      true,
      false,
    ]);
    expect([0, 5].map((budget) => wasReadOnDemand(undefined, { made: 0, budget }))).toEqual([false, true]);
  });
});

describe('the words of a result', () => {
  it('explain every category in a few words', () => {
    for (const id of CATEGORY_IDS) {
      expect(CATEGORY_MEANINGS[id].length, id).toBeLessThan(50);
      expect(
        Object.values(CATEGORY_WORDS[id]).every((word) => word !== ''),
        id,
      ).toBe(true);
    }
  });

  it('have a title and a group for every share', () => {
    for (const id of CATEGORY_IDS) {
      expect([titleOfShare(id), riskOfShare(id)]).toEqual([CATEGORIES[id].title, CATEGORIES[id].group]);
    }
    for (const id of RESIDUAL_IDS) expect(riskOfShare(id)).toBe('none');
    expect([titleOfShare('still_held'), titleOfShare('new one'), riskOfShare('toString')]).toEqual([
      'Still held',
      'new one',
      'mid',
    ]);
    expect([0, 1, 2].map(countCategories)).toEqual(['No category', '1 category', '2 categories']);
  });

  it('date a label, and remark on whose it is', () => {
    const label = { source_date: '2026-01-15', valid_from: '2026-01-01', valid_to: '2026-02-01' };
    expect(datesOfLabel(label)).toBe('15 Jan 2026; valid from 01 Jan 2026 to 01 Feb 2026');
    expect(datesOfLabel({ ...label, source_date: null, valid_from: null })).toBe('valid to 01 Feb 2026');
    expect(datesOfLabel({ source_date: null, valid_from: null, valid_to: null })).toBe('');
    expect(remarksOnLabel(true)).toEqual(['This wallet']);
    expect(remarksOnLabel(false)).toEqual([]);
  });

  it('list every label once, those of the address first', () => {
    const facts = { category: 'sanctions', source: 'a-list', confidence: 60 } as const;
    const [one, other, official] = [
      { ...facts, entity: 'One' },
      { ...facts, entity: 'Other' },
      { ...facts, entity: 'One', source: 'ofac-sdn' },
    ];
    expect(labelsBehind([one, official], [other, { ...one }, { ...other }])).toEqual([
      { key: JSON.stringify(official), label: official, isOwn: true },
      { key: JSON.stringify(one), label: one, isOwn: true },
      { key: JSON.stringify(other), label: other, isOwn: false },
    ]);
  });

  it('say who is behind a label', () => {
    const label = { entity: 'One', category: 'sanctions', source: 'ofac-sdn' } as const;
    expect(sourceKindOf(label)).toBe('OFAC SDN list');
    expect(sourceKindOf({ ...label, category: 'mixer', source: 'ofac-delisted' })).toBe('Government notice');
    expect(sourceKindOf({ ...label, category: 'scam', source: 'mew-darklist' })).toBe('Community list');
    expect(sourceKindOf({ ...label, category: 'scam', source: 'a-vendor' })).toBe('Operator’s list');
    const derived = {
      ...label,
      category: 'exchange_licensed',
      source: 'graphsense-tagpacks',
      origin: 'derived',
    } as const;
    expect(sourceKindOf(derived)).toBe('Derived from transfers');
  });

  it('name how far away a row is, where a sample path is longer than the nearest way', () => {
    expect(hopsOf({ hops: 2, paths: [{ hops: 3 }, { hops: 4 }, { hops: 2 }] })).toBe('2–4');
    expect(hopsOf({ hops: 1, paths: [{ hops: 1 }] })).toBe('1');
    expect(hopsOf({ hops: 2, paths: [] })).toBe('2');
  });

  it('remark on a row, and leave out paths with the same transfers', () => {
    expect(remarksOnRow({ too_small: true, before_designation: 0.00001 })).toEqual([
      'Too small to count',
      'under 0.1% before designation',
    ]);
    expect(remarksOnRow({ too_small: false, before_designation: 0 })).toEqual([]);
    const path = { hops: 1, steps: [{ from: 'a', to: 'b' }] };
    expect(withoutRepeats([path, { ...path, hops: 2 }, { hops: 1, steps: [] }])).toEqual([
      path,
      { hops: 1, steps: [] },
    ]);
    expect(isWarning({ kind: 'label_on_other_network' })).toBe(true);
    expect(isWarning({ kind: 'burst' })).toBe(false);
  });

  it('name records and tickers', () => {
    expect(nameRecords({ network: 'BTC', ticker: 'BTC' })).toBe('Bitcoin');
    expect(nameRecords({ network: 'TRX', ticker: 'USDT' })).toBe('USDT on Tron');
    expect(nameRecords({ network: null, ticker: 'XMR' })).toBe('XMR');
    expect([countRecords(1, 'BTC'), countRecords(1200, 'TRX')]).toEqual(['1 transaction', '1,200 transfers']);
    expect([nameTicker({ ticker: 'USDT', parent: 'TRX' }), nameTicker({ ticker: 'BTC', parent: null })]).toEqual([
      'USDT on TRX',
      'BTC',
    ]);
  });
});
