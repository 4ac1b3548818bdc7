import { z } from 'zod';
import { HistoryItem } from '../monitor/history-item.ts';
import { User } from '../user/user.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** One line of the ledger as its holder may read it. */
export const LedgerLine = z.object({
  at: z.iso.datetime(),
  kind: z.string(),
  checks: z.number().int(),
  reason: z.string(),
  tariff: z.string(),
  /** Id of the check it was for. */
  reference: z.string().nullable(),
});

/** Everything kept about the caller, as the privacy policy promises. */
export const AccountData = z
  .object({
    exported_at: z.iso.datetime(),
    user: User,
    checks: z.array(
      HistoryItem.omit({ payment: true }).extend({
        status: z.string(),
        charged: z.boolean(),
        riskscore: z.number().nullable(),
        /** Of a check of a transaction; null for one of an address. */
        transaction_id: z.string().nullable(),
        payment_direction: z.enum(['deposit', 'withdrawal']).nullable(),
      }),
    ),
    ledger: z.array(LedgerLine),
  })
  // Parts that other features keep: the account itself, sessions, links to sign in by, survey answers, payments.
  .catchall(z.array(z.record(z.string(), z.unknown())))
  .meta({ id: 'AccountData' });

/** GET /account/data: answers with a file name, so that a plain link saves it. */
export const AccountDataExport = {
  method: 'GET',
  path: '/account/data',
  summary: 'Everything kept about one’s account',
  tag: 'account',
  limit: 'exports',
  needs: { stepUp: 'always' },
  answers: { 200: success(AccountData) },
} as const satisfies Contract;
