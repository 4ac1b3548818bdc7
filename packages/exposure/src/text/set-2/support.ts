import { starsOfTotal } from '@assay/domain';
import type { Label } from '../../labels/label.ts';
import { compareLabels } from '../../labels/resolve-labels.ts';
import { MIN_ATTRIBUTED } from '../../method/numbers.ts';
import type { IdentityCause } from '../../score/assessment.ts';
import { findIdentity } from '../../score/identity.ts';
import type { ScoreFacts } from '../../score/score-facts.ts';
import { reaches, roundTotal } from '../../score/score-rules.ts';
import type { Sentence } from '../../score/sentence.ts';
import { say } from './say.ts';
import { type CitedLabel, citedLabel, nameSource } from './words.ts';

/** The label that a result cites: of those that say the same and give the same score, the government's list first. */
export function citedFor(facts: ScoreFacts, cause: IdentityCause): CitedLabel {
  return supportOf(facts, cause)[0] ?? citedLabel(cause.label);
}

/** The other sources that say the same and give the same score, in words. */
export function otherSourcesOf(facts: ScoreFacts, cause: IdentityCause): readonly string[] {
  const [first, ...others] = [...new Set(supportOf(facts, cause).map(nameSource))];
  return first === undefined ? [] : others;
}

/** What a withdrawal of the cited label would change: each of several sources may give the score alone. */
export function describeWithdrawal(facts: ScoreFacts, cause: IdentityCause): Sentence {
  const { labels } = facts.input.subject;
  const cited = citedFor(facts, cause);
  const same = (kept: readonly Label[]) => totalWith(facts, kept) === cause.total;
  if (!same(labels.filter(({ source }) => source !== cited.source))) {
    return say('follows_label', { source: cited.source, list: cited.list });
  }
  if (same([])) return say('label_not_alone');
  const alone = labels
    .filter(({ source }) => same(labels.filter((label) => label.source === source)))
    .toSorted(compareLabels)
    .map(citedLabel);
  const sources = [...new Set(officialFirst(alone).map(nameSource))];
  return sources.length < 2 ? say('label_not_alone') : say('follows_any_label', { sources });
}

function supportOf(facts: ScoreFacts, { label: { category } }: IdentityCause): readonly CitedLabel[] {
  const alone = facts.input.subject.labels
    .filter((label) => label.category === category && identityOf(facts, [label])?.total === facts.identity?.total)
    .toSorted(compareLabels);
  return officialFirst(alone.map(citedLabel));
}

function officialFirst(labels: readonly CitedLabel[]): readonly CitedLabel[] {
  return [...labels.filter(({ list }) => list !== null), ...labels.filter(({ list }) => list === null)];
}

function identityOf({ input: { subject, now }, revision }: ScoreFacts, labels: readonly Label[]) {
  return findIdentity({ ...subject, labels }, now, revision);
}

/** The total with these labels of the address itself; null where it would not be rated. */
function totalWith(facts: ScoreFacts, labels: readonly Label[]): number | null {
  const { input, score, coverage } = facts;
  const identity = identityOf(facts, labels);
  if (identity !== null) return roundTotal(identity.alone ? identity.total : Math.max(identity.total, score.total));
  const hasRecords = input.subject.inflows + input.subject.outflows > 0;
  if (input.sources !== 'ok' || !hasRecords) return null;
  return starsOfTotal(score.total) === 5 && !reaches(coverage.attributed, MIN_ATTRIBUTED) ? null : score.total;
}
