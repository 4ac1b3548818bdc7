import { buildLabel } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { absorbingLabel } from './absorbing-label.ts';
import type { Label } from './label.ts';

const derived = (derivedBy: Label['derivedBy'] & string, change: Partial<Label> = {}) =>
  buildLabel({ entity: derivedBy, confidence: 40, origin: 'derived', derivedBy, ...change });

const deposit = derived('deposit_address');
const service = derived('unlabelled_service', { category: 'unlabelled_service' });
const cluster = derived('cluster', { category: 'scam' });

const entityOf = (labels: readonly Label[], direction: 'bwd' | 'fwd', atTime: number | null = 0) =>
  absorbingLabel(labels, atTime, direction)?.label.entity ?? null;

describe('labels that absorb', () => {
  it('lets a deposit address absorb what is sent to it, and looks through it for what comes from it', () => {
    expect(entityOf([deposit], 'fwd')).toBe('deposit_address');
    expect(entityOf([deposit], 'bwd')).toBeNull();
  });

  it('lets an unlabelled service and a cluster absorb in both directions', () => {
    for (const direction of ['bwd', 'fwd'] as const) {
      expect(entityOf([service], direction)).toBe('unlabelled_service');
      expect(entityOf([cluster], direction)).toBe('cluster');
    }
  });

  it('asks given labels first, whatever their confidence from 20 on, then the cluster, then the others', () => {
    const given = buildLabel({ entity: 'given', category: 'other_entities', confidence: 20 });
    expect(entityOf([service, deposit, cluster, given], 'fwd')).toBe('given');
    expect(entityOf([service, deposit, cluster], 'fwd')).toBe('cluster');
    expect(entityOf([service, deposit], 'fwd')).toBe('deposit_address');
    expect(entityOf([deposit, buildLabel({ confidence: 10 })], 'bwd')).toBeNull();
  });

  it('goes on to the cluster when the only given label has ended', () => {
    const ended = buildLabel({ entity: 'given', category: 'sanctions', validFrom: 1, validTo: 5 });
    expect(entityOf([cluster, ended], 'bwd', 3)).toBe('given');
    expect(entityOf([cluster, ended], 'bwd', 6)).toBe('cluster');
  });

  it('lets labels of version 1 compete with each other, derived ones included', () => {
    const derived = buildLabel({ entity: 'derived', category: 'gambling', confidence: 40, origin: 'derived' });
    const weak = buildLabel({ entity: 'given', confidence: 40 });
    for (const direction of ['bwd', 'fwd'] as const) expect(entityOf([weak, derived], direction)).toBe('derived');
  });

  it('orders labels carried to the same key by the network they were given on', () => {
    const [bsc, eth] = ['BSC', 'ETH'].map((carriedFrom) => buildLabel({ confidence: 40, carriedFrom }));
    const carried = [eth, bsc].filter((label) => label !== undefined);
    expect(absorbingLabel(carried, 0, 'bwd')?.label.carriedFrom).toBe('BSC');
  });
});
