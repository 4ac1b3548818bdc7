import { isProtectedAddress, type Stars } from '@assay/domain';
import type { Label } from '@assay/exposure';
import {
  type AssessmentOf3,
  type AssetTransfer,
  assessPlanned,
  assessWallet,
  MemoryFlows,
  NobodysAddressError,
  type QuestionOf3,
  riskScoreOf,
  type StoreOf3,
} from '@assay/exposure/version-3';
import { CHECK_TIME } from '../no-records.ts';
import { ClusteredCoins } from './clustered-coins.ts';
import { labelsByMethod2 } from './derived-labels.ts';
import { type Reason, reasonOf, whyOf } from './reason-3.ts';
import { type World, withoutLabelsOf } from './world.ts';

/** Why there are no stars; `nobody` is a mint or burn address, of which version 3 answers nothing. */
export type Finding = NonNullable<AssessmentOf3['rating']['finding']> | 'nobody';

/** What version 3 makes of an address. */
export interface Rated3 {
  readonly stars: Stars;
  /** Null where there are stars. */
  readonly finding: Finding | null;
  readonly reason: Reason;
  /** The figures that decided, in a sentence. */
  readonly why: string;
}

const NOBODY: Rated3 = {
  ...{ stars: 0, finding: 'nobody', reason: 'nobody' },
  why: 'A mint or burn address is nobody’s wallet.',
};
/** Name of the asset of a world, of which the records name none. */
const ASSET = 'asset';
/** Labels of version 3 that records lend: those of clusters. Deposit addresses and services are none of it. */
const LABEL_RULES = new Set(['carried', 'cluster'] as const);

/** Answers of version 3 about one world; its store is built once. */
export class Rater3 {
  readonly #world: World;
  readonly #labels: ReadonlyMap<string, readonly Label[]>;
  #store: StoreOf3 | null = null;
  /** The address whose labels are left out. */
  #leftOut: string | null = null;

  constructor(world: World) {
    this.#world = world;
    this.#labels = labelsByMethod2(world, LABEL_RULES);
  }

  /** An address as a wallet. */
  async rate(address: string): Promise<Rated3> {
    return ratedBy(() => assessWallet(this.store, this.#questionOf(address), { evidence: false }));
  }

  /** An address as a wallet, with its own labels left out on every network. */
  async rateLeftOut(address: string): Promise<Rated3> {
    // Labels of coins are lent within clusters, which are others without them.
    if (this.#world.records.kind === 'utxo') return new Rater3(withoutLabelsOf(this.#world, address)).rate(address);
    this.#leftOut = address;
    try {
      return await this.rate(address);
    } finally {
      this.#leftOut = null;
    }
  }

  /** Somebody who is to be paid all that an address holds, by its records; null where that is nothing. */
  async ratePaying(address: string): Promise<Rated3 | null> {
    const amount = this.#heldBy(address);
    if (amount <= 0n) return null;
    const question = { ...this.#questionOf(address), amount, earlier: 0n };
    return ratedBy(() => assessPlanned(this.store, question, { evidence: false }));
  }

  get store(): StoreOf3 {
    this.#store ??= this.#open();
    return this.#store;
  }

  #open(): StoreOf3 {
    const { network, records, others, isWhole, notReadWhole } = this.#world;
    if (records.kind === 'utxo') return new ClusteredCoins(this.#world, records, this.#labels);
    const own = records.transfers.map((transfer): AssetTransfer => ({ ...transfer, asset: ASSET }));
    const everybody = new Set(own.flatMap(({ from, to }) => [from, to]));
    return new MemoryFlows({
      network,
      asset: ASSET,
      transfers: [...own, ...(others ?? [])],
      labelsOf: (address) => this.#labelsOf(address),
      samples: isWhole ? new Set<string>() : everybody,
      notReadWhole: notReadWhole === 'all' ? new Set(own.map(({ transactionId }) => transactionId)) : notReadWhole,
    });
  }

  #questionOf(address: string): QuestionOf3 {
    const { network, now, usdPerUnit, reviewedList, daysWithoutPrice } = this.#world;
    return {
      asset: ASSET,
      address,
      cutOff: now,
      // Prices here are of a base unit, which so has no decimals.
      prices: { decimals: 0, usdOn: (day) => (daysWithoutPrice?.has(day) === true ? null : usdPerUnit) },
      reviewedList: { version: 'scorecard', has: reviewedList },
      unrecorded: {
        role: isProtectedAddress(network, address) ? 'issuer' : 'account',
        labels: this.#labelsOf(address),
      },
    };
  }

  #labelsOf(address: string): readonly Label[] {
    return address === this.#leftOut ? [] : (this.#labels.get(address) ?? []);
  }

  #heldBy(address: string): bigint {
    const { records } = this.#world;
    if (records.kind === 'utxo') return 0n;
    return records.transfers.reduce((held, { from, to, amount }) => {
      return held + (to === address ? amount : 0n) - (from === address ? amount : 0n);
    }, 0n);
  }
}

const NOTHING = new MemoryFlows({ network: 'ETH', asset: ASSET, transfers: [] });

/** An address that no record mentions: its labels alone speak, carried ones among them. */
export async function rateUnmoved3(
  network: string,
  address: string,
  labels: readonly Label[],
  now: number = CHECK_TIME,
): Promise<Rated3> {
  return ratedBy(() =>
    assessWallet(NOTHING, {
      asset: network,
      address,
      cutOff: now,
      prices: { decimals: 0, usdOn: () => null },
      reviewedList: { version: 'scorecard', has: () => false },
      unrecorded: { role: isProtectedAddress(network, address) ? 'issuer' : 'account', labels },
    }),
  );
}

async function ratedBy(assess: () => Promise<AssessmentOf3>): Promise<Rated3> {
  try {
    const assessment = await assess();
    const { rating } = assessment;
    return {
      stars: riskScoreOf(rating),
      finding: rating.finding,
      reason: reasonOf(assessment),
      why: whyOf(assessment),
    };
  } catch (error) {
    if (error instanceof NobodysAddressError) return NOBODY;
    throw error;
  }
}
