import { Gauge, type Metric } from 'prom-client';

/** The counts that a pool of connections keeps. */
export interface CountedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Connections to the database that this process holds, and the statements that wait for one, by pool. */
export function poolMetrics(pools: Readonly<Record<string, CountedPool>>): readonly Metric[] {
  const connections = new Gauge({
    name: 'assay_database_connections',
    help: 'Connections to the database, by pool and state (busy, idle), and statements that wait for one (waiting).',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        connections.set({ pool, state: 'busy' }, totalCount - idleCount);
        connections.set({ pool, state: 'idle' }, idleCount);
        connections.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  return [connections];
}
