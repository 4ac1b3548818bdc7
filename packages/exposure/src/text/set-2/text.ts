import { STRONG_CONFIDENCE } from '../../method/numbers.ts';
import type { Direction } from '../../records/record.ts';
import type { IdentityCause, NotRatedReason } from '../../score/assessment.ts';
import type { ScoreFacts } from '../../score/score-facts.ts';
import type { Sentence } from '../../score/sentence.ts';
import { describeFlow, exposureOf } from './flow.ts';
import { say } from './say.ts';
import { citedFor, otherSourcesOf } from './support.ts';

const NOT_RATED = {
  no_records: 'found_no_records',
  not_traceable: 'found_not_traceable',
  sources_failed: 'found_sources_failed',
  too_little_attributed: 'found_too_little',
  burn_address: 'found_burn_address',
} as const satisfies Record<NotRatedReason, string>;

/** What a reader may have to expect, by stars from one to three. */
const EXPECT = { 1: 'may_be_frozen', 2: 'may_be_held', 3: 'may_be_asked' } as const;

/** What was found, in plain words. */
export function writeText(facts: ScoreFacts): readonly Sentence[] {
  const { cause, stars } = facts;
  if (cause.rule === 'not_rated') {
    return [
      say(NOT_RATED[cause.reason]),
      say(cause.reason === 'sources_failed' ? 'nothing_charged' : 'check_given_back'),
    ];
  }
  return [
    ...(cause.rule === 'identity' ? describeIdentity(facts, cause) : describeSides(facts)),
    ...(stars === 1 || stars === 2 || stars === 3 ? [say(EXPECT[stars])] : []),
  ];
}

function describeIdentity(facts: ScoreFacts, cause: IdentityCause): readonly Sentence[] {
  const sources = otherSourcesOf(facts, cause);
  return [
    say(cause.label.confidence < STRONG_CONFIDENCE ? 'weak_label_says' : 'label_says', citedFor(facts, cause)),
    ...(sources.length > 0 ? [say('also_listed', { sources })] : []),
    ...(facts.identity?.alone === true ? [say('service_itself')] : []),
  ];
}

/** The direction that decided; without one, incoming if it has records, else outgoing. */
function describeSides(facts: ScoreFacts): readonly Sentence[] {
  const exposure = exposureOf(facts, decidingSide(facts));
  const isSmall = facts.score.tooSmall[exposure.direction].size > 0;
  return [...describeFlow(exposure), ...(isSmall ? [say('too_small_listed')] : [])];
}

function decidingSide({ cause, stars, input }: ScoreFacts): Direction {
  if (cause.rule === 'floor' || (cause.rule === 'linear' && stars < 5)) return cause.direction;
  return input.incoming.records > 0 ? 'bwd' : 'fwd';
}
