import { define, type Question } from '../define.ts';

const ASKED = { question: 'question' } as const;

/** The same advice in the words of each question. */
const byQuestion =
  (wallet: string, payment: string, planned: string = payment) =>
  ({ question }: { readonly question: Question }): string =>
    ({ wallet, payment, planned })[question];

/** What to do, one line. No line advises to return anything, or to move what may be frozen. */
export const ADVICE_LINES = {
  advice_refuse: define(
    'advice_refuse',
    ASKED,
    byQuestion(
      'Do not send to it or accept from it.',
      'Leave this money where it is, and get advice before you do anything with it.',
      'Do not accept this payment.',
    ),
  ),
  advice_hold: define(
    'advice_hold',
    ASKED,
    byQuestion('Do not deliver yet.', 'Do not deliver yet.', 'Do not agree to this payment yet.'),
  ),
  advice_ask: define(
    'advice_ask',
    ASKED,
    byQuestion(
      'Ask where the money comes from before a large payment.',
      'Ask where the money comes from before you use it.',
      'Ask where the money comes from before you accept it.',
    ),
  ),
  advice_ask_source: define(
    'advice_ask_source',
    ASKED,
    byQuestion('Ask where it comes from.', 'Ask where it comes from.'),
  ),
  advice_accept_and_keep: define('advice_accept_and_keep', ASKED, () => 'Fine to accept. Keep the signed report.'),
  advice_accept: define('advice_accept', ASKED, () => 'Fine to accept.'),
  advice_ask_payer: define(
    'advice_ask_payer',
    ASKED,
    byQuestion('Ask who paid it before a large payment.', 'Ask the sender where it comes from.'),
  ),
  advice_wait: define('advice_wait', ASKED, () => 'Wait for the rest.'),
  advice_upload: define('advice_upload', ASKED, byQuestion('Upload its records.', 'Upload the records behind it.')),
  advice_first_payment: define(
    'advice_first_payment',
    ASKED,
    byQuestion(
      'Ask for a first small payment, then check that.',
      'Ask the sender where it comes from.',
      'Ask for a first small payment, then check that.',
    ),
  ),
};
