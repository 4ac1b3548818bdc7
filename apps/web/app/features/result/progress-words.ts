import type { CheckFirstFacts, CheckPhase, CheckProgress } from '@assay/contracts';
import { formatShare } from '@assay/ui';

/** What a phase of a check is, for a reader. */
const PHASE_WORDS: Record<CheckPhase, string> = {
  queued: 'Waiting for a turn.',
  facts: 'Looking the address up.',
  fetching: 'Reading the chain.',
  walking: 'Following the money.',
  assessing: 'Weighing what was found.',
};

export function describePhase(progress: CheckProgress | null): string {
  return progress === null ? PHASE_WORDS.queued : PHASE_WORDS[progress.phase];
}

/** What was asked of chains so far; null where none is read. */
export function describeCalls({ calls, providers }: CheckProgress): string | null {
  if (calls === null) return null;
  const from = providers.length === 0 ? '' : `, through ${providers.join(' and ')}`;
  return `${calls.made} of at most ${calls.budget} requests${from}`;
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
      fact: is_sanctioned ? 'On a sanctions list.' : 'On none of the sanctions lists held here.',
      isGrave: is_sanctioned,
    },
    {
      term: 'Labels',
      fact: names.length === 0 ? 'None held of this address.' : names.length > 3 ? `${shown} and more` : shown,
      isGrave: false,
    },
    {
      term: 'Issuer',
      fact: issuer_freeze === null ? 'Asking…' : issuer_freeze.text,
      isGrave: issuer_freeze?.status === 'frozen',
    },
  ];
}

export interface FactLine {
  readonly term: string;
  readonly fact: string;
  /** Bad news that stands whatever the money says. */
  readonly isGrave: boolean;
}

/**
 * What a screen reader is told while a check runs: grave facts and the phase, never each request. It changes a few
 * times a check, so that nobody is talked over.
 */
export function announce(facts: CheckFirstFacts | null, progress: CheckProgress | null): string {
  const grave = facts === null ? [] : describeFacts(facts).filter(({ isGrave }) => isGrave);
  return ['The check is running.', ...grave.map(({ fact }) => fact), describePhase(progress)].join(' ');
}
