import type { Asset } from '@assay/domain';
import { HeldAccountStore, type LabelsOf, type SubjectFacts, type UnreadPlace } from '@assay/exposure';
import { cutOfAccounts, providersOf } from './cut-accounts.ts';
import { heldHistoryOf, type KeptAccount } from './kept-account.ts';
import type { Gathering, GatherProgress, LiveRecords } from './live-records.ts';
import {
  extendNewer,
  extendOlder,
  isService,
  type NeighbourhoodShelf,
  openAccount,
  type Reading,
} from './neighbourhoods.ts';
import { planWalk } from './plan-walk.ts';
import type { SourceBudget } from './source-budget.ts';
import { type AccountSource, SourceError, type SourceFault, type SourceTip } from './sources.ports.ts';

export interface GatherTask {
  readonly asset: Asset & { readonly network: NonNullable<Asset['network']> };
  readonly address: string;
  readonly budget: SourceBudget;
  readonly labelsOf: LabelsOf;
  /** Of whoever asked: unlike the budget's, it ends the whole question. */
  readonly signal: AbortSignal;
  readonly now: Date;
  readonly breathe: () => Promise<void>;
  readonly onProgress: (progress: GatherProgress) => void;
}

/** An older history of the subject's own that nobody can tell the size of is worth this much of a direction. */
const UNKNOWN_OWN_HISTORY = 0.1;

/**
 * Reads an account's neighbourhood best first: a walk over what is held says where most value is unexplained, and that
 * is read next, several at once, until nothing is left or the budget is spent.
 */
export class AccountGathering {
  readonly #task: GatherTask;
  readonly #source: AccountSource;
  readonly #shelf: NeighbourhoodShelf;
  readonly #tip: SourceTip;
  readonly #held = new Map<string, KeptAccount>();
  /** Places that gave no answer, or cannot be read any further; not asked again in this check. */
  readonly #closed = new Set<string>();
  readonly #faults: SourceFault[] = [];

  constructor(task: GatherTask, source: AccountSource, shelf: NeighbourhoodShelf, tip: SourceTip) {
    this.#task = task;
    this.#source = source;
    this.#shelf = shelf;
    this.#tip = tip;
  }

  async run(): Promise<Gathering> {
    const { address, budget, signal } = this.#task;
    await this.#read({ account: address, side: 'newer' });
    if (!this.#held.has(address)) return { kind: 'failed', faults: this.#faults };
    for (;;) {
      signal.throwIfAborted();
      const store = this.#storeWith(this.#task.labelsOf);
      const subject = await store.subject(address);
      if (subject === null) break;
      const { waiting, explained } = await planWalk(
        store,
        subject,
        keyOf,
        budget.leastShare,
        signal,
        this.#task.breathe,
      );
      this.#report(explained);
      const open = [...this.#ownHistory(subject, explained), ...waiting]
        .filter(({ place }) => !this.#closed.has(keyOf(place)))
        .sort((a, b) => b.mass - a.mass);
      const next = distinct(open.map(({ place }) => place)).slice(0, Math.max(1, this.#source.concurrency));
      if (next.length === 0 || budget.left <= 0) break;
      await Promise.all(next.map((place) => this.#read(place)));
    }
    signal.throwIfAborted();
    return { kind: 'records', live: this.#records(), faults: this.#faults };
  }

  /** The subject's own older history waits with the share of a direction it is, as far as that is known. */
  #ownHistory(subject: SubjectFacts, { incoming, outgoing }: GatherProgress['explained']) {
    if (subject.unread === undefined) return [];
    const { received, sent } = subject.unread;
    const isKnown = received > 0n || sent > 0n;
    const mass = isKnown ? Math.max(1 - (incoming ?? 0), 1 - (outgoing ?? 0)) : UNKNOWN_OWN_HISTORY;
    return [{ place: { account: subject.address, side: 'older' as const }, mass }];
  }

  /** Reads what a place waits for, from the shelf or the source; never throws for a source that does not answer. */
  async #read(place: UnreadPlace): Promise<void> {
    const { account: address, side } = place;
    const asset = { network: this.#task.asset.network, ticker: this.#task.asset.ticker };
    try {
      const known = this.#held.get(address);
      const kept = known ?? (await this.#shelf.find(asset, address, this.#tip));
      const isSubject = address === this.#task.address;
      if (known === undefined && kept !== null) {
        this.#held.set(address, kept);
        // What the walk waits for may be in it: the next plan tells. The subject is always read up to the tip.
        if (!isSubject || kept.until >= this.#tip.time) return;
      }
      const account = await this.#extend(kept, address, side, isSubject);
      if (account === kept) this.#closed.add(keyOf(place));
      this.#held.set(address, account);
      await this.#shelf.save(asset, account, this.#tip, this.#task.now);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.#closed.add(keyOf(place));
      this.#noteFault(error.fault);
    }
  }

  async #extend(
    kept: KeptAccount | null,
    address: string,
    side: UnreadPlace['side'],
    isSubject: boolean,
  ): Promise<KeptAccount> {
    if (kept === null) return openAccount(this.#reading(), address, isSubject);
    if (!isSubject && isService(kept)) return kept;
    if (side === 'newer') return kept.until >= this.#tip.time ? kept : extendNewer(this.#reading(), kept);
    return extendOlder(this.#reading(), kept, isSubject);
  }

  #reading(): Reading {
    const { asset, budget } = this.#task;
    const onFault = (fault: SourceFault) => this.#noteFault(fault);
    return { asset, source: this.#source, tip: this.#tip, call: budget, onFault };
  }

  #noteFault(fault: SourceFault): void {
    if (fault.kind !== 'cancelled') this.#faults.push(fault);
  }

  #report(explained: GatherProgress['explained']): void {
    this.#task.onProgress({ calls: this.#calls(), explained, providers: this.#providers() });
  }

  #storeWith(labelsOf: LabelsOf): HeldAccountStore {
    const { asset, address } = this.#task;
    const histories = [...this.#held.values()].map((account) => heldHistoryOf(account, this.#tip));
    const contracts = new Set([...this.#held.values()].flatMap((account) => account.contracts));
    return new HeldAccountStore({ network: asset.network, subject: address, histories, contracts, labelsOf });
  }

  #records(): LiveRecords {
    const { asset, address } = this.#task;
    return {
      tip: this.#tip,
      records: this.#storeWith(async (addresses) => addresses.map(() => [])).size,
      calls: this.#calls(),
      providers: this.#providers(),
      cut: cutOfAccounts(asset, address, this.#tip, [...this.#held.values()]),
      open: (labelsOf) => this.#storeWith(labelsOf),
    };
  }

  #calls(): GatherProgress['calls'] {
    return { made: this.#task.budget.made, budget: this.#task.budget.calls };
  }

  #providers(): readonly string[] {
    return providersOf([...this.#held.values()]);
  }
}

function keyOf({ account, side }: UnreadPlace): string {
  return `${account} ${side}`;
}

/** One question an account at a time: the two sides of one would overwrite each other. */
function distinct(places: readonly UnreadPlace[]): readonly UnreadPlace[] {
  return [...new Map(places.toReversed().map((place) => [place.account, place])).values()].reverse();
}
