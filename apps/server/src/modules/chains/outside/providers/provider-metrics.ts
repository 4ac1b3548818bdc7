import { Counter, Gauge, Histogram, type Metric } from 'prom-client';
import { type Clock, SYSTEM_CLOCK } from '../../../../platform/kernel/time/clock.ts';
import type { BreakerState } from './breaker.ts';
import type { ProviderWatch, QuestionOutcome } from './provider-watch.ts';

export interface ProviderMetrics extends ProviderWatch {
  /** To be registered by the code that shows metrics. */
  readonly metrics: readonly Metric[];
  /** Why and when the last failed question failed; in words that may be shown. */
  readonly lastFailures: () => ReadonlyMap<string, LastFailure>;
}

export interface LastFailure {
  readonly text: string;
  readonly at: Date;
}

const OPENNESS: Readonly<Record<BreakerState, number>> = { closed: 0, 'half-open': 0.5, open: 1 };
const FAILURES: readonly QuestionOutcome[] = ['unavailable', 'malformed', 'rate-limited'];

/** Counts every question to a provider of chain data, for Prometheus and for the health page. */
export function providerMetrics(clock: Clock = SYSTEM_CLOCK): ProviderMetrics {
  const none = { registers: [] };
  const questions = new Counter({
    name: 'assay_provider_questions_total',
    help: 'Questions to providers of chain data, by provider and how they ended.',
    labelNames: ['provider', 'outcome'],
    ...none,
  });
  const seconds = new Histogram({
    name: 'assay_provider_question_seconds',
    help: 'Time to an answer or a failure, waiting for the pace included.',
    labelNames: ['provider'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 12],
    ...none,
  });
  const breakers = new Gauge({
    name: 'assay_provider_breaker_open',
    help: '1 while a provider is left alone after failures, 0.5 while one question is let through, else 0.',
    labelNames: ['provider'],
    ...none,
  });
  const quota = new Gauge({
    name: 'assay_provider_quota_left',
    help: 'What is left of the quota of the day, where a provider counts.',
    labelNames: ['provider'],
    ...none,
  });
  const failures = new Map<string, LastFailure>();
  return {
    metrics: [questions, seconds, breakers, quota],
    ended(provider, outcome, ms, failure) {
      questions.inc({ provider, outcome });
      if (outcome !== 'cancelled') seconds.observe({ provider }, ms / 1000);
      if (failure !== undefined && FAILURES.includes(outcome)) {
        failures.set(provider, { text: failure.message, at: clock.now() });
      }
    },
    breaker: (provider, state) => breakers.set({ provider }, OPENNESS[state]),
    quotaLeft(provider, left) {
      if (left !== null) quota.set({ provider }, left);
    },
    lastFailures: () => failures,
  };
}
