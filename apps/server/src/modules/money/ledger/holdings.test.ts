import { PLANS } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { holdingsOf } from './holdings.ts';
import { FLEX_TARIFF, FREE_TARIFF } from './ledger.ports.ts';
import type { StoredTariff } from './tariffs.store.ts';

const NOW = new Date('2026-06-01T00:00:00Z');

function tariff(change: Partial<StoredTariff>): StoredTariff {
  return { id: 1, series: 'free', planId: 1, expiresAt: null, left: 1, used: 0, createdAt: NOW, ...change };
}

describe('what an account has', () => {
  it('is nothing where nothing was ever given', () => {
    expect(holdingsOf([], NOW)).toEqual({ checks: 0, used_checks: 0, currentTariff: null, tariffs: [] });
  });

  it('[ENT-07] shows every tariff with checks by id, left_checks, expired_in and plan', () => {
    const until = new Date('2026-07-01T00:00:00Z');
    const { tariffs, checks } = holdingsOf(
      [tariff({ id: 7, planId: 11, series: 'sub_1', expiresAt: until, left: 80, used: 20 }), tariff({ id: 3 })],
      NOW,
    );
    expect(tariffs[0]).toEqual({
      id: 7,
      left_checks: 80,
      expired_in: '2026-07-01T00:00:00.000Z',
      used_checks: 20,
      plan: { id: 11, name: 'Standard', type: 'standard_1' },
    });
    expect(tariffs[1]).toMatchObject({ id: 3, left_checks: 1, expired_in: null, plan: { name: 'Free', type: 'free' } });
    expect(checks).toBe(81);
  });

  it('takes the plan that was opened last for the current tariff, used up or not', () => {
    const since = new Date('2026-04-01T00:00:00Z');
    const newer = tariff({ id: 1, planId: 7, expiresAt: new Date('2026-06-10T00:00:00Z'), left: 0, used: 30 });
    const longer = tariff({
      id: 2,
      planId: 15,
      expiresAt: new Date('2026-12-10T00:00:00Z'),
      left: 5,
      createdAt: since,
    });
    const flex = tariff({ id: 3, series: 'flex', planId: 6, createdAt: new Date('2026-05-01T00:00:00Z') });
    const { currentTariff, tariffs } = holdingsOf([newer, longer, flex], NOW);
    expect(currentTariff).toMatchObject({ id: 1, used_checks: 30 });
    expect(tariffs.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(holdingsOf([tariff({ createdAt: new Date(0) }), flex], NOW).currentTariff?.plan.name).toBe('Flex');
  });

  it('counts nothing of a tariff past its end but what was used of it', () => {
    const past = tariff({ planId: 7, expiresAt: NOW, left: 12, used: 18 });
    expect(holdingsOf([past], NOW)).toEqual({ checks: 0, used_checks: 18, currentTariff: null, tariffs: [] });
  });

  it('knows the plans that the ledger gives by itself', () => {
    const named = [FREE_TARIFF, FLEX_TARIFF].map(({ planId }) => PLANS.find(({ id }) => id === planId)?.type);
    expect(named).toEqual(['free', 'default']);
  });
});
