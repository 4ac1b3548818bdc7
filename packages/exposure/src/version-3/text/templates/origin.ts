import { countOf, formatDay, formatShare, formatUsdInSentence, joinWords } from '@assay/wording';
import type { Usd } from '../../rating/bounds/dollars.ts';
import { define, type Question } from '../define.ts';
import { inDollars, MIXTURE_WORDS, nameMixture, QUESTION_WORDS } from '../words.ts';

const READ = { question: 'question', usd: 'usd', since: 'nameOrNull', share: 'share' } as const;
interface Read {
  readonly question: Question;
  readonly usd: Usd;
  readonly since: string | null;
  readonly share: number;
}

/** What was read, and where it comes from (docs/method/3, section 11). */
export const ORIGIN = {
  read_share: define('read_share', READ, (given) => `${readOf(given)}.`),
  nothing_listed: define(
    'nothing_listed',
    { ...READ, steps: 'steps' },
    ({ steps, ...given }) =>
      `${readOf(given)}; nothing that was read comes from a listed address within ${countOf(steps, 'step')}.`,
  ),
  origin_shares: define(
    'origin_shares',
    { explained: 'share', mined: 'yes', otherNamed: 'share', bad: 'share', exchanged: 'share', remains: 'yes' },
    ({ explained, mined, otherNamed, bad, exchanged, remains }) => {
      const from = [
        { share: explained, of: `services that identify their customers${mined ? ' or newly mined coins' : ''}` },
        { share: otherNamed, of: 'other named services' },
        { share: bad, of: 'sources of risk' },
      ].filter(({ share }) => share > 0);
      const parts = [
        ...from.map(({ share, of }, index) => `${formatShare(share)} ${index === 0 ? 'comes ' : ''}from ${of}`),
        ...(exchanged > 0 ? [`${formatShare(exchanged)} was exchanged and not followed`] : []),
      ];
      if (parts.length === 0) return 'What was read is from accounts without a label.';
      return `${joinWords(parts)}.${remains ? ' The rest is from accounts without a label.' : ''}`;
    },
  ),
  held: define(
    'held',
    { rest: 'yes', usd: 'usd', explained: 'share', bad: 'share', notFollowed: 'share' },
    ({ rest, usd, explained, bad, notFollowed }) => {
      const parts = [
        explained > 0 ? `${formatShare(explained)} is explained` : 'nothing is explained',
        ...(bad > 0 ? [`${formatShare(bad)} comes from sources of risk`] : []),
        ...(notFollowed > 0 ? [`${formatShare(notFollowed)} could not be read`] : []),
      ];
      return `Of ${nameMixture('now', rest)}${inDollars(usd)}, ${joinWords(parts)}.`;
    },
  ),
  held_same: define(
    'held_same',
    { rest: 'yes', usd: 'usd' },
    ({ rest, usd }) => `The shares of ${nameMixture('now', rest)}${inDollars(usd)} are the same.`,
  ),
  now_left_out: define(
    'now_left_out',
    {},
    () => 'Less than $10 is left of what it held after the last inflow, so that does not decide.',
  ),
  history_sample: define('history_sample', { question: 'question' }, ({ question }) =>
    question === 'wallet'
      ? 'Not all records of this address were read.'
      : 'Not all records behind this payment were read.',
  ),
  history_incomplete: define('history_incomplete', { question: 'question' }, ({ question }) =>
    question === 'wallet'
      ? 'The records do not cover all that this address paid or holds, so a part of its origin cannot be known.'
      : 'The records behind this payment do not cover all that was paid, so a part of its origin cannot be known.',
  ),
  stated_total: define(
    'stated_total',
    { source: 'name' },
    ({ source }) => `${source} states that more came in than the records hold; the difference counts as not read.`,
  ),
  no_price_at_all: define('no_price_at_all', {}, () => 'A price lacks, so shares are read without dollars.'),
  no_price: define(
    'no_price',
    { mixture: 'mixture' },
    ({ mixture }) => `A price lacks for ${MIXTURE_WORDS[mixture]}, so its shares are read without dollars.`,
  ),
  payment_sum: define(
    'payment_sum',
    { question: 'question', usd: 'usdKnown' },
    ({ question, usd }) =>
      `With ${QUESTION_WORDS[question]}, its senders have paid this receiver ${formatUsdInSentence(usd)} so far; dollars are of that sum.`,
  ),
  means_nothing: define(
    'means_nothing',
    { question: 'question' },
    ({ question }) => `This says nothing about ${QUESTION_WORDS[question]}, good or bad.`,
  ),
  means_contact: define(
    'means_contact',
    { question: 'question' },
    ({ question }) => `This is listed, and is no rating of ${QUESTION_WORDS[question]}, good or bad.`,
  ),
  more_read_on: define('more_read_on', {}, () => 'Its sources can be read on.'),
  more_upload: define('more_upload', {}, () => 'To read more, records have to be uploaded.'),
};

function readOf({ question, usd, since, share }: Read): string {
  const unread = share > 0 ? `${formatShare(share)} could not be read` : 'all could be read';
  if (question !== 'wallet') return `Of ${QUESTION_WORDS[question]}, ${unread}`;
  const received = usd === null ? 'what was received' : `${formatUsdInSentence(usd)} received`;
  return `Of ${received}${since === null ? '' : ` since ${formatDay(since)}`}, ${unread}`;
}
