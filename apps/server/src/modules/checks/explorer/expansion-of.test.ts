import { Expansion } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { expansionOf } from './expansion-of.ts';
import type { Neighbour, NeighboursOfDirection } from './explorer.ports.ts';

const BTC = { ticker: 'BTC', parent: null, decimals: 8 };

function party(address: string | null, role: Neighbour['role'], label: Neighbour['label'] = null): Neighbour {
  return { address, role, label, amount: 5n, transfers: 2, firstTime: 1_600_000_000, lastTime: 1_700_000_000 };
}

function of(largest: readonly Neighbour[], more = 0): NeighboursOfDirection {
  return { largest, parties: largest.length + more, amount: BigInt(5 * (largest.length + more)), unread: null };
}

describe('an expansion', () => {
  const incoming = of([
    party('payer', 'account', { entity: 'Example Mixer', category: 'mixer' }),
    party(null, 'coinbase', { entity: 'Block reward', category: 'miner' }),
    party(null, 'unknown'),
  ]);
  const outgoing = of([party('payee', 'account'), party(null, 'fee'), party(null, 'unknown')], 3);
  const found = { is: 'ready', incoming, outgoing, alsoSeen: [] } as const;
  const { nodes, edges } = Expansion.parse(expansionOf('own', BTC, found, new Date(0)));

  it('has the category of a label, and none for what no label names', () => {
    expect(
      nodes.map((node) => [node.id, node.kind === 'not_followed' ? node.reason : (node.label?.category ?? null)]),
    ).toEqual([
      ['own', null],
      ['payer', 'mixer'],
      ['entity:miner:Block reward', 'miner'],
      ['unknown_origin:incoming:BTC::own', 'unknown_origin'],
      ['payee', null],
      ['fee:outgoing:BTC::own', 'fee'],
      ['not_followed:outgoing:BTC::own', 'not_followed'],
      ['not_shown:outgoing:BTC::own', 'not_shown'],
    ]);
  });

  it('counts records of parties only, and shows what nobody can be named for as not followed', () => {
    expect(edges.map(({ from, to, basis, transfers }) => [from, to, basis, transfers])).toEqual([
      ['payer', 'own', 'records', 2],
      ['entity:miner:Block reward', 'own', 'records', 2],
      ['unknown_origin:incoming:BTC::own', 'own', 'share', null],
      ['own', 'payee', 'records', 2],
      ['own', 'fee:outgoing:BTC::own', 'share', null],
      ['own', 'not_followed:outgoing:BTC::own', 'share', null],
      ['own', 'not_shown:outgoing:BTC::own', 'share', null],
    ]);
    expect(edges.map(({ amount }) => amount)).toEqual(['5', '5', '5', '5', '5', '5', '15']);
  });
});
