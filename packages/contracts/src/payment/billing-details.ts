import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { lineText, storedText } from '../wire/stored-text.ts';

const line = (most: number) => lineText().max(most).default('');

export const BillingDetailsBody = z
  .object({
    company: line(120),
    address: storedText()
      .trim()
      .max(400)
      .refine((given) => !/[^\P{Cc}\n\r]|[\u202a-\u202e\u2066-\u2069]/u.test(given), 'no control characters')
      .default(''),
    /** VAT or another tax number. */
    tax_id: line(40),
  })
  .meta({ examples: [{ company: 'Firm OÜ', address: 'Narva mnt 5\n10117 Tallinn', tax_id: 'EE123456789' }] });

export const BillingDetailsData = z
  .object({ company: z.string(), address: z.string(), tax_id: z.string() })
  .meta({ id: 'BillingDetails' });

/** GET /payment/billing-details: what one wants on invoices; empty texts for nothing. */
export const BillingDetails = {
  method: 'GET',
  path: '/payment/billing-details',
  summary: 'What one wants on invoices',
  tag: 'payment',
  limit: 'reports',
  needs: { permission: 'billing' },
  answers: { 200: success(BillingDetailsData) },
} as const satisfies Contract;

/** PUT /payment/billing-details: for invoices that are issued from now on. */
export const SetBillingDetails = {
  method: 'PUT',
  path: '/payment/billing-details',
  summary: 'Say what one wants on invoices from now on',
  tag: 'payment',
  limit: 'reports',
  needs: { permission: 'billing' },
  body: BillingDetailsBody,
  answers: { 200: success(BillingDetailsData) },
  errors: ['NotFound', 'SecretNotAddress'],
} as const satisfies Contract;
