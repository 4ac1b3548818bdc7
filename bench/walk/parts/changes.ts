import { type AssessmentInput, assessByMethod2, type ColumnSnapshot, type Withdrawal, walk } from '@assay/exposure';
import { type AddressExposure, exposureOf } from '@assay/exposure/reference';
import { walkWithdrawn } from '../../../apps/server/src/modules/checks/checks/compute/withdrawn-walks.ts';
import { FIXED, meanOf } from '../figures.ts';
import type { Section } from '../results.ts';
import { Rounds } from '../statistics.ts';
import { snapshotsByVersion } from '../store/load-store.ts';
import { ms, type PartContext } from './context.ts';

/** Base units of a dollar in the graph. */
const DOLLAR = 1e6;
const NOW = 1_800_000_000;

/**
 * What 'what would change the stars' costs a check (docs/method/2, section 6.10): deciding again on changed shares and
 * paths, and the walks without each of the claims that weigh most, beside the check's own two walks.
 */
export async function changesPart({ store, graph, addresses, rounds, say }: PartContext): Promise<Section> {
  const snapshot = snapshotsByVersion(store, graph)['2'];
  const times = { own: new Rounds(), withdrawn: new Rounds(), score: new Rounds(), changes: new Rounds() };
  const counts = { walks: [] as number[], rows: [] as number[], found: 0 };
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}`);
    const found = { own: [] as number[], withdrawn: [] as number[], score: [] as number[], changes: [] as number[] };
    for (const address of addresses) {
      const exposure = await timed(found.own, () => exposureOf(snapshot, address, FIXED));
      if (exposure === null) throw new Error(`${address} has no records`);
      const withdrawals = await timed(found.withdrawn, () => withdrawnOf(snapshot, exposure));
      const input = inputOf(exposure, withdrawals);
      await timed(found.score, async () => assessByMethod2({ ...input, withoutChanges: true }));
      const { sentences } = await timed(found.changes, async () => assessByMethod2(input));
      if (round > 0) continue;
      counts.walks.push(withdrawals.length);
      counts.rows.push(exposure.incoming.rows.length + exposure.outgoing.rows.length);
      counts.found += sentences?.wouldChange.some(({ code }) => code === 'least_changes') === true ? 1 : 0;
    }
    if (round === 0) continue;
    for (const kind of ['own', 'withdrawn', 'score', 'changes'] as const) times[kind].add(found[kind]);
  }
  const line = (figure: string, kind: keyof typeof times) => {
    const { p50, p99, mean } = times[kind].times;
    return { figure, p50: ms(p50), p99: ms(p99), mean: ms(mean) };
  };
  return {
    title: `What would change the stars, ms a check; rows a check ${meanOf(counts.rows).toFixed(1)}, claims walked ${meanOf(counts.walks).toFixed(2)}, results with a smallest change ${counts.found} of ${addresses.length}`,
    rows: [
      line('the two walks of the check', 'own'),
      line('the walks without a claim', 'withdrawn'),
      line('the score and its sentences, without the smallest change', 'score'),
      line('the same with it', 'changes'),
    ],
  };
}

async function timed<Value>(into: number[], work: () => Promise<Value>): Promise<Value> {
  const began = performance.now();
  const value = await work();
  into.push(performance.now() - began);
  return value;
}

function withdrawnOf(snapshot: ColumnSnapshot, { subject, incoming, outgoing }: AddressExposure) {
  const engine: Parameters<typeof walkWithdrawn>[0] = {
    exposureOf: (kept, of, direction, { signal }) => walk(kept, of, direction, { ...FIXED, evidence: false, signal }),
  };
  return walkWithdrawn(engine, snapshot, subject, { incoming, outgoing }, new AbortController().signal);
}

function inputOf(
  { subject, incoming, outgoing }: AddressExposure,
  withdrawals: readonly Withdrawal[],
): AssessmentInput {
  return {
    ...{ subject, incoming, outgoing, withdrawals, now: NOW, sources: 'ok', notes: [] },
    incomingUsd: Number(incoming.amount) / DOLLAR,
    outgoingUsd: Number(outgoing.amount) / DOLLAR,
  };
}
