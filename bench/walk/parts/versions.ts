import { exposureOf } from '@assay/exposure';
import { FIXED, figuresOf } from '../figures.ts';
import { generateGraph } from '../graph/graph.ts';
import type { Section } from '../results.ts';
import { Rounds } from '../statistics.ts';
import { type LabelledBy, labelStore, loadStore } from '../store/load-store.ts';
import { pickWallets } from '../store/wallets.ts';
import { ms, type PartContext } from './context.ts';
import { checkFiguresOf, withdrawnWalks } from './withdrawals.ts';

/** The last part of the method's figures leaves version 2 so much more than version 1. */
const ALLOWED = 1.2;
/** A second graph is made for it: beyond this it takes longer than it shows. */
const LARGEST_HUBS = 2e6;

/**
 * What version 2 costs beside version 1: the same walk over other labels, which absorb less, and for whole checks the
 * walks that take a label back, which version 1 has none of.
 */
export async function versionsPart(context: PartContext): Promise<Section> {
  const rows = await rowsOf('as generated', context);
  const { graph } = context;
  if (graph.transfers <= LARGEST_HUBS) {
    // Nobody names a large service: version 1 ends at each, version 2 at those that behave like one.
    const hubs = generateGraph({ transfers: graph.transfers, seed: graph.seed, labelledHubs: 0 });
    const { store } = loadStore(hubs);
    const wallets = pickWallets(hubs, store, context.wallets.length);
    const addresses = wallets.map((account) => store.addresses.addressOf(account));
    rows.push(...(await rowsOf('no large service labelled', { ...context, graph: hubs, store, wallets, addresses })));
  }
  return { title: `Version 2 beside version 1; figures a direction at most ${ALLOWED} times`, rows };
}

async function rowsOf(name: string, context: Omit<PartContext, 'loaded'>): Promise<Section['rows'][number][]> {
  const one = await measured('version 1', context);
  const two = await measured('version 2', context);
  return (Object.keys(one) as (keyof typeof one)[]).map((figure) => ({
    graph: name,
    figure,
    'version 1': one[figure].text,
    'version 2': two[figure].text,
    ratio: one[figure].value > 0 ? (two[figure].value / one[figure].value).toFixed(2) : '',
  }));
}

interface Measure {
  readonly value: number;
  readonly text: string;
}

async function measured(
  labels: LabelledBy,
  { store, graph, wallets, addresses, rounds, say }: Omit<PartContext, 'loaded'>,
) {
  say(labels);
  const derived = labelStore(store, graph, labels);
  const snapshot = store.snapshot();
  const figures = await figuresOf(snapshot, wallets, { oracle: false, statics: 0 });
  const checks = await checkFiguresOf(snapshot, addresses, labels);
  const [times, withdrawals] = [new Rounds(), new Rounds()];
  for (let round = 0; round <= rounds; round += 1) {
    const [own, whole]: [number[], number[]] = [[], []];
    for (const address of addresses) {
      const began = performance.now();
      const found = await exposureOf(snapshot, address, FIXED);
      own.push(performance.now() - began);
      if (found !== null) await withdrawnWalks(snapshot, found, labels);
      whole.push(performance.now() - began);
    }
    // The first round warms up.
    if (round === 0) continue;
    times.add(own);
    withdrawals.add(whole);
  }
  const measure = (value: number, text: string): Measure => ({ value, text });
  return {
    'derived labels': measure(derived, String(derived)),
    'states a direction, mean': measure(figures.states, figures.states.toFixed(0)),
    'states a direction, p99': measure(figures.statesP99, figures.statesP99.toFixed(0)),
    'transfers read a direction, mean': measure(figures.reads, figures.reads.toFixed(0)),
    'R, mean': measure(figures.meanR, figures.meanR.toFixed(4)),
    'R, p99': measure(figures.p99R, figures.p99R.toFixed(3)),
    'R of at most 1% within 100,000 states': measure(figures.settled, `${(100 * figures.settled).toFixed(1)}%`),
    'ms a check, p50': measure(times.times.p50, ms(times.times.p50)),
    'ms a check, mean': measure(times.times.mean, ms(times.times.mean)),
    'walks that take a label back, a check, mean': measure(checks.withdrawn, checks.withdrawn.toFixed(2)),
    'with them: states a check, mean': measure(checks.states, checks.states.toFixed(0)),
    'with them: states a check, p99': measure(checks.statesP99, checks.statesP99.toFixed(0)),
    'with them: transfers read a check, mean': measure(checks.reads, checks.reads.toFixed(0)),
    'with them: transfers read a check, p99': measure(checks.readsP99, checks.readsP99.toFixed(0)),
    'with them: pages a check, mean': measure(checks.pages, checks.pages.toFixed(0)),
    'with them: pages a check, p99': measure(checks.pagesP99, checks.pagesP99.toFixed(0)),
    'with them: round trips a check, mean': measure(checks.trips, checks.trips.toFixed(1)),
    'with them: round trips a check, p99': measure(checks.tripsP99, checks.tripsP99.toFixed(0)),
    'with them: R, mean': measure(checks.meanR, checks.meanR.toFixed(4)),
    'with them: R, p99': measure(checks.p99R, checks.p99R.toFixed(3)),
    'with them: ms a check, p50': measure(withdrawals.times.p50, ms(withdrawals.times.p50)),
    'with them: ms a check, mean': measure(withdrawals.times.mean, ms(withdrawals.times.mean)),
  };
}
