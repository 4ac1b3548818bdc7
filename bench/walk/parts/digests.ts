import { createHash, type Hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type ColumnSnapshot,
  isHeld,
  METHOD_REVISION,
  METHOD_VERSIONS,
  methodOf,
  TEXT_SETS,
  walk,
} from '@assay/exposure';
import { type AddressExposure, exposureOf } from '@assay/exposure/reference';
import { walkWithdrawn } from '../../../apps/server/src/modules/checks/checks/compute/withdrawn-walks.ts';
import type { Section } from '../results.ts';
import { type LabelledBy, labelStore } from '../store/load-store.ts';
import type { PartContext } from './context.ts';

/** Digests by transfers, seed and wallets, then by what was compared. */
type Digests = Readonly<Record<string, Readonly<Record<string, string>>>>;

const KEPT = fileURLToPath(new URL('../digests.json', import.meta.url));
const NOW = 1_800_000_000;
/** Base units of a dollar in the graph. */
const DOLLAR = 1e6;

/**
 * Whether all results keep their bytes: exposures with and without evidence over the labels of each version, the walks
 * without a claim, and whole assessments in every text set, each as one SHA-256 over all wallets. Fails where one differs
 * from what `digests.json` keeps for this graph and number of wallets, and adds what it does not keep yet. A change
 * that is meant to change results removes its line there.
 */
export async function digestsPart({ graph, store, addresses, say }: PartContext): Promise<Section> {
  const found: Record<string, string> = {};
  for (const labels of ['nobody', 'version 1', 'version 2'] as const) {
    say(`digests: labels of ${labels}`);
    labelStore(store, graph, labels);
    Object.assign(found, await digestsOf(store.snapshot(), addresses, labels));
  }
  const all: Digests = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Digests) : {};
  const key = `${graph.transfers}-${graph.seed}-${addresses.length}`;
  const kept = all[key] ?? {};
  const names = Object.keys(found);
  const isNew = (name: string): boolean => kept[name] === undefined;
  const differing = names.filter((name) => !isNew(name) && kept[name] !== found[name]);
  if (differing.length > 0) throw new Error(`results changed their bytes: ${differing.join('; ')}`);
  if (names.some(isNew)) writeFileSync(KEPT, `${JSON.stringify({ ...all, [key]: { ...kept, ...found } }, null, 2)}\n`);
  return {
    title: `Bytes of the results of ${addresses.length} wallets`,
    rows: names.map((name) => ({
      what: name,
      'SHA-256': (found[name] ?? '').slice(0, 16),
      'as kept': isNew(name) ? 'kept from now on' : 'equal',
    })),
  };
}

async function digestsOf(
  snapshot: ColumnSnapshot,
  addresses: readonly string[],
  labels: LabelledBy,
): Promise<Readonly<Record<string, string>>> {
  const hashes = new Map<string, Hash>();
  const add = (what: string, value: unknown): void => {
    const hash = hashes.get(what) ?? createHash('sha256');
    hashes.set(what, hash);
    hash.update(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one)));
  };
  for (const address of addresses) {
    const exposure = await exposureOf(snapshot, address);
    add('evidence', exposure);
    add('no evidence', await exposureOf(snapshot, address, { evidence: false }));
    if (exposure === null) continue;
    const withdrawals = labels === 'version 2' ? await withdrawnOf(snapshot, exposure) : [];
    if (labels === 'version 2') add('without a claim', withdrawals);
    const { subject, incoming, outgoing } = exposure;
    const input = {
      ...{ subject, incoming, outgoing, withdrawals, now: NOW, sources: 'ok' as const, notes: [] },
      incomingUsd: Number(incoming.amount) / DOLLAR,
      outgoingUsd: Number(outgoing.amount) / DOLLAR,
    };
    for (const version of METHOD_VERSIONS) {
      if (labels !== `version ${version}`) continue;
      for (const textSet of TEXT_SETS) {
        if (!isHeld(version, METHOD_REVISION, textSet)) continue;
        add(`assessment, text set ${textSet}`, methodOf(version, METHOD_REVISION, textSet)(input));
      }
    }
  }
  return Object.fromEntries([...hashes].map(([what, hash]) => [`labels of ${labels}: ${what}`, hash.digest('hex')]));
}

function withdrawnOf(snapshot: ColumnSnapshot, { subject, incoming, outgoing }: AddressExposure) {
  const engine: Parameters<typeof walkWithdrawn>[0] = {
    exposureOf: (kept, of, direction, { signal }) => walk(kept, of, direction, { signal }),
  };
  return walkWithdrawn(engine, snapshot, subject, { incoming, outgoing }, new AbortController().signal);
}
