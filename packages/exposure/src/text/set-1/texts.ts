import { CATEGORY_WORDS } from '@assay/wording';
import { STRONG_CONFIDENCE } from '../../method/numbers.ts';
import type { Direction } from '../../records/record.ts';
import type { Assessment, IdentityCause, NotRatedReason } from '../../score/assessment.ts';
import type { ScoreFacts } from '../../score/score-facts.ts';
import { describeChanges } from './changes.ts';
import { describeFlow, exposureOf } from './flow.ts';
import { writeHeadline } from './headline.ts';
import { writeWhy } from './why.ts';

/** What to do next, for an address without stars. The check is given back. */
const NOT_RATED: Readonly<Record<NotRatedReason, string>> = {
  no_records:
    'The records held know no confirmed transfer of this address in this asset. Check the address and the asset, or come back after the first transfer is confirmed.',
  not_traceable:
    'Transfers of this asset cannot be followed here: its network hides them, or no records of it are kept. Ask your counterparty where the money comes from.',
  sources_failed:
    'No source of transfers answered, so nothing can be said of this address. Try again in a few minutes.',
  too_little_attributed:
    'There are transfers, but hardly any of them lead to a party that is known. Ask your counterparty where the money comes from, or check again when more is known.',
  burn_address:
    'Nobody holds the key to this address: assets are issued from it or destroyed by sending them to it. Do not send money here, and do not accept it as the address of a counterparty.',
};

/** What a reader may have to expect, by stars from one to three. */
const ADVICE: Readonly<Partial<Record<number, string>>> = {
  1: 'An exchange or custody service may freeze assets received from this wallet.',
  2: 'An exchange or custody service may hold assets received from this wallet and ask where they come from.',
  3: 'A counterparty may ask where these assets come from.',
};

/** Headline, text, reason and what would change it, from templates: one per band and cause (docs/method, section 6.7). */
export function writeTexts(facts: ScoreFacts): Pick<Assessment, 'headline' | 'text' | 'why' | 'wouldChange'> {
  return {
    headline: writeHeadline(facts),
    text: writeText(facts),
    why: writeWhy(facts),
    wouldChange: describeChanges(facts),
  };
}

function writeText(facts: ScoreFacts): string {
  const { cause, stars } = facts;
  if (cause.rule === 'not_rated') {
    const given = cause.reason === 'sources_failed' ? 'Nothing was charged.' : 'The check is given back.';
    return `${NOT_RATED[cause.reason]} ${given}`;
  }
  const said = cause.rule === 'identity' ? describeIdentity(cause) : describeSides(facts);
  return [said, ADVICE[stars]].filter((sentence) => sentence !== undefined && sentence !== '').join(' ');
}

function describeIdentity({ label }: IdentityCause): string {
  const { own } = CATEGORY_WORDS[label.category];
  const dated = label.sourceDate === null ? label.source : `${label.source}, ${label.sourceDate}`;
  return label.confidence < STRONG_CONFIDENCE
    ? `A source of limited confidence says that this address ${own}: ${label.entity} (${dated}).`
    : `This address ${own}: ${label.entity} (${dated}).`;
}

/** The direction that decided; without one, incoming if it has records, else outgoing. */
function describeSides(facts: ScoreFacts): string {
  const exposure = exposureOf(facts, decidingSide(facts));
  const small = facts.score.tooSmall[exposure.direction].size > 0;
  return small
    ? `${describeFlow(exposure)} What is too small in sum to count is listed as such.`
    : describeFlow(exposure);
}

function decidingSide({ cause, stars, input }: ScoreFacts): Direction {
  if (cause.rule === 'floor' || (cause.rule === 'linear' && stars < 5)) return cause.direction;
  return input.incoming.records > 0 ? 'bwd' : 'fwd';
}
