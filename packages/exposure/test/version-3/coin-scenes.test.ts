import { readFileSync } from 'node:fs';
import { largestDifference } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { type Clusters, clustersOf, labelWithCluster } from '../method-3/clusters.ts';
import { coinHistory } from '../method-3/coin-walk.ts';
import { merge, NOTHING } from '../method-3/composition.ts';
import { ONE, sum } from '../method-3/fraction.ts';
import type { Label } from '../method-3/labels.ts';
import type { CoinTransaction } from '../method-3/model.ts';
import type { Scene } from '../method-3/scene-input.ts';
import { EXACT, partsOf, sharesOf } from './coin-cases.ts';
import { categoryNamed, START, shortOf, sketchedStore, walletIn } from './coin-sketches.ts';

type CoinScene = Scene & { readonly transactions: NonNullable<Scene['transactions']> };

const scenes: readonly CoinScene[] = readFileSync(new URL('../method-3/scenes.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Scene => JSON.parse(line))
  .filter((scene): scene is CoinScene => scene.transactions !== undefined);

const storeOf = ({ transactions, labels }: CoinScene) =>
  sketchedStore(
    transactions,
    Object.fromEntries(
      labels.map(({ address, category, entity, confidence }) => [
        address,
        { category: categoryNamed(category), entity, confidence },
      ]),
    ),
  );

const transactionOf = ({ id, n, inputs, outputs }: CoinScene['transactions'][number]): CoinTransaction => ({
  id,
  order: n,
  time: START + 1000 * n,
  inputs: inputs.map(({ prev, vout, owner, value }) => ({ previous: `${prev}:${vout}`, owner, value: BigInt(value) })),
  outputs: outputs.map(({ owner, value }) => ({ owner, value: BigInt(value) })),
});

/** By the second implementation's own labels and clusters. */
function secondHistory({ transactions, labels }: CoinScene, address: string) {
  const givenTo = (owner: string): readonly Label[] =>
    labels
      .filter((label) => label.address === owner)
      .map(({ category, ...label }) => ({ ...label, category: categoryNamed(category), beforeDesignation: false }));
  const all = transactions.map(transactionOf);
  const clusters: Clusters = clustersOf(all, givenTo);
  const labelAt = (owner: string): Label | null => labelWithCluster(owner, clusters, givenTo);
  return coinHistory({ transactions: all, labelAt, onReviewedList: () => true, clusters }, address);
}

describe('the walk of coins in the scenes of the method', () => {
  const questions = scenes.flatMap((scene) => scene.questions.map(({ address }) => ({ scene, address })));

  it.each(questions)('finds what $address has in "$scene.name"', async ({ scene, address }) => {
    const second = secondHistory(scene, address);
    const store = storeOf(scene);
    // Nobody named an owner whose coins were made before the records.
    if (!scene.transactions.some(({ outputs }) => outputs.some(({ owner }) => owner === address))) {
      expect(second.inflows).toEqual([]);
      return;
    }
    const { ever, now } = await walletIn(store, address, EXACT);
    if (ever === null || now === null) throw new Error('nothing came in');
    const came = partsOf(
      merge(...second.inflows.map((inflow) => inflow.came)),
      sum(second.inflows.map((i) => i.amount)),
    );
    expect(largestDifference(sharesOf(ever), came)).toBeLessThanOrEqual(1e-12);
    const held = partsOf(second.afterLastInflow?.composition ?? NOTHING, ONE);
    expect(largestDifference(sharesOf(now), held)).toBeLessThanOrEqual(1e-12);
  });

  const everIn = async (name: string, address: string) => {
    const scene = scenes.find((one) => one.name.startsWith(`${name} `));
    if (scene === undefined) throw new Error(`no scene ${name}`);
    return shortOf((await walletIn(storeOf(scene), address)).ever);
  };

  it('keeps the thief in a coinjoin and makes one source of the others', async () => {
    expect(await everIn('C3', 'o1')).toEqual(['coinjoin at 1: 0.75', 'stolen_coins at 2: 0.25']);
    expect(await everIn('C3', 's')).toEqual(['coinjoin at 2: 0.75', 'stolen_coins at 3: 0.25']);
  });

  it('takes a batch payment of an exchange for no coinjoin', async () => {
    expect(await everIn('C5b', 'c1')).toEqual(['exchange_licensed (explained) at 1: 1']);
  });

  it('takes what owners of one cluster pay for no coinjoin', async () => {
    expect((await everIn('C10', 'c1')).some((row) => row.startsWith('coinjoin'))).toBe(false);
    expect((await everIn('C9', 'c1')).some((row) => row.startsWith('coinjoin'))).toBe(true);
  });

  it('says that new coins are explained, and that what nobody holds the making of is R', async () => {
    expect(await everIn('C18', 's')).toEqual(['miner (explained) at 1: 1']);
    expect(await everIn('C18', 'r')).toEqual(['R: 1']);
  });
});
