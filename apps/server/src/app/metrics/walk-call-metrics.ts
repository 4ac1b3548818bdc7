import { Counter, type Metric } from 'prom-client';
import type { AnswerOutcome, WalkOutcome } from '../../modules/checks/memory-servers/index.ts';

export interface WalkCallMetrics {
  readonly metrics: readonly Metric[];
  readonly countAsked: (outcome: WalkOutcome) => void;
  readonly countAnswered: (outcome: AnswerOutcome | 'refused') => void;
}

const ASKED: readonly WalkOutcome[] = ['answered', 'another state', 'busy', 'refused', 'late', 'failed', 'cancelled'];
const ANSWERED: readonly (AnswerOutcome | 'refused')[] = ['answered', 'another state', 'busy', 'cancelled', 'refused'];

/** Counts walk calls: those this server sent to memory servers, and those it was sent as one. */
export function walkCallMetrics(): WalkCallMetrics {
  const asked = new Counter({
    name: 'assay_walk_calls_total',
    help: 'Checks whose walks were asked of a memory server, by outcome; all but answered are walked over PostgreSQL.',
    labelNames: ['outcome'],
    registers: [],
  });
  const answered = new Counter({
    name: 'assay_walk_calls_received_total',
    help: 'Walk calls that reached this server as a memory server, by outcome; refused are those without a shared secret.',
    labelNames: ['outcome'],
    registers: [],
  });
  for (const outcome of ASKED) asked.inc({ outcome: labelValue(outcome) }, 0);
  for (const outcome of ANSWERED) answered.inc({ outcome: labelValue(outcome) }, 0);
  return {
    metrics: [asked, answered],
    countAsked: (outcome) => asked.inc({ outcome: labelValue(outcome) }),
    countAnswered: (outcome) => answered.inc({ outcome: labelValue(outcome) }),
  };
}

/** As values of labels are usually written. */
function labelValue(word: string): string {
  return word.replaceAll(' ', '_');
}
