import { Counter, Histogram, type Metric } from 'prom-client';
import type { CheckWatch } from '../../modules/checks/index.ts';

export interface CheckMetrics {
  readonly metrics: readonly Metric[];
  readonly watch: CheckWatch;
}

/** Counts the checks that end in this process, by how they ended and where their records came from. */
export function checkMetrics(): CheckMetrics {
  const ended = new Counter({
    name: 'assay_checks_total',
    help: 'Checks that ended in this process, by outcome, reason of a failure, and source of their records.',
    labelNames: ['outcome', 'failure', 'source'],
    registers: [],
  });
  const seconds = new Histogram({
    name: 'assay_check_seconds',
    help: 'Time from the start of a check in this process to its stored result, by source of its records.',
    labelNames: ['source'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [],
  });
  // From the first scrape on, so that a ratio of rated checks does not wait for the first one.
  for (const source of ['imported', 'on_demand']) ended.inc({ outcome: 'rated', failure: '', source }, 0);
  return {
    metrics: [ended, seconds],
    watch({ outcome, failure, source: from, ms }) {
      const source = labelValue(from ?? 'none');
      ended.inc({ outcome: labelValue(outcome), failure: failure ?? '', source });
      if (outcome === 'rated' || outcome === 'not rated') seconds.observe({ source }, ms / 1000);
    },
  };
}

/** As values of labels are usually written. */
function labelValue(word: string): string {
  return word.replaceAll(' ', '_');
}
