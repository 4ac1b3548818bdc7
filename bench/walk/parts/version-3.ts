import type { ColumnSnapshot, WalkOptions } from '@assay/exposure';
import { exposureOf } from '@assay/exposure/reference';
import { type FlowSnapshot, walkWallet } from '@assay/exposure/version-3';
import { FIXED } from '../figures.ts';
import type { Section } from '../results.ts';
import { Rounds } from '../statistics.ts';
import { loadFlows } from '../store/load-flows.ts';
import { type LabelledBy, labelStore } from '../store/load-store.ts';
import { ms, type PartContext } from './context.ts';

/** What a set of wallets took: times, and states of all walks of a wallet. */
interface Measured {
  readonly rounds: Rounds;
  /** Milliseconds of processor time a wallet, by round. */
  readonly processor: number[];
  states: number;
}

const KINDS: readonly { readonly by: LabelledBy; readonly name: string }[] = [
  { by: 'nobody', name: 'version 2, given labels' },
  { by: 'version 2', name: 'version 2, given and derived labels' },
];

/**
 * The walk of version 3 over flows in columns beside that of version 2 over records in columns: the same records and
 * wallets, in alternating rounds on one thread. Version 2 walks both directions of a wallet; version 3 what it ever
 * received, and its balance.
 */
export async function version3Part({ store, graph, addresses, rounds, say }: PartContext): Promise<Section> {
  const flows = loadFlows(store, graph).snapshot();
  const bare = { ...FIXED, evidence: false };
  const walks = KINDS.flatMap(({ by, name }) => {
    labelStore(store, graph, by);
    const snapshot = store.snapshot();
    return [
      { name, walk: (address: string) => statesBy2(snapshot, address, FIXED) },
      { name: `${name}, no evidence`, walk: (address: string) => statesBy2(snapshot, address, bare) },
    ];
  });
  walks.push(
    { name: 'version 3, given labels', walk: (address: string) => statesBy3(flows, address, FIXED) },
    { name: 'version 3, given labels, no evidence', walk: (address: string) => statesBy3(flows, address, bare) },
  );
  const measured = walks.map((): Measured => ({ rounds: new Rounds(), processor: [], states: 0 }));
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    for (const [index, { walk }] of walks.entries()) {
      // Not timed: what another store left in the processor's caches says nothing of this one.
      for (const address of addresses) await walk(address);
      const times: number[] = [];
      let states = 0;
      const started = processorMs();
      for (const address of addresses) {
        const began = performance.now();
        states += await walk(address);
        times.push(performance.now() - began);
      }
      const own = measured[index];
      if (own === undefined) continue;
      own.rounds.add(times);
      own.processor.push((processorMs() - started) / addresses.length);
      own.states = states / addresses.length;
    }
  }
  const [given] = measured;
  return {
    title: 'Version 3 beside version 2, milliseconds a wallet',
    rows: measured.map((own, index) => rowOf(walks[index]?.name ?? '', own, given)),
  };
}

/** Of this thread, so that waiting for a busy machine does not count. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function statesBy2(snapshot: ColumnSnapshot, address: string, options: WalkOptions): Promise<number> {
  const exposure = await exposureOf(snapshot, address, options);
  return exposure === null ? 0 : exposure.incoming.cut.states + exposure.outgoing.cut.states;
}

async function statesBy3(snapshot: FlowSnapshot, address: string, options: WalkOptions): Promise<number> {
  const subject = await snapshot.subject(address);
  if (subject === null) return 0;
  const { ever, now } = await walkWallet(snapshot, subject, () => false, options);
  return (ever?.cut.states ?? 0) + (now?.cut.states ?? 0);
}

function rowOf(what: string, own: Measured, given: Measured | undefined): Section['rows'][number] {
  const { times } = own.rounds;
  const processor = medianOf(own.processor);
  const [ofGiven, p50OfGiven] = given === undefined ? [1, 1] : [medianOf(given.processor), given.rounds.times.p50];
  return {
    what,
    p50: ms(times.p50),
    p90: ms(times.p90),
    p99: ms(times.p99),
    mean: ms(times.mean),
    'mean, processor': ms(processor),
    'states a wallet': own.states.toFixed(0),
    'processor, microseconds a state': ((processor * 1000) / own.states).toFixed(2),
    'p50 / version 2': (times.p50 / p50OfGiven).toFixed(2),
    'processor / version 2': (processor / ofGiven).toFixed(2),
  };
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
