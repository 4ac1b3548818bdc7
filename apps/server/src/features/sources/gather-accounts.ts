import { HeldAccountStore, type LabelsOf, type SubjectFacts, type UnreadPlace } from '@assay/exposure';
import { type GatherTask, massOfOwnHistory, readBestFirst, Unanswered } from './best-first.ts';
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
import type { AccountSource, SourceTip } from './sources.ports.ts';

/** Reads an account's neighbourhood best first, several accounts at once. */
export class AccountGathering {
  readonly #task: GatherTask;
  readonly #source: AccountSource;
  readonly #shelf: NeighbourhoodShelf;
  readonly #tip: SourceTip;
  readonly #held = new Map<string, KeptAccount>();
  readonly #unanswered = new Unanswered();

  constructor(task: GatherTask, source: AccountSource, shelf: NeighbourhoodShelf, tip: SourceTip) {
    this.#task = task;
    this.#source = source;
    this.#shelf = shelf;
    this.#tip = tip;
  }

  async run(): Promise<Gathering> {
    const { address, labelsOf } = this.#task;
    const { faults } = this.#unanswered;
    await this.#read({ account: address, side: 'newer' });
    if (!this.#held.has(address)) return { kind: 'failed', faults };
    await readBestFirst(this.#task, this.#unanswered, {
      store: () => this.#storeWith(labelsOf),
      keyOf,
      ownHistory: (subject, explained) => this.#ownHistory(subject, explained),
      report: (explained) => this.#report(explained),
      read: async (places) => {
        const next = distinct(places).slice(0, Math.max(1, this.#source.concurrency));
        await Promise.all(next.map((place) => this.#read(place)));
      },
    });
    return { kind: 'records', live: this.#records(), faults };
  }

  #ownHistory({ address, unread }: SubjectFacts, explained: GatherProgress['explained']) {
    if (unread === undefined) return [];
    return [{ place: { account: address, side: 'older' as const }, mass: massOfOwnHistory(unread, explained) }];
  }

  /** Reads what a place waits for, from the shelf or the source. */
  async #read(place: UnreadPlace): Promise<void> {
    const { account: address, side } = place;
    const asset = { network: this.#task.asset.network, ticker: this.#task.asset.ticker };
    await this.#unanswered.guard(keyOf(place), async () => {
      const known = this.#held.get(address);
      const kept = known ?? (await this.#shelf.find(asset, address, this.#tip));
      const isSubject = address === this.#task.address;
      if (known === undefined && kept !== null) {
        this.#held.set(address, kept);
        // What the walk waits for may be in it: the next plan tells. The subject is always read up to the tip.
        if (!isSubject || kept.until >= this.#tip.time) return;
      }
      const account = await this.#extend(kept, address, side, isSubject);
      if (account === kept) this.#unanswered.close(keyOf(place));
      this.#held.set(address, account);
      await this.#shelf.save(asset, account, this.#tip, this.#task.now);
    });
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
    const onFault: Reading['onFault'] = (fault) => this.#unanswered.note(fault);
    return { asset, source: this.#source, tip: this.#tip, call: budget, onFault };
  }

  #report(explained: GatherProgress['explained']): void {
    this.#task.onProgress({ calls: this.#task.budget.spent, explained, providers: this.#providers() });
  }

  #storeWith(labelsOf: LabelsOf): HeldAccountStore {
    const { asset, address } = this.#task;
    const histories = [...this.#held.values()].map((account) => heldHistoryOf(account, this.#tip));
    const contracts = new Set([...this.#held.values()].flatMap((account) => account.contracts));
    return new HeldAccountStore({ network: asset.network, subject: address, histories, contracts, labelsOf });
  }

  #records(): LiveRecords {
    const { asset, address, budget } = this.#task;
    return {
      tip: this.#tip,
      records: this.#storeWith(async (addresses) => addresses.map(() => [])).size,
      calls: budget.spent,
      providers: this.#providers(),
      cut: cutOfAccounts(asset, address, this.#tip, [...this.#held.values()]),
      open: (labelsOf) => this.#storeWith(labelsOf),
    };
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
