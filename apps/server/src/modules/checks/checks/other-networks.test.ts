import type { Label } from '@assay/exposure';
import { describe, expect, it } from 'vitest';
import { noteOtherNetworks, sharesKeys } from './other-networks.ts';

const NOW = 1_795_132_800;

const label = (change: Partial<Label> = {}): Label => ({
  entity: 'Lazarus Group',
  category: 'sanctions',
  confidence: 60,
  source: 'ofac-sdn',
  sourceUrl: null,
  sourceDate: '2026-06-25',
  validFrom: null,
  validTo: null,
  origin: 'given',
  ...change,
});

describe('a label on another network', () => {
  it('is named with its network, entity, source and date', () => {
    const elsewhere = [{ network: 'ETH', labels: [label()] }];
    const named = { network: 'Ethereum', category: 'sanctions', entity: 'Lazarus Group' };
    expect(noteOtherNetworks([], elsewhere, NOW, 1)).toEqual({
      kind: 'label_on_other_network',
      text:
        'Warning: on Ethereum this address is labelled Sanctions: Lazarus Group (ofac-sdn, 2026-06-25). ' +
        'A wallet has the same key on every Ethereum-style network.',
      label: named,
    });
    expect(noteOtherNetworks([], elsewhere, NOW)).toEqual({
      kind: 'label_on_other_network',
      text:
        'Warning: on Ethereum this address is listed: OFAC SDN list, Lazarus Group, as of 25 Jun 2026. ' +
        'A wallet has the same key on every Ethereum-style network.',
      params: { ...named, source: 'ofac-sdn', list: 'OFAC SDN list', date: '2026-06-25', also: [], more: false },
      label: named,
    });
  });

  it('names the gravest first, then the other networks', () => {
    const elsewhere = [
      { network: 'POLYGON', labels: [label({ category: 'gambling' })] },
      { network: 'ETH', labels: [label()] },
      { network: 'ARB', labels: [label({ category: 'mixer' })] },
    ];
    const note = noteOtherNetworks([], elsewhere, NOW);
    expect(note?.label?.network).toBe('Ethereum');
    expect(note?.text).toContain('It is labelled on Arbitrum, Polygon too.');
    expect(noteOtherNetworks([], elsewhere.toReversed(), NOW)).toEqual(note);
  });

  it.each([
    ['tier C', label({ category: 'bridge' })],
    ['tier D', label({ category: 'exchange_licensed', confidence: 100 })],
    ['confidence under 20', label({ confidence: 19 })],
    ['an ended listing', label({ validTo: NOW - 1 })],
    ['a derived label', label({ category: 'exchange_fraudulent', origin: 'derived' })],
  ])('is not worth a warning: %s', (_case, other) => {
    expect(noteOtherNetworks([], [{ network: 'ETH', labels: [other] }], NOW)).toBeNull();
  });

  it('is no news where the address has as grave a label on the network asked about', () => {
    const elsewhere = [{ network: 'ETH', labels: [label({ category: 'scam' })] }];
    expect(noteOtherNetworks([label()], elsewhere, NOW)).toBeNull();
    expect(noteOtherNetworks([label({ category: 'mixer' })], elsewhere, NOW)).toBeNull();
    expect(noteOtherNetworks([label({ category: 'gambling' })], elsewhere, NOW)).not.toBeNull();
  });

  it('counts for addresses of the kind that Ethereum-style networks share', () => {
    expect(sharesKeys('0x098b716b8aaf21512996dc57eb0615e2383e2f96')).toBe(true);
    for (const address of [
      'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G',
      `0x${'1'.repeat(64)}`,
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    ])
      expect(sharesKeys(address), address).toBe(false);
  });
});
