import {
  type LabelsOf,
  PartialAccountStore,
  type PartialPayment,
  type SubjectFacts,
  type UnreadState,
} from '@assay/exposure';
import { cutOffOfAccounts, providersOf, type SeenPayment } from '../cut-off-accounts.ts';
import type { HistoryGap } from '../history-gaps.ts';
import { distinctOf, gapsOfAccount, type KeptAccount, partialHistoryOf } from '../kept/kept-account.ts';
import {
  compareAccount,
  extendNewer,
  extendOlder,
  isService,
  type NeighbourhoodCache,
  openAccount,
  type Reading,
} from '../neighbourhoods.ts';
import {
  type GatherProgress,
  type OpenOptions,
  type OwnRecords,
  oldestOf,
  type ReadGathering,
  type ReadRecords,
} from '../on-demand-records.ts';
import type { AccountSource, SourceTip } from '../sources.ports.ts';
import { type GatherPayment, type GatherTask, massOfOwnHistory, readBestFirst, Unanswered } from './best-first.ts';

/** Reads an account's neighbourhood best first, several accounts at once. */
export class AccountGathering {
  readonly #task: GatherTask;
  readonly #source: AccountSource;
  readonly #cache: NeighbourhoodCache;
  readonly #tip: SourceTip;
  readonly #held = new Map<string, KeptAccount>();
  readonly #unanswered = new Unanswered();

  constructor(task: GatherTask, source: AccountSource, cache: NeighbourhoodCache, tip: SourceTip) {
    this.#task = task;
    this.#source = source;
    this.#cache = cache;
    this.#tip = tip;
  }

  async run(): Promise<ReadGathering> {
    const { address, labelsOf } = this.#task;
    const { faults } = this.#unanswered;
    // A payment is known already: its side's own history matters only where coins went through it before.
    if (this.#task.payment === null) {
      await this.#read({ account: address, side: 'newer' });
      if (!this.#held.has(address)) return { kind: 'failed', faults };
    }
    if (this.#task.isOwnAlone) {
      await this.#readOwn(address);
      return { kind: 'records', live: this.#records(), faults };
    }
    await readBestFirst(this.#task, this.#unanswered, {
      // Checks of payments are of version 2, which derives no labels here: what it walks through has to be read.
      store: () => this.#storeWith(labelsOf, this.#task.payment === null ? undefined : { derive: false }),
      keyOf,
      ownHistory: (subject, explained) => this.#ownHistory(subject, explained),
      report: (explained) => this.#report(explained),
      read: async (places) => {
        const next = distinct(places).slice(0, Math.max(1, this.#source.concurrency));
        await Promise.all(next.map((state) => this.#read(state)));
      },
    });
    await this.#compareOtherEnds();
    return { kind: 'records', live: this.#records(), faults };
  }

  /** Whether the records behind a payment are complete depends on the histories at its other ends. */
  async #compareOtherEnds(): Promise<void> {
    const ends = new Set(this.#payment()?.transfers.flatMap(({ from, to }) => [from, to]));
    for (const address of ends) {
      const account = this.#held.get(address);
      if (account === undefined || address === this.#task.address || this.#task.budget.left <= 0) continue;
      await this.#unanswered.guard(keyOf({ account: address, side: 'older' }), async () => {
        const compared = await compareAccount(this.#reading(), account);
        if (compared === account) return;
        this.#held.set(address, compared);
        await this.#cache.save(this.#task.asset, compared, this.#tip, this.#task.now);
      });
    }
  }

  /** The subject's older records, page by page, as far as the budget goes. */
  async #readOwn(address: string): Promise<void> {
    const state = { account: address, side: 'older' as const };
    while (this.#task.budget.left > 0 && !this.#unanswered.has(keyOf(state))) {
      if ((this.#held.get(address)?.from ?? null) === null) return;
      await this.#read(state);
    }
  }

  #own(): OwnRecords {
    const account = this.#held.get(this.#task.address);
    if (account === undefined) throw new Error('the subject was not read');
    const { transfers, from, unread } = partialHistoryOf(account, this.#tip);
    const own = [...distinctOf(transfers)];
    return { ledger: 'account', transfers: own, unread, since: from === null ? null : oldestOf(own) };
  }

  #ownHistory({ address, unread }: SubjectFacts, explained: GatherProgress['explained']) {
    if (unread === undefined) return [];
    return [{ state: { account: address, side: 'older' as const }, mass: massOfOwnHistory(unread, explained) }];
  }

  /** Reads what a state of the walk needs, from the cache or the source. */
  async #read(state: UnreadState): Promise<void> {
    const { account: address, side } = state;
    const asset = { network: this.#task.asset.network, ticker: this.#task.asset.ticker };
    await this.#unanswered.guard(keyOf(state), async () => {
      const known = this.#held.get(address);
      const kept = known ?? (await this.#cache.find(asset, address, this.#tip));
      const isSubject = this.#task.payment === null && address === this.#task.address;
      if (known === undefined && kept !== null) {
        this.#held.set(address, kept);
        // It may contain what the walk needs: the next plan shows that. The subject is always read up to the tip.
        if (!isSubject || (kept.until >= this.#tip.time && isCompared(kept))) return;
      }
      const extended = await this.#extend(kept, address, side, isSubject);
      const account = isSubject ? await compareAccount(this.#reading(), extended) : extended;
      if (account === kept) this.#unanswered.close(keyOf(state));
      this.#held.set(address, account);
      await this.#cache.save(asset, account, this.#tip, this.#task.now);
    });
  }

  async #extend(
    kept: KeptAccount | null,
    address: string,
    side: UnreadState['side'],
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

  #storeWith(labelsOf: LabelsOf, options?: OpenOptions): PartialAccountStore {
    const { asset, address } = this.#task;
    const histories = [...this.#held.values()].map((account) => partialHistoryOf(account, this.#tip));
    const contracts = new Set([...this.#held.values()].flatMap((account) => account.contracts));
    return new PartialAccountStore({
      ...{ network: asset.network, subject: address, histories, contracts, labelsOf },
      payment: this.#payment(),
      ...options,
    });
  }

  #records(): ReadRecords {
    const { asset, address, budget } = this.#task;
    return {
      tip: this.#tip,
      records: this.#storeWith(async (addresses) => addresses.map(() => [])).size,
      calls: budget.spent,
      providers: this.#providers(),
      gaps: this.#gaps(),
      cut: cutOffOfAccounts(asset, address, this.#tip, [...this.#held.values()], this.#cutPayment()),
      own: () => this.#own(),
      histories: () => [...this.#held.values()].map((account) => partialHistoryOf(account, this.#tip)),
      open: (labelsOf, options) => this.#storeWith(labelsOf, options),
    };
  }

  /** Of the subject's own history: a payment has none. */
  #gaps(): readonly HistoryGap[] {
    const own = this.#task.payment === null ? this.#held.get(this.#task.address) : undefined;
    return own === undefined ? [] : gapsOfAccount(own);
  }

  #payment(): PartialPayment | undefined {
    const { asset, payment } = this.#task;
    return payment === null ? undefined : paymentIn(payment, asset);
  }

  #cutPayment(): SeenPayment | null {
    const [payment, seen] = [this.#payment(), this.#task.payment?.seen];
    if (payment === undefined || seen?.content.ledger !== 'account') return null;
    const { provider, content } = seen;
    return { provider, payment, isWhole: content.isWhole };
  }

  #providers(): readonly string[] {
    const seen = this.#task.payment?.seen;
    return providersOf([...this.#held.values(), ...(seen === undefined ? [] : [seen])]);
  }
}

/** Whether a history that reaches its beginning was compared with the present balance. */
function isCompared({ from, comparison }: KeptAccount): boolean {
  return from !== null || comparison !== null;
}

/** The records of the transaction that are of this asset. */
function paymentIn({ seen: { id, content } }: GatherPayment, { contract }: GatherTask['asset']): PartialPayment {
  if (content.ledger !== 'account') throw new Error('a transaction of coins was seen on an account network');
  const own = content.assets.find((asset) => asset.contract === contract);
  return { transactionId: id, transfers: own?.transfers ?? [] };
}

function keyOf({ account, side }: UnreadState): string {
  return `${account} ${side}`;
}

/** At most one read per account at a time: reads of its two sides would overwrite each other. */
function distinct(places: readonly UnreadState[]): readonly UnreadState[] {
  return [...new Map(places.toReversed().map((state) => [state.account, state])).values()].reverse();
}
