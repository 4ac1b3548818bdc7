import { describe, expect, it } from 'vitest';
import { methodText } from './method-text.ts';

const visa = { id: 'pm_1', card: 'visa', last4: '4242', exp_month: 4, exp_year: 2029, default: false };

describe('the payment method', () => {
  it('[BILL-03] reads Card, with the saved card where there is one', () => {
    expect(methodText([])).toBe('Card');
    expect(methodText([visa])).toBe('Card •••• 4242, 04/29');
  });

  it('is the default card, and otherwise the first', () => {
    const other = { ...visa, last4: '0005', exp_month: 12, exp_year: 2031 };
    expect(methodText([visa, { ...other, default: true }])).toBe('Card •••• 0005, 12/31');
    expect(methodText([other, visa])).toBe('Card •••• 0005, 12/31');
    expect(methodText([{ ...visa, exp_year: 2105 }])).toBe('Card •••• 4242, 04/05');
  });
});
