import type { NetworkId } from '@assay/domain';
import type { RawTransaction } from '@assay/exposure';
import type { CoinCache } from '../kept/coin-cache.ts';
import { areSpendsSettled, type KeptOwner, type KeptTransaction } from '../kept/kept-coins.ts';
import type { CoinsPage, SourceTip, Spends } from '../sources.ports.ts';

/** Transactions fetched for a check, all as of one tip; new ones are also written to the cache. */
export class FetchedTransactions {
  readonly #network: NetworkId;
  readonly #cache: CoinCache;
  readonly #tip: SourceTip;
  readonly #now: Date;
  readonly #held = new Map<string, KeptTransaction>();

  constructor(network: NetworkId, cache: CoinCache, tip: SourceTip, now: Date) {
    this.#network = network;
    this.#cache = cache;
    this.#tip = tip;
    this.#now = now;
  }

  get(id: string): KeptTransaction | undefined {
    return this.#held.get(id);
  }

  all(): readonly KeptTransaction[] {
    return [...this.#held.values()];
  }

  ofOwner({ own }: KeptOwner): readonly RawTransaction[] {
    return own.flatMap(([id]) => this.#held.get(id)?.transaction ?? []);
  }

  /** Takes those that are in the cache; true when any of them is new here. */
  async take(ids: readonly string[]): Promise<boolean> {
    const kept = await this.#cache.findTransactions(this.#network, ids, this.#tip);
    let hasNew = false;
    for (const [id, found] of kept) {
      const before = this.#held.get(id);
      const spends = found.spends ?? before?.spends ?? null;
      hasNew ||= before === undefined || (before.spends === null && spends !== null);
      this.#held.set(id, { transaction: before?.transaction ?? found.transaction, spends });
    }
    return hasNew;
  }

  /** Takes all transactions of an owner from the cache, or none; false where some are no longer cached. */
  async takeAllOf({ own }: KeptOwner): Promise<boolean> {
    const kept = await this.#cache.findTransactions(
      this.#network,
      own.map(([id]) => id),
      this.#tip,
    );
    if (kept.size < own.length) return false;
    for (const [id, found] of kept) this.#held.set(id, found);
    return true;
  }

  async keepPage(page: CoinsPage): Promise<void> {
    for (const one of page.transactions) if (one.transaction.block <= this.#tip.block) await this.keep(one);
  }

  async keep(kept: KeptTransaction): Promise<void> {
    const id = kept.transaction.transactionId;
    const spends = this.#withinTip(kept.spends) ?? this.#held.get(id)?.spends ?? null;
    this.#held.set(id, { ...kept, spends });
    const areSettled = spends !== null && areSpendsSettled(spends, (spender) => this.#isFinal(spender));
    await this.#cache.saveTransaction(this.#network, { ...kept, spends }, this.#tip, areSettled, this.#now);
  }

  /** A transaction of this read alone, which is no record: one that waits for a block. */
  hold(transaction: KeptTransaction['transaction']): void {
    this.#held.set(transaction.transactionId, { transaction, spends: null });
  }

  /** A spender above the tip counts as none: everything is read as of one tip. */
  #withinTip(spends: Spends | null): Spends | null {
    return (
      spends?.map((id) => {
        const block = id === null ? undefined : this.#held.get(id)?.transaction.block;
        return block !== undefined && block > this.#tip.block ? null : id;
      }) ?? null
    );
  }

  #isFinal(id: string): boolean {
    const block = this.#held.get(id)?.transaction.block;
    return block !== undefined && block <= this.#tip.finalBlock;
  }
}
