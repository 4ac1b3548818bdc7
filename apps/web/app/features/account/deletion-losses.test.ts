import { expect, it } from 'vitest';
import { deletionLosses } from './deletion-losses.ts';

const tariff = (id: number, name: string, left_checks: number, expired_in: string | null) => ({
  id,
  left_checks,
  expired_in,
  used_checks: 0,
  plan: { id, name, type: 'default' as const },
});

const NONE = {
  currentTariff: null,
  tariffs: [],
  companies: [],
  next_additions: [],
  charges_card: false,
  keeps_money: false,
};

it('names a plan that runs and the checks that were paid for before an account is deleted', () => {
  const standard = tariff(1, 'Standard', 100, '2027-02-26T10:00:00.000Z');
  expect(
    deletionLosses(
      { ...NONE, charges_card: true, currentTariff: standard, tariffs: [standard, tariff(2, 'Flex', 250, null)] },
      'UTC',
    ),
  ).toEqual([
    'Your plan Standard ends now instead of on 26-Feb-2027, with 100 checks. Your card is not charged again.',
    '250 checks, Flex',
  ]);
});

it('says once that no card is charged again, where a plan that was replaced still has checks', () => {
  const standard = tariff(1, 'Standard', 100, '2027-02-26T10:00:00.000Z');
  const premium = tariff(2, 'Premium', 300, '2027-03-26T10:00:00.000Z');
  const losses = { ...NONE, charges_card: true, currentTariff: premium, tariffs: [standard, premium] };
  expect(deletionLosses(losses, 'UTC')).toEqual([
    'Your plan Standard ends now instead of on 26-Feb-2027, with 100 checks.',
    'Your plan Premium ends now instead of on 26-Mar-2027, with 300 checks. Your card is not charged again.',
  ]);
});

it('names a plan without checks left, and nothing where nothing is lost', () => {
  const basic = tariff(1, 'Basic', 0, '2027-02-26T10:00:00.000Z');
  expect(deletionLosses({ ...NONE, currentTariff: basic }, 'UTC')).toHaveLength(1);
  expect(deletionLosses({ ...NONE, currentTariff: tariff(3, 'Free', 0, null) }, 'UTC')).toEqual([]);
});

it('names the companies that are left, and says that their checks are not lost', () => {
  expect(deletionLosses({ ...NONE, companies: ['Acme', 'Firm Ltd.'] }, 'UTC')).toEqual([
    'Your membership of Acme: its checks stay with it, and API keys, webhooks and open invitations that you made there are revoked.',
    'Your membership of Firm Ltd.: its checks stay with it, and API keys, webhooks and open invitations that you made there are revoked.',
  ]);
});

it('says nothing of a card where none is charged, and names the months that were paid for and did not arrive', () => {
  const plan = tariff(1, 'Premium', 500, '2027-02-26T10:00:00.000Z');
  const next_additions = [
    { at: '2026-12-26T10:00:00.000Z', checks_number: 100, plan_name: 'Standard' },
    { at: '2026-12-28T10:00:00.000Z', checks_number: 500, plan_name: 'Premium' },
    { at: '2027-01-26T10:00:00.000Z', checks_number: 100, plan_name: 'Standard' },
  ];
  expect(deletionLosses({ ...NONE, currentTariff: plan, next_additions }, 'UTC')).toEqual([
    'Your plan Premium ends now instead of on 26-Feb-2027, with 500 checks.',
    '200 checks of Standard that you paid for and that were to arrive by 26-Jan-2027',
    '500 checks of Premium that you paid for and that were to arrive by 28-Dec-2026',
  ]);
});

it('names money that is kept for an order, which nobody can be asked about afterwards', () => {
  expect(deletionLosses({ ...NONE, keeps_money: true }, 'UTC')).toEqual([
    'Money that arrived for an order and is kept until it is decided about: ask our support to send it back first',
  ]);
});
