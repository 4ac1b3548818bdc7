import type { Client } from '@assay/contracts/client';
import type { PaymentMethod } from './money.ts';

const METHOD = {
  id: 'string',
  card: 'string',
  last4: 'string',
  exp_month: 'number',
  exp_year: 'number',
  default: 'boolean',
} as const;

/** The saved cards. A list of the wrong shape is refused (rows PAY-08 and ERR-16). @throws ApiError */
export function readMethods(
  call: Client<AbortSignal>['call'],
  signal?: AbortSignal,
): Promise<readonly PaymentMethod[]> {
  return call('GET /payment/methods', { signal, expects: [METHOD] });
}
