import { Counter, Gauge, type Metric } from 'prom-client';
import type { Pool } from '../../platform/db/index.ts';
import { sharedReading } from '../../platform/telemetry/shared-reading.ts';
import { standbysOf } from './standbys/read-standbys.ts';
import type { StandbyFacts } from './standbys/standby.ts';

/** Which hosts answer the reads of checks here, and how the standbys are; none where no standby is named. */
export function standbyMetrics(pool: Pool, now: () => number = Date.now): readonly Metric[] {
  const collect = () => current();
  const counter = (name: string, help: string, labelNames: readonly string[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers: [], collect });
  const gauge = (name: string, help: string, labelNames: readonly string[]) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers: [], collect });
  const reads = counter('assay_reads_total', 'Reads of checks by the host that answered.', ['server', 'host']);
  const leftOut = counter('assay_standby_left_out_total', 'Reads that a standby did not answer, by reason.', [
    'server',
    'host',
    'reason',
  ]);
  const state = gauge('assay_standby_state', 'State of each standby, as 1: used, lagging, failing, primary.', [
    'server',
    'host',
    'state',
  ]);
  const lag = gauge('assay_standby_lag_seconds', 'How far each standby is behind its primary.', ['server', 'host']);
  const metrics = [reads, leftOut, state, lag];

  function set(server: string, { answeredByPrimary, hosts }: StandbyFacts): void {
    reads.inc({ server, host: 'primary' }, answeredByPrimary);
    for (const host of hosts) {
      const name = { server, host: host.name };
      reads.inc(name, host.answered);
      for (const [reason, count] of Object.entries(host.leftOut)) leftOut.inc({ ...name, reason }, count);
      state.set({ ...name, state: host.state }, 1);
      lag.set(name, host.lagSeconds);
    }
  }

  const current = sharedReading(read, now);
  async function read(): Promise<void> {
    const found = await Promise.all(
      [...standbysOf(pool)].map(async ([server, standbys]) => ({ server, facts: await standbys.look() })),
    );
    for (const metric of metrics) metric.reset();
    for (const { server, facts } of found) set(server, facts);
  }

  return metrics;
}
