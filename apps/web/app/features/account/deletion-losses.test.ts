import { expect, it } from 'vitest';
import { deletionLosses } from './deletion-losses.ts';

const tariff = (id: number, name: string, left_checks: number, expired_in: string | null) => ({
  id,
  left_checks,
  expired_in,
  used_checks: 0,
  plan: { id, name, type: 'default' as const },
});

it('names a plan that runs and the checks that were paid for before an account is deleted', () => {
  const standard = tariff(1, 'Standard', 100, '2027-02-26T10:00:00.000Z');
  expect(deletionLosses({ currentTariff: standard, tariffs: [standard, tariff(2, 'Flex', 250, null)] }, 'UTC')).toEqual(
    [
      'Your plan Standard ends now instead of on 26-Feb-2027, with 100 checks. A card is not charged again.',
      '250 checks, Flex',
    ],
  );
});

it('names a plan without checks left, and nothing where nothing is lost', () => {
  const basic = tariff(1, 'Basic', 0, '2027-02-26T10:00:00.000Z');
  expect(deletionLosses({ currentTariff: basic, tariffs: [] }, 'UTC')).toHaveLength(1);
  expect(deletionLosses({ currentTariff: tariff(3, 'Free', 0, null), tariffs: [] }, 'UTC')).toEqual([]);
});
