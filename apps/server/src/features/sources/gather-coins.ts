import { HeldCoinStore, type LabelsOf, type RawTransaction, type UnreadCoins } from '@assay/exposure';
import type { GatherTask } from './gather-accounts.ts';
import { cursorOf } from './kept-account.ts';
import { areSpendsSettled, type CoinTip, type KeptOwner, type KeptTransaction, unreadOfOwner } from './kept-coins.ts';
import { CUT_VERSION, type CutCoins, type Gathering, type GatherProgress, type LiveRecords } from './live-records.ts';
import { planWalk } from './plan-walk.ts';
import {
  type CoinSource,
  type CoinsPage,
  SourceError,
  type SourceFault,
  type SourceTip,
  type Spends,
} from './sources.ports.ts';

/** Where transactions are kept between checks. */
export interface CoinShelf {
  findTransactions(
    network: GatherTask['asset']['network'],
    ids: readonly string[],
    tip: CoinTip,
  ): Promise<ReadonlyMap<string, KeptTransaction>>;
  saveTransaction(
    network: GatherTask['asset']['network'],
    kept: KeptTransaction,
    tip: CoinTip,
    areSettled: boolean,
    now: Date,
  ): Promise<void>;
  findOwner(network: GatherTask['asset']['network'], address: string, tip: CoinTip): Promise<KeptOwner | null>;
  saveOwner(network: GatherTask['asset']['network'], owner: KeptOwner, tip: CoinTip, now: Date): Promise<void>;
}

type Place = UnreadCoins | { readonly what: 'own'; readonly id: string };

const UNKNOWN_OWN_HISTORY = 0.1;

/** As for accounts, coin by coin: what a walk waits for is a transaction, or who spends the outputs of one. */
export class CoinGathering {
  readonly #task: GatherTask;
  readonly #source: CoinSource;
  readonly #shelf: CoinShelf;
  readonly #tip: SourceTip;
  readonly #transactions = new Map<string, KeptTransaction>();
  readonly #closed = new Set<string>();
  readonly #faults: SourceFault[] = [];
  #owner: KeptOwner | null = null;

  constructor(task: GatherTask, source: CoinSource, shelf: CoinShelf, tip: SourceTip) {
    this.#task = task;
    this.#source = source;
    this.#shelf = shelf;
    this.#tip = tip;
  }

  async run(): Promise<Gathering> {
    const { address, budget, signal } = this.#task;
    await this.#guarded({ what: 'own', id: address }, () => this.#readOwner());
    if (this.#owner === null) return { kind: 'failed', faults: this.#faults };
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
      const open = [...this.#ownHistory(explained), ...waiting]
        .filter(({ place }) => !this.#closed.has(keyOf(place)))
        .sort((a, b) => b.mass - a.mass)
        .map(({ place }) => place);
      if (open.length === 0 || budget.left <= 0) break;
      if (await this.#takeFromShelf(open)) continue;
      const next = open.slice(0, Math.max(1, this.#source.concurrency));
      await Promise.all(next.map((place) => this.#guarded(place, () => this.#read(place))));
    }
    signal.throwIfAborted();
    return { kind: 'records', live: this.#records(), faults: this.#faults };
  }

  #ownHistory({ incoming, outgoing }: GatherProgress['explained']) {
    if (this.#owner === null || this.#owner.from === null) return [];
    const { received, sent } = unreadOfOwner(this.#owner, this.#ownTransactions());
    const isKnown = received > 0n || sent > 0n;
    const mass = isKnown ? Math.max(1 - (incoming ?? 0), 1 - (outgoing ?? 0)) : UNKNOWN_OWN_HISTORY;
    const place: Place = { what: 'own', id: this.#task.address };
    return [{ place, mass }];
  }

  /** Everything waited for that is kept already costs nothing; true when any of it was. */
  async #takeFromShelf(places: readonly Place[]): Promise<boolean> {
    const isNew = ({ what, id }: Place) =>
      what !== 'own' && !(what === 'transaction' ? this.#transactions.has(id) : this.#transactions.get(id)?.spends);
    const ids = [...new Set(places.filter(isNew).map(({ id }) => id))];
    const kept = await this.#shelf.findTransactions(this.#task.asset.network, ids, this.#tip);
    let hasNew = false;
    for (const [id, found] of kept) {
      const before = this.#transactions.get(id);
      const spends = found.spends ?? before?.spends ?? null;
      hasNew ||= before === undefined || (before.spends === null && spends !== null);
      this.#transactions.set(id, { transaction: before?.transaction ?? found.transaction, spends });
    }
    return hasNew;
  }

  async #read(place: Place): Promise<void> {
    if (place.what === 'own') return this.#readOlder();
    const { id } = place;
    const { budget } = this.#task;
    if (place.what === 'transaction') {
      const [found] = await this.#source.transactions([id], budget);
      // A provider that does not know it, or knows it only above the tip everything else was read at.
      if (found === undefined || found === null || found.transaction.block > this.#tip.block) {
        this.#closed.add(keyOf(place));
        return;
      }
      await this.#keep({ transaction: found.transaction, spends: found.spends });
      return;
    }
    const known = this.#transactions.get(id);
    if (known === undefined) {
      this.#closed.add(keyOf(place));
      return;
    }
    await this.#keep({ ...known, spends: await this.#source.spends(id, budget) });
  }

  async #readOwner(): Promise<void> {
    const { address, asset, budget, now } = this.#task;
    const kept = await this.#shelf.findOwner(asset.network, address, this.#tip);
    const held = kept === null ? null : await this.#withTransactions(kept);
    if (held === null) {
      const page = await this.#source.transactionsOf(this.#askOf(null, this.#tip.block, null), budget);
      await this.#keepPage(page);
      const from = page.next === null ? null : (page.completeFrom ?? this.#tip.block + 1);
      const owner: KeptOwner = {
        address,
        from,
        until: this.#tip.block,
        own: ownOf(page, this.#tip.block),
        counters: { transactions: null, received: null, sent: null },
        provider: page.provider,
        cursor: cursorOf(page.next, this.#tip.block),
      };
      this.#owner = owner;
      if (from !== null) this.#owner = { ...owner, counters: await this.#countersOf() };
    } else if (held.until >= this.#tip.block) {
      this.#owner = held;
      return;
    } else {
      this.#owner = await this.#extendNewer(held);
    }
    await this.#shelf.saveOwner(asset.network, this.#owner, this.#tip, now);
  }

  /** The owner with its transactions in hand; null where some of them are not kept any more. */
  async #withTransactions(owner: KeptOwner): Promise<KeptOwner | null> {
    const ids = owner.own.map(([id]) => id);
    const kept = await this.#shelf.findTransactions(this.#task.asset.network, ids, this.#tip);
    if (kept.size < ids.length) return null;
    for (const [id, found] of kept) this.#transactions.set(id, found);
    return owner;
  }

  async #extendNewer(owner: KeptOwner): Promise<KeptOwner> {
    const pages: CoinsPage[] = [];
    let cursor: string | null = null;
    do {
      const ask = this.#askOf(owner.until + 1, this.#tip.block, cursor);
      const page: CoinsPage = await this.#source.transactionsOf(ask, this.#task.budget);
      pages.push(page);
      cursor = page.completeFrom !== null && page.completeFrom <= owner.until + 1 ? null : page.next;
    } while (cursor !== null);
    for (const page of pages) await this.#keepPage(page);
    const fresh = pages.flatMap((page) => ownOf(page, this.#tip.block)).filter(([, block]) => block > owner.until);
    return { ...owner, until: this.#tip.block, own: distinct([...owner.own, ...fresh]) };
  }

  async #readOlder(): Promise<void> {
    const owner = this.#owner;
    if (owner === null || owner.from === null) return;
    const until = owner.cursor?.until ?? owner.from - 1;
    const ask = this.#askOf(null, until, owner.cursor?.next ?? null);
    const page = await this.#source.transactionsOf(ask, this.#task.budget);
    await this.#keepPage(page);
    const from = page.next === null ? null : Math.min(owner.from, page.completeFrom ?? owner.from);
    const own = distinct([...owner.own, ...ownOf(page, this.#tip.block)]);
    this.#owner = { ...owner, from, own, cursor: cursorOf(page.next, until) };
    await this.#shelf.saveOwner(this.#task.asset.network, this.#owner, this.#tip, this.#task.now);
  }

  async #countersOf(): Promise<KeptOwner['counters']> {
    try {
      return await this.#source.counters(this.#task.address, this.#task.budget);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (error.fault.kind !== 'not-supported') this.#noteFault(error.fault);
      return { transactions: null, received: null, sent: null };
    }
  }

  async #keepPage(page: CoinsPage): Promise<void> {
    for (const { transaction, spends } of page.transactions)
      if (transaction.block <= this.#tip.block) await this.#keep({ transaction, spends });
  }

  async #keep(kept: KeptTransaction): Promise<void> {
    const { asset, now } = this.#task;
    const known = this.#transactions.get(kept.transaction.transactionId);
    const spends = this.#withinTip(kept.spends) ?? known?.spends ?? null;
    this.#transactions.set(kept.transaction.transactionId, { ...kept, spends });
    const areSettled = spends !== null && areSpendsSettled(spends, (id) => this.#isFinal(id));
    await this.#shelf.saveTransaction(asset.network, { ...kept, spends }, this.#tip, areSettled, now);
  }

  /** A spender known to stand above the tip counts as none yet: everything is read at one tip. */
  #withinTip(spends: Spends | null): Spends | null {
    return (
      spends?.map((id) => {
        const block = id === null ? null : this.#transactions.get(id)?.transaction.block;
        return block !== null && block !== undefined && block > this.#tip.block ? null : id;
      }) ?? null
    );
  }

  #isFinal(id: string): boolean {
    const block = this.#transactions.get(id)?.transaction.block;
    return block !== undefined && block <= this.#tip.finalBlock;
  }

  async #guarded(place: Place, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.#closed.add(keyOf(place));
      this.#noteFault(error.fault);
    }
  }

  #noteFault(fault: SourceFault): void {
    if (fault.kind !== 'cancelled') this.#faults.push(fault);
  }

  #report(explained: GatherProgress['explained']): void {
    this.#task.onProgress({ calls: this.#calls(), explained, providers: this.#source.providers.slice(0, 1) });
  }

  #ownTransactions(): readonly RawTransaction[] {
    const ids = this.#owner?.own.map(([id]) => id) ?? [];
    return ids.flatMap((id) => this.#transactions.get(id)?.transaction ?? []);
  }

  #coins(): CutCoins {
    const { received, sent } =
      this.#owner === null ? { received: 0n, sent: 0n } : unreadOfOwner(this.#owner, this.#ownTransactions());
    return {
      own: (this.#owner?.own ?? []).map(([id]) => id).sort(),
      from: this.#owner?.from ?? null,
      unread: { received: received.toString(), sent: sent.toString() },
      transactions: [...this.#transactions.keys()].sort(),
      spends: [...this.#transactions]
        .flatMap(([id, { spends }]) => (spends === null ? [] : [[id, spends] as const]))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    };
  }

  #storeWith(labelsOf: LabelsOf): HeldCoinStore {
    const { own, from, unread, spends } = this.#coins();
    return new HeldCoinStore({
      network: this.#task.asset.network,
      subject: this.#task.address,
      own,
      from,
      unread: { received: BigInt(unread.received), sent: BigInt(unread.sent) },
      transactions: [...this.#transactions.values()].map(({ transaction }) => transaction),
      spends: new Map(spends),
      labelsOf,
    });
  }

  #records(): LiveRecords {
    const { asset, address } = this.#task;
    const above = [...this.#transactions.values()].filter(
      ({ transaction }) => transaction.block > this.#tip.finalBlock,
    );
    const providers = this.#owner === null ? [] : [this.#owner.provider];
    return {
      tip: this.#tip,
      records: this.#transactions.size,
      calls: this.#calls(),
      providers,
      cut: {
        version: CUT_VERSION,
        network: asset.network,
        ticker: asset.ticker,
        subject: address,
        tip: this.#tip,
        providers,
        accounts: [],
        contracts: [],
        coins: this.#coins(),
        loose: JSON.stringify(
          above.map(({ transaction }) => transaction),
          bigintAsText,
        ),
      },
      open: (labelsOf) => this.#storeWith(labelsOf),
    };
  }

  #calls(): GatherProgress['calls'] {
    return { made: this.#task.budget.made, budget: this.#task.budget.calls };
  }

  #askOf(since: number | null, until: number, cursor: string | null) {
    return { address: this.#task.address, since, until, cursor };
  }
}

function keyOf({ what, id }: Place): string {
  return `${what} ${id}`;
}

function ownOf(page: CoinsPage, lastBlock: number): readonly (readonly [string, number])[] {
  return page.transactions
    .filter(({ transaction }) => transaction.block <= lastBlock)
    .map(({ transaction }) => [transaction.transactionId, transaction.block] as const);
}

function distinct(own: readonly (readonly [string, number])[]): readonly (readonly [string, number])[] {
  return [...new Map(own).entries()];
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
