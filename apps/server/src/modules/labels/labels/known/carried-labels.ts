import { CATEGORIES, CONFIDENCE, NETWORKS, type NetworkId, PROTECTED_ADDRESSES } from '@assay/domain';
import { COMPETING_CONFIDENCE, compareLabels, type Label } from '@assay/exposure';
import type { Db } from '../../../../platform/db/index.ts';
import { knownContracts } from './contracts.store.ts';
import type { LabelledPart } from './known-labels.ts';
import { givenAddresses, labelledNetworks, labelsOf } from './labels.store.ts';
import { largeSetOfGiven } from './large-sets.store.ts';

/** The catalogue's networks on which an address is the same key: they share Ethereum's form of addresses. */
const SAME_KEY: ReadonlySet<string> = new Set(
  (Object.keys(NETWORKS) as NetworkId[]).filter((network) => PROTECTED_ADDRESSES[network] === PROTECTED_ADDRESSES.ETH),
);
const MOST_KEPT = 200_000;

/**
 * Labels as version 2 of the method has them, in one state of the database: given ones, and on Ethereum-style networks
 * those of tier S, A or B that the same key has on another (docs/method/2, section 5.2). Labels that version 1 derived
 * are not among them.
 */
export function carriedLabels(db: Db): {
  readonly labelsOf: (network: string, addresses: readonly string[]) => Promise<Label[][]>;
} {
  const known = new Map<string, Label[]>();
  return {
    labelsOf: async (network, addresses) => {
      if (known.size > MOST_KEPT) known.clear();
      const keyOf = (address: string) => `${network} ${address}`;
      const missing = [...new Set(addresses)].filter((address) => !known.has(keyOf(address)));
      const found = missing.length === 0 ? [] : await read(db, network, missing);
      for (const [at, own] of found.entries()) known.set(keyOf(missing[at] ?? ''), own);
      return addresses.map((address) => known.get(keyOf(address)) ?? []);
    },
  };
}

/** Addresses that `carriedLabels` may have a label of on a network. */
export function carriedPart(db: Db, network: string): LabelledPart {
  const networks = SAME_KEY.has(network) ? [...SAME_KEY] : [network];
  return {
    addresses: (limit) => givenAddresses(db, networks, limit),
    large: () => largeSetOfGiven(db, networks),
  };
}

async function read(db: Db, network: string, addresses: readonly string[]): Promise<Label[][]> {
  const given = await labelsOf(db, network, addresses, null);
  if (!SAME_KEY.has(network)) return given;
  const carried = await carriedTo(db, network, addresses);
  return given.map((own, at) => {
    const more = carried.get(addresses[at] ?? '');
    return more === undefined ? own : [...own, ...more].sort(compareLabels);
  });
}

/** A label is carried from where it was given, never from where it was carried to. */
async function carriedTo(
  db: Db,
  network: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, readonly Label[]>> {
  const carried = new Map<string, Label[]>();
  const elsewhere = await labelledNetworks(db, addresses);
  if (elsewhere.size === 0) return carried;
  const contracts = await knownContracts(db, [...elsewhere.keys()]);
  const isKey = (on: string, address: string) => !contracts.has(`${on} ${address}`);
  for (const other of SAME_KEY) {
    if (other === network) continue;
    const keys = [...elsewhere]
      .filter(([address, networks]) => networks.includes(other) && isKey(other, address) && isKey(network, address))
      .map(([address]) => address);
    const found = await labelsOf(db, other, keys, null);
    for (const [at, own] of found.entries()) {
      const address = keys[at] ?? '';
      carried.set(address, [
        ...(carried.get(address) ?? []),
        ...own.filter(isCarried).map((label) => carry(label, other)),
      ]);
    }
  }
  return carried;
}

function isCarried({ category, confidence }: Label): boolean {
  const { tier } = CATEGORIES[category];
  return confidence >= COMPETING_CONFIDENCE && (tier === 'S' || tier === 'A' || tier === 'B');
}

function carry(label: Label, from: string): Label {
  return { ...label, confidence: Math.min(CONFIDENCE.derived, label.confidence), carriedFrom: from };
}
