import type { PaymentMethod } from './money.ts';

/**
 * The saved card as people read it (GAP-46); without one, how payment works at all.
 *
 * @example methodText([{ last4: '4242', exp_month: 4, exp_year: 2029, … }]) // 'Card •••• 4242, 04/29'
 */
export function methodText(methods: readonly PaymentMethod[]): string {
  const method = methods.find((entry) => entry.default) ?? methods[0];
  if (method === undefined) return 'Card';
  const month = String(method.exp_month).padStart(2, '0');
  const year = String(method.exp_year % 100).padStart(2, '0');
  return `Card •••• ${method.last4}, ${month}/${year}`;
}
