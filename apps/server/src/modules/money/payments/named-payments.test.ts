import { expect, it } from 'vitest';
import { type KnownPayment, namedPayments } from './named-payments.ts';

const known = (reference: string, more: Partial<KnownPayment> = {}): KnownPayment => {
  return { reference, state: 'arrived', isFirst: false, used: null, ...more };
};

it('what a message is about is read first, dust last, and what was sent back no more', () => {
  const dust = ['10', '11', '12'].map((reference) => known(reference));
  const others = [
    known('13', { used: '0.001' }),
    known('14', { used: '0.5' }),
    known('15', { isFirst: true }),
    known('16', { state: 'refunded' }),
    known('17', { state: 'under_way' }),
    known('18', { state: null }),
    known('19', { state: 'over' }),
  ];
  expect(namedPayments([...dust, ...others], ['12', '99'])).toEqual({
    first: ['12', '99', '17', '18'],
    later: ['15', '14', '13', '10', '11', '19'],
    final: ['16'],
  });
});
