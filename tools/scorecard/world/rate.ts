import type { Stars } from '@assay/domain';
import {
  type Assessment,
  type AssessmentInput,
  type ExposureStore,
  type Label,
  type MethodVersion,
  methodOf,
} from '@assay/exposure';
import { type AddressExposure, exposureOf, MemoryAccountStore, MemoryUtxoStore } from '@assay/exposure/reference';
import { readFlows } from '../../../apps/server/src/modules/checks/checks/flows/own-flows.ts';
import { isBounded, usdBoundsOf } from '../../../apps/server/src/modules/checks/checks/flows/usd-bounds.ts';
import { buildUnmovedInput } from '../no-records.ts';
import type { Version } from '../version.ts';
import { isService, LABEL_RULES, type LabelRule, labelsByMethod2, type Party, partiesOf } from './derived-labels.ts';
import { type Finding, Rater3 } from './rate-3.ts';
import type { Reason } from './reason-3.ts';
import type { World } from './world.ts';

/** What a version makes of an address. */
export interface Rated {
  /** 0 without stars. */
  readonly stars: Stars;
  /** Why there are none, and what decided, by version 3; null of former versions, and of stars. */
  readonly finding: Finding | null;
  /** Null of former versions. */
  readonly reason: Reason | null;
  readonly why: string;
}

/** Answers about one world; labels are derived once for each version. */
export class Rater {
  readonly world: World;
  readonly #rules: ReadonlySet<LabelRule>;
  #third: Rater3 | null = null;
  #first: ExposureStore | null = null;
  #second: ExposureStore | null = null;
  #parties: ReadonlyMap<string, Party> | null = null;
  #labels: ReadonlyMap<string, readonly Label[]> | null = null;

  /** @param rules of version 2 that give labels; all by default */
  constructor(world: World, rules: ReadonlySet<LabelRule> = new Set(LABEL_RULES)) {
    this.world = world;
    this.#rules = rules;
  }

  /** What any version makes of an address. */
  async rateBy(version: Version, address: string): Promise<Rated> {
    if (version === '3') return this.third.rate(address);
    const { stars, why } = await this.rate(version, address);
    return { stars, finding: null, reason: null, why };
  }

  /** Version 3, which knows payments too. */
  get third(): Rater3 {
    this.#third ??= new Rater3(this.world);
    return this.#third;
  }

  /** What a former version makes of an address, with sentences. */
  async rate(version: MethodVersion, address: string): Promise<Assessment> {
    return methodOf(version)(await this.inputOf(version, address));
  }

  /** What a version is asked about an address: with its labels, its walk and its notion of a complete history. */
  async inputOf(version: MethodVersion, address: string): Promise<AssessmentInput> {
    const { now, usdPerUnit, isWhole } = this.world;
    const found = await exposureOf(this.storeOf(version), address);
    if (found === null) return buildUnmovedInput(address, this.#labelsOf(version).get(address) ?? [], now);
    const usd = (amount: bigint) => (usdPerUnit === null ? null : Number(amount) * usdPerUnit);
    const common = { now, sources: 'ok', notes: [] } as const;
    const dollars = { incomingUsd: usd(found.incoming.amount), outgoingUsd: usd(found.outgoing.amount) };
    const input = { ...found, ...dollars, ...common };
    const isComplete = found.subject.complete && isWhole;
    const isExact = this.world.records.kind === 'utxo';
    if (version === '1') return { ...input, subject: { ...found.subject, complete: isComplete } };
    const movements = this.#partyOf(address)?.movements ?? [];
    return {
      ...input,
      usdBounds: await this.#boundsOf(found, dollars),
      subject: { ...found.subject, complete: isComplete && (isExact || isCovered(movements)) },
      isService: isService(movements),
      withoutDerivedLabels: false,
    };
  }

  /** Where a version reads records and labels. */
  storeOf(version: MethodVersion): ExposureStore {
    switch (version) {
      case '1':
        this.#first ??= openStore(this.world, this.world.labels, true);
        return this.#first;
      case '2':
        this.#second ??= openStore(this.world, this.#labelsOf('2'), false);
        return this.#second;
    }
  }

  /** Bounds of the dollars that have no price, as a check by version 2 computes them. */
  async #boundsOf(
    { subject, incoming, outgoing }: AddressExposure,
    dollars: Pick<AssessmentInput, 'incomingUsd' | 'outgoingUsd'>,
  ): Promise<NonNullable<AssessmentInput['usdBounds']>> {
    const { asset } = this.world;
    if (asset === undefined || !isBounded(asset)) return { bwd: null, fwd: null };
    const store = this.storeOf('2');
    const { signal } = new AbortController();
    const daily = {
      bwd: await readFlows(store, subject, 'bwd', signal),
      fwd: await readFlows(store, subject, 'fwd', signal),
    };
    const amounts = { bwd: incoming.amount, fwd: outgoing.amount };
    return usdBoundsOf(asset, daily, amounts, { ...dollars, priceOn: () => null });
  }

  #labelsOf(version: MethodVersion): ReadonlyMap<string, readonly Label[]> {
    if (version === '1') return this.world.labels;
    this.#labels ??= labelsByMethod2(this.world, this.#rules);
    return this.#labels;
  }

  #partyOf(address: string): Party | undefined {
    this.#parties ??= new Map(partiesOf(this.world).map((party) => [party.address, party]));
    return this.#parties.get(address);
  }
}

/** No outflow was larger than the balance (docs/method/2, section 2). */
function isCovered(movements: Party['movements']): boolean {
  let balance = 0n;
  for (const { direction, amount } of movements) {
    if (direction === 'in') balance += amount;
    else if (amount > balance) return false;
    else balance -= amount;
  }
  return true;
}

function openStore(world: World, labels: ReadonlyMap<string, readonly Label[]>, derive: boolean): ExposureStore {
  const { network, records, contracts } = world;
  switch (records.kind) {
    case 'account':
      return new MemoryAccountStore({
        ...{ network, labels, derive, transfers: records.transfers },
        ...(contracts === undefined ? {} : { contracts }),
      });
    case 'utxo':
      return new MemoryUtxoStore({ network, labels, derive, transactions: records.transactions });
  }
}
