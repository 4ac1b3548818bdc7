import type { CheckFirstFacts, CheckPhase, CheckProgress } from '@assay/contracts';
import { describeCalls as callsOf, formatShare } from '@assay/wording';

/** What a phase of a check is, for a reader. */
const PHASE_WORDS: Record<CheckPhase, string> = {
  queued: 'Waiting in the queue.',
  loading: 'Labels are still being loaded…',
  facts: 'Looking up the address.',
  fetching: 'Reading the chain.',
  walking: 'Following the money.',
  assessing: 'Calculating the score.',
};

/** What a check does: as its events say, else as its state does. */
export function describePhase(progress: CheckProgress | null, phase: CheckPhase = 'queued'): string {
  return PHASE_WORDS[progress?.phase ?? phase];
}

/** What was asked of chains so far; null where none is read. */
export function describeCalls({ calls, providers }: CheckProgress): string | null {
  if (calls === null) return null;
  return callsOf(calls, providers);
}

/** How much of what moved has a known origin or end by now; null before anything has. */
export function describeExplained({ explained: { incoming, outgoing } }: CheckProgress): string | null {
  const parts = [
    ...(incoming === null ? [] : [`${formatShare(incoming)} of incoming`]),
    ...(outgoing === null ? [] : [`${formatShare(outgoing)} of outgoing`]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

/** First facts, a line each: what lists say of the address itself. */
export function describeFacts({ labels, is_sanctioned, issuer_freeze }: CheckFirstFacts): readonly FactLine[] {
  const names = [...new Set(labels.map(({ entity }) => entity))];
  const shown = names.slice(0, 3).join(', ');
  return [
    {
      term: 'Sanctions',
      fact: is_sanctioned ? 'On a sanctions list.' : 'Not on any sanctions list in our data.',
      isGrave: is_sanctioned,
    },
    {
      term: 'Labels',
      fact: names.length === 0 ? 'No labels for this address.' : names.length > 3 ? `${shown} and more` : shown,
      isGrave: false,
    },
    {
      term: 'Issuer',
      fact: issuer_freeze === null ? 'Requesting…' : issuer_freeze.text,
      isGrave: issuer_freeze?.status === 'frozen',
    },
  ];
}

export interface FactLine {
  readonly term: string;
  readonly fact: string;
  /** Bad news that holds whatever the walk finds. */
  readonly isGrave: boolean;
}

/**
 * What is announced to screen readers while a check runs: grave facts and the phase, never each request. It changes
 * only a few times a check, so that it does not interrupt other output.
 */
export function announce(facts: CheckFirstFacts | null, progress: CheckProgress | null): string {
  const grave = facts === null ? [] : describeFacts(facts).filter(({ isGrave }) => isGrave);
  return ['The check is running.', ...grave.map(({ fact }) => fact), describePhase(progress)].join(' ');
}
