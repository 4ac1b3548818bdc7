import { RECORDS_READ } from '@assay/domain';
import { z } from 'zod';
import { fraction, ResultLabel, sentences } from '../result-evidence.ts';
import { basisFields, checkFields, ResultNote } from '../result-fields.ts';
import { ResultLookalike } from '../result-lookalikes.ts';
import { ResultPrices } from '../result-prices.ts';
import { ContactOf3, DecidedOf3 } from './decided-of-3.ts';
import { MixtureOf3, SetAsideName, usdOrNull } from './mixture-of-3.ts';
import { PaidOf3, SenderOf3 } from './paid-of-3.ts';

/** One text a place of a result; the codes say which sentences of the text set each is made of. */
export const TextsOf3 = z.object({
  headline: z.string().describe('The verdict, in a few words.'),
  below_verdict: z.string().nullable().describe('Contact of tier S that does not count, said below the verdict.'),
  advice: z.string().describe('What to do, in one line.'),
  text: z.string().describe('What was found; its first sentence is the reason of the headline.'),
  why: z.string().describe('Which rule decided, and why not another.'),
  would_change: z.array(z.string()).describe('What would change the stars, one sentence each; may be empty.'),
  codes: z.object({
    headline: sentences,
    below_verdict: sentences,
    advice: sentences,
    text: sentences,
    why: sentences,
    would_change: sentences,
  }),
});

/**
 * A result of version 3 of the method (docs/method/3) as it travels. A certificate is this, with its issuer and the
 * digests of its labels, records and inputs. Keys are snake_case. Amounts are base units as decimal text; shares are
 * 0 to 1; times are ISO 8601 in UTC.
 *
 * A result has one of: stars (`riskscore` 1 to 5, with `confidence` and `decided`), a `finding`, or a `no_answer`.
 */
export const ResultOf3 = z
  .object({
    schema: z.literal('assay-result/3'),
    method_version: z.literal('3'),
    method_revision: z.number().int().min(2).optional().describe('Not there in results of the first revision.'),
    text_set: z.literal(8),
    ...checkFields,
    riskscore: z.literal([0, 1, 2, 3, 4, 5]).describe('Stars; 0 without.'),
    question: z
      .enum(['wallet', 'payment', 'planned_payment'])
      .describe('What is asked: of the address, of coins that it received, of a payment that it would make.'),
    cut_off: z.string().describe('The moment that labels, the reviewed list and the price of the day were read for.'),
    finding: z
      .enum(['no_records', 'contact', 'none_found', 'too_little'])
      .nullable()
      .describe('What was found where it carries no stars; null with stars, and with `no_answer`.'),
    no_answer: z
      .enum(['not_traceable', 'sources_failed', 'unreadable', 'burn_address'])
      .nullable()
      .describe(
        'Why there is neither: the network is not followed, no provider answered, what one answered could not be read, or the address is nobody’s wallet.',
      ),
    confidence: z.enum(['high', 'medium', 'low']).nullable().describe('Of the stars; null without them.'),
    decided: DecidedOf3.nullable().describe('Null without stars.'),
    contact: ContactOf3.nullable().describe('The gravest contact; null where nothing bad was met.'),
    history: z
      .enum(['whole', 'incomplete', 'sample'])
      .nullable()
      .describe(
        'Of the address, of a payment those of its senders. `sample`: records are known to be unread. Null with `no_answer`.',
      ),
    mixtures: z.array(MixtureOf3).max(2).describe('`ever` and `now` where there are such, or `payment`.'),
    paid: PaidOf3.nullable().describe('Null of a payment, and where nothing could be read.'),
    set_aside: z.array(SetAsideName).describe('What section 8 of the method names, in its order.'),
    returned: z
      .array(
        z.object({
          address: z.string().describe('Who had paid it.'),
          amount: z.string(),
          inflow: z.string().describe('Id of the transaction that brought it.'),
          payment: z.string().describe('Id of the transaction that sent it back.'),
        }),
      )
      .describe('What was sent back of tainted inflows.'),
    untouched: z
      .array(z.object({ inflow: z.string().describe('Id of the transaction that brought it.'), amount: z.string() }))
      .describe('What lies untouched of tainted inflows.'),
    senders: z.array(SenderOf3).describe('Who made the payment, by address; empty of a wallet.'),
    senders_paid_usd: usdOrNull.describe(
      'Dollars of all that the senders of a payment paid to its receiver so far, on which its bounds in dollars rest.',
    ),
    exchanged_not_followed: fraction.describe(
      'Share of `ever`, or of the payment, that was exchanged for another asset or came from a place where assets change.',
    ),
    first_received: z.string().nullable().describe('When the first inflow came; null of a payment, and without one.'),
    labels: z.array(ResultLabel).describe('Of the address itself, strongest first.'),
    reviewed_list: z.string().describe('Version of the list of services that identify their customers.'),
    prices_used: z
      .array(
        z.object({
          source: z.string().nullable().describe('Whose price it is; null where there is none.'),
          asset: z.string(),
          day: z.string().describe('`YYYY-MM-DD`, UTC.'),
          price: z.number().nullable().describe('Dollars of one whole unit; null: no price is known.'),
        }),
      )
      .describe('Every price that was asked for, by day.'),
    texts: TextsOf3,
    notes: z.array(ResultNote).describe('Behaviour worth knowing, which never changes the stars.'),
    ...basisFields,
    records_read: z.enum(RECORDS_READ),
    prices: ResultPrices,
    lookalikes: z.array(ResultLookalike),
  })
  .meta({ id: 'ResultOf3' });
export type ResultOf3 = z.infer<typeof ResultOf3>;
