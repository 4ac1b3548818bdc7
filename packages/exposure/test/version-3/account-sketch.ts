import type { Category } from '@assay/domain';
import type { Label } from '../../src/labels/label.ts';
import type { Mixture } from '../../src/version-3/mixture.ts';
import { MemoryFlows, type MemoryFlowsInput } from '../../src/version-3/store/memory-flows.ts';
import { transfersOf } from '../../src/version-3/store/transfers.cases.ts';
import { type WalletWalk, type WalletWalkOptions, walkWallet } from '../../src/version-3/walk/wallet-walk.ts';
import { labelOf } from './histories.ts';

/** What the examples of the page call their accounts; the entity is the account. */
const CATEGORIES: Readonly<Record<string, Category>> = {
  thief: 'stolen_coins',
  listed: 'sanctions',
  casino: 'gambling',
  ex: 'exchange_licensed',
  bridge: 'bridge',
  pool: 'liquidity_pools',
};

/** All entities are on the reviewed list, always. */
export const isListed = (): boolean => true;

export const labelsOf = (address: string): readonly Label[] => {
  const category = CATEGORIES[address];
  return category === undefined ? [] : [labelOf({ category, entity: address })];
};

/** A store of transactions written as in `transfersOf`, one asset of it. */
export const sketch = (
  asset: string,
  transactions: readonly string[],
  part: Partial<MemoryFlowsInput> = {},
): MemoryFlows =>
  new MemoryFlows({ network: 'ETH', asset, transfers: transfersOf(...transactions), labelsOf, ...part });

export async function walkOf(store: MemoryFlows, address: string, options?: WalletWalkOptions): Promise<WalletWalk> {
  const subject = await store.subject(address);
  if (subject === null) throw new Error(`no record names ${address}`);
  return walkWallet(store, subject, isListed, options);
}

/** Shares as text: 'ex 2, explained' is of an entity at two owners. */
export function written(mixture: Mixture | null): Readonly<Record<string, number>> {
  if (mixture === null) return {};
  const rows = mixture.rows.map(({ entity, owners, explained, share }): [string, number] => [
    `${entity} ${owners}${explained ? ', explained' : ''}`,
    rounded(share),
  ]);
  const residuals: [string, number][] = [
    ['unknown', rounded(mixture.unknownOrigin)],
    ['R', rounded(mixture.notFollowed)],
  ];
  return Object.fromEntries([...rows, ...residuals].filter(([, share]) => share > 0));
}

const rounded = (share: number): number => Math.round(share * 1e9) / 1e9;
