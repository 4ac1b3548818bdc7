import { readFileSync } from 'node:fs';
import { CATEGORY_IDS, type Category } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import type { Label } from '../../src/labels/label.ts';
import { FEE_SINK, ISSUER } from '../../src/records/raw-records.ts';
import { MemoryFlows } from '../../src/version-3/store/memory-flows.ts';
import { walkWallet } from '../../src/version-3/walk/wallet-walk.ts';
import { type AccountWorld, accountHistory } from '../method-3/account-walk.ts';
import { accountWorld, type Scene } from '../method-3/scene-input.ts';
import { labelOf } from './histories.ts';
import { expectSameShares, sharesOf, sharesOfPage } from './page-shares.ts';

const MINT = '0x0000000000000000000000000000000000000000';

const scenes: readonly Scene[] = readFileSync(new URL('../method-3/scenes.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Scene => JSON.parse(line))
  .filter(({ records }) => records !== undefined);

const questions = scenes.flatMap((scene) => {
  const asked = new Map(scene.questions.map(({ address, asset }) => [`${address} ${asset}`, { address, asset }]));
  return [...asked.values()].map((one) => ({ ...one, scene }));
});

function categoryOf(id: string): Category {
  const category = CATEGORY_IDS.find((one) => one === id);
  if (category === undefined) throw new Error(`no category ${id}`);
  return category;
}

function storeOf({ records, labelAt, samples, notReadWhole, openings }: AccountWorld, asset: string): MemoryFlows {
  const firstOf = new Map<string, number>();
  for (const { transaction, order } of records) {
    firstOf.set(transaction, Math.min(order, firstOf.get(transaction) ?? order));
  }
  const labelsOf = (address: string): readonly Label[] => {
    const label = labelAt(address, 0);
    return label === null ? [] : [labelOf({ ...label, category: categoryOf(label.category) })];
  };
  const partyOf = (address: string): string => (address === MINT ? ISSUER : address);
  const transfers = records.map(({ sender, receiver, transaction, order, ...record }) => ({
    asset: record.asset,
    block: firstOf.get(transaction) ?? order,
    transactionIndex: 0,
    transactionId: transaction,
    kind: receiver === FEE_SINK ? ('fee' as const) : ('token' as const),
    index: order,
    ordinal: 0,
    from: partyOf(sender),
    to: partyOf(receiver),
    amount: record.amount,
    time: record.time,
  }));
  return new MemoryFlows({ network: 'ETH', asset, transfers, labelsOf, samples, notReadWhole, openings });
}

/** The ledger's own label has the name that the product gives it. */
function worldOf(scene: Scene, address: string): AccountWorld {
  const world = accountWorld(scene, address);
  return {
    ...world,
    labelAt: (account, time) => {
      const label = world.labelAt(account, time);
      return account === MINT && label !== null ? { ...label, entity: 'Issuer' } : label;
    },
  };
}

describe('the walk of accounts in the scenes of the method', () => {
  it.each(questions)('finds what $address has of $asset in "$scene.name"', async ({ scene, address, asset }) => {
    const world = worldOf(scene, address);
    const page = accountHistory(world, asset, address);
    const store = storeOf(world, asset);
    const subject = await store.subject(address);
    if (subject === null || page.afterLastInflow === null) {
      expect(page.inflows).toEqual([]);
      return;
    }
    const { ever, now } = await walkWallet(store, subject, world.onReviewedList, { threshold: 0 });
    if (ever === null || now === null) throw new Error('nothing came in');
    const came = page.inflows.map((inflow) => inflow.came);
    expectSameShares(sharesOf(ever), sharesOfPage(came, Number(ever.amount)), 'ever');
    expectSameShares(sharesOf(now), sharesOfPage([page.afterLastInflow.composition], 1), 'now');
  });
});
