import { listOf } from './asset-lists.ts';
import { EXCHANGES } from './labelling.ts';
import type { Parties, Services } from './parties.ts';
import type { RandomWords } from './random-words.ts';

interface MarketSize {
  readonly transfers: number;
  /** Share of the large services that are labelled, 0.7. */
  readonly labelledHubs?: number;
}

/** The services of a generated graph, and which of them the next transfer meets. */
export class Market {
  readonly #random: RandomWords;
  readonly #hubWeights: number[] = [];
  readonly #hubs: Services;
  readonly #pools: Services;
  readonly #mixers: Services;
  readonly #merchants: Services;
  readonly #casinos: Services;
  readonly #miners: Services;
  readonly #airdrops: Services;

  constructor(parties: Parties, random: RandomWords, { transfers, labelledHubs = 0.7 }: MarketSize) {
    this.#random = random;
    const hubs = 60 + Math.floor(Math.sqrt(transfers) / 20);
    let sum = 0;
    for (let index = 0; index < hubs; index += 1) {
      sum += (index + 1) ** -1.15;
      this.#hubWeights.push(sum);
    }
    this.#hubs = parties.services(hubs, EXCHANGES, labelledHubs, 8);
    this.#pools = parties.services(Math.max(10, Math.floor(hubs / 4)), ['liquidity_pools'], 0.9);
    this.#mixers = parties.services(6, ['mixer'], 1);
    const shops = ['payment_processor', 'marketplace', 'payment_processor', 'dark_market'] as const;
    this.#merchants = parties.services(Math.max(20, Math.floor(hubs / 2)), shops, 0.5);
    this.#casinos = parties.services(12, ['gambling'], 0.8);
    this.#miners = parties.services(10, ['miner'], 0.95);
    this.#airdrops = parties.services(8, ['other_entities'], 0);
  }

  /** An exchange; the first ones are much larger than the last. */
  pickHub(asset: number): number {
    const drawn = this.#random.unit() * (this.#hubWeights.at(-1) ?? 1);
    let low = 0;
    let high = this.#hubWeights.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#hubWeights[middle] ?? 0) < drawn) low = middle + 1;
      else high = middle;
    }
    return listOf(this.#hubs, asset).at(low);
  }

  pickMixer(asset: number): number {
    const mixers = listOf(this.#mixers, asset);
    return mixers.at(this.#random.below(mixers.length));
  }
  /** A liquidity pool; the first ones are used most. */
  pickPool(asset: number): number {
    const pools = listOf(this.#pools, asset);
    const drawn = Math.floor(this.#random.unit() ** 2.5 * pools.length);
    return pools.at(Math.min(pools.length - 1, drawn));
  }

  /** A merchant; the first ones are used most. */
  pickMerchant(asset: number): number {
    const merchants = listOf(this.#merchants, asset);
    const drawn = this.#random.unit();
    return merchants.at(Math.floor(drawn * drawn * merchants.length));
  }

  pickCasino(asset: number): number {
    return listOf(this.#casinos, asset).at(this.#random.below(12));
  }

  pickMiner(asset: number): number {
    return listOf(this.#miners, asset).at(this.#random.below(10));
  }

  pickAirdrop(asset: number): number {
    return listOf(this.#airdrops, asset).at(this.#random.below(8));
  }
}
