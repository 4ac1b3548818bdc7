import { type ColumnSnapshot, METHOD_VERSIONS, type MethodVersion } from '@assay/exposure';
import { exposureOf } from '@assay/exposure/reference';
import { FIXED, type Figures, figuresOf } from '../figures.ts';
import { generateGraph } from '../graph/graph.ts';
import type { Section } from '../results.ts';
import { Rounds, type Times } from '../statistics.ts';
import { loadStore, snapshotsByVersion } from '../store/load-store.ts';
import { pickWallets } from '../store/wallets.ts';
import { ms, type PartContext } from './context.ts';
import { type CheckFigures, checkFiguresOf, withdrawnWalks } from './withdrawals.ts';

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
  const { store, graph, wallets, addresses } = context;
  const snapshots = snapshotsByVersion(store, graph);
  const measures = { '1': new Map<string, Measure>(), '2': new Map<string, Measure>() };
  for (const version of METHOD_VERSIONS) {
    const [snapshot, found] = [snapshots[version], measures[version]];
    found.set('derived labels', countOf(derivedIn(snapshot)));
    walkMeasures(await figuresOf(snapshot, wallets, { oracle: false, statics: 0 }), found);
  }
  const times = await timesOf(context, snapshots);
  for (const version of METHOD_VERSIONS) {
    addTimes('', times[version].own.times, measures[version]);
    checkMeasures(await checkFiguresOf(snapshots[version], addresses, version), measures[version]);
    addTimes('with them: ', times[version].whole.times, measures[version]);
  }
  return [...measures['1']].map(([figure, one]) => {
    const two = measures['2'].get(figure) ?? countOf(Number.NaN);
    const ratio = one.value > 0 ? (two.value / one.value).toFixed(2) : '';
    return { graph: name, figure, 'version 1': one.text, 'version 2': two.text, ratio };
  });
}

/**
 * Rounds of both versions alternate, and those of whole checks come apart: the walks that take a label back would leave
 * the next wallet a cold cache, which only version 2 would pay for.
 */
async function timesOf(
  { addresses, rounds, say }: Pick<PartContext, 'addresses' | 'rounds' | 'say'>,
  snapshots: Readonly<Record<MethodVersion, ColumnSnapshot>>,
) {
  const times = { '1': newTimes(), '2': newTimes() };
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    for (const kind of ['own', 'whole'] as const) {
      for (const version of METHOD_VERSIONS) {
        const found: number[] = [];
        for (const address of addresses) {
          const began = performance.now();
          const exposure = await exposureOf(snapshots[version], address, FIXED);
          if (kind === 'whole' && exposure !== null) await withdrawnWalks(snapshots[version], exposure, version);
          found.push(performance.now() - began);
        }
        if (round > 0) times[version][kind].add(found);
      }
    }
  }
  return times;
}

function newTimes() {
  return { own: new Rounds(), whole: new Rounds() };
}

function derivedIn(snapshot: ColumnSnapshot): number {
  let found = 0;
  for (let account = 0; account < snapshot.tables.accounts.count; account += 1) {
    if (snapshot.labels.labelsOf(account).some(({ origin }) => origin === 'derived')) found += 1;
  }
  return found;
}

interface Measure {
  readonly value: number;
  readonly text: string;
}

const countOf = (value: number): Measure => ({ value, text: value.toFixed(0) });
const fixed = (value: number, digits: number): Measure => ({ value, text: value.toFixed(digits) });

function walkMeasures(figures: Figures, into: Map<string, Measure>): void {
  into.set('states a direction, mean', countOf(figures.states));
  into.set('states a direction, p99', countOf(figures.statesP99));
  into.set('transfers read a direction, mean', countOf(figures.reads));
  into.set('R, mean', fixed(figures.meanR, 4));
  into.set('R, p99', fixed(figures.p99R, 3));
  const settled = { value: figures.settled, text: `${(100 * figures.settled).toFixed(1)}%` };
  into.set('R of at most 1% within 100,000 states', settled);
}

function checkMeasures(checks: CheckFigures, into: Map<string, Measure>): void {
  into.set('walks that take a label back, a check, mean', fixed(checks.withdrawn, 2));
  into.set('with them: states a check, mean', countOf(checks.states));
  into.set('with them: states a check, p99', countOf(checks.statesP99));
  into.set('with them: transfers read a check, mean', countOf(checks.reads));
  into.set('with them: transfers read a check, p99', countOf(checks.readsP99));
  into.set('with them: pages a check, mean', countOf(checks.pages));
  into.set('with them: pages a check, p99', countOf(checks.pagesP99));
  into.set('with them: round trips a check, mean', fixed(checks.trips, 1));
  into.set('with them: round trips a check, p99', countOf(checks.tripsP99));
  into.set('with them: R, mean', fixed(checks.meanR, 4));
  into.set('with them: R, p99', fixed(checks.p99R, 3));
}

function addTimes(prefix: string, { p50, mean }: Times, into: Map<string, Measure>): void {
  into.set(`${prefix}ms a check, p50`, { value: p50, text: ms(p50) });
  into.set(`${prefix}ms a check, mean`, { value: mean, text: ms(mean) });
}
