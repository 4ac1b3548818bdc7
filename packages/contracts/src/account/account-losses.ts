import { z } from 'zod';
import { AdditionData } from '../payment/subscription.ts';
import { Holdings } from '../user/user.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** What ends with an account: the personal balance, whichever workspace is selected. */
export const AccountLossesData = Holdings.pick({ currentTariff: true, tariffs: true })
  .extend({
    /** Names of the companies that the person leaves; their balances stay with them. */
    companies: z.array(z.string()),
    /** Of these, the companies whose last owner the person is: as long as there is one, the account cannot be deleted. */
    last_owner_of: z.array(z.string()),
    /** Months that are paid for and have not arrived. */
    next_additions: z.array(AdditionData),
    /** Whether a card would be charged for a plan again. */
    charges_card: z.boolean(),
    /** Whether money arrived for an order that is neither counted nor sent back: nobody can be asked about it afterwards. */
    keeps_money: z.boolean(),
    /** The last day (UTC) of a legal hold; the account cannot be deleted before its end. Null without one. */
    held_to: z.iso.date().nullable(),
  })
  .meta({ id: 'AccountLosses' });
export type AccountLossesData = z.infer<typeof AccountLossesData>;

/** GET /account/losses: what deleting the account would end. */
export const AccountLosses = {
  method: 'GET',
  path: '/account/losses',
  summary: 'What ends with one’s account',
  tag: 'account',
  limit: 'exports',
  answers: { 200: success(AccountLossesData) },
} as const satisfies Contract;
