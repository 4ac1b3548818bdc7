import { Gauge, type Metric } from 'prom-client';
import type { Pool } from '../../platform/db/index.ts';
import { sharedReading } from '../../platform/telemetry/shared-reading.ts';
import { type NetworkStatus, readStatus } from './follow/status/describe-network.ts';

/**
 * How far networks are followed, read from the database when a scraper asks: the processes that follow serve no metrics,
 * so that every server says it for them.
 */
export function followMetrics(pool: Pool, now: () => number = Date.now): readonly Metric[] {
  const gauge = (name: string, help: string, labelNames: readonly string[] = ['network']) =>
    new Gauge({
      name: `assay_follow_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [],
      collect: () => current(),
    });
  const behind = gauge('blocks_behind', 'Blocks of the node of each followed network that are not stored yet.');
  const age = gauge('seconds_behind', 'Age of the last stored block of each followed network.');
  const height = gauge('height', 'The last stored block of each followed network.');
  const state = gauge('state', 'State of each followed network, as 1: catching-up, at-tip, waiting, stopped.', [
    'network',
    'state',
  ]);
  const problem = gauge('problem_seconds', 'How long the present problem of each followed network lasts; 0 for none.');
  const lease = gauge('lease_seconds', 'What is left of the lease of the process that follows; 0 where none does.');
  const reorganisations = gauge('reorganisations', 'Reorganisations of each followed network that were undone.');
  const depth = gauge('last_reorganisation_depth', 'Blocks that the last reorganisation of each network undid.');
  const faults = gauge('faults', 'Answers of nodes that could not be used, by kind.', ['network', 'kind']);
  const metrics = [behind, age, height, state, problem, lease, reorganisations, depth, faults];

  function set(status: NetworkStatus): void {
    const { network, history, held } = status;
    if (status.blocksBehind !== null) behind.set({ network }, status.blocksBehind);
    if (status.secondsBehind !== null) age.set({ network }, status.secondsBehind);
    if (held !== null) height.set({ network }, held.height);
    state.set({ network, state: status.state }, 1);
    problem.set({ network }, status.problemSeconds);
    lease.set({ network }, status.leaseSeconds);
    reorganisations.set({ network }, history?.reorganisations ?? 0);
    const last = history?.lastReorganisation ?? null;
    if (last !== null) depth.set({ network }, last.depth);
    for (const { kind, count } of history?.faults ?? []) faults.set({ network, kind }, count);
  }

  const current = sharedReading(read, now);
  async function read(): Promise<void> {
    // What was read before is not the present state.
    for (const metric of metrics) metric.reset();
    const networks = await readStatus(pool);
    for (const one of networks) set(one);
  }

  return metrics;
}
