import { type LabelsOf, PartialCoinStore, type RawTransaction, type UnreadCoins } from '@assay/exposure';
import { isComplete } from '../history-gaps.ts';
import type { CoinCache } from '../kept/coin-cache.ts';
import {
  gapsOfOwner,
  type KeptOwner,
  type KeptTransaction,
  unreadOfOwner,
  writeTransactions,
} from '../kept/kept-coins.ts';
import {
  CUT_OFF_VERSION,
  type GatherProgress,
  type OnDemandCutOff,
  oldestOf,
  type ReadGathering,
  type ReadRecords,
} from '../on-demand-records.ts';
import type { CoinSource, SourceTip } from '../sources.ports.ts';
import { type GatherPayment, type GatherTask, massOfOwnHistory, readBestFirst, Unanswered } from './best-first.ts';
import { FetchedTransactions } from './fetched-transactions.ts';
import { compareOwner, extendOwnerNewer, extendOwnerOlder, type OwnerReading, openOwner } from './owners.ts';

interface OwnState {
  readonly what: 'own';
  readonly id: string;
}
type Place = UnreadCoins | OwnState;

/** As for accounts, coin by coin: a walk needs a transaction, or the spenders of the outputs of one. */
export class CoinGathering {
  readonly #task: GatherTask;
  readonly #source: CoinSource;
  readonly #cache: CoinCache;
  readonly #tip: SourceTip;
  readonly #hand: FetchedTransactions;
  readonly #unanswered = new Unanswered();

  constructor(task: GatherTask, source: CoinSource, cache: CoinCache, tip: SourceTip) {
    this.#task = task;
    this.#source = source;
    this.#cache = cache;
    this.#tip = tip;
    this.#hand = new FetchedTransactions(task.asset.network, cache, tip, task.now);
  }

  async run(): Promise<ReadGathering> {
    const { address, labelsOf } = this.#task;
    const { faults } = this.#unanswered;
    const ownState: Place = { what: 'own', id: address };
    const first = await this.#unanswered.guard(keyOf(ownState), () => this.#ownerOf());
    if (first === null) return { kind: 'failed', faults };
    let owner = first;
    if (this.#task.isOwnAlone) {
      owner = await this.#readOwn(owner, keyOf(ownState));
      return { kind: 'records', live: this.#records(owner), faults };
    }
    await readBestFirst(this.#task, this.#unanswered, {
      store: () => this.#storeOf(owner, labelsOf),
      keyOf,
      ownHistory: (_subject, explained) =>
        owner.from === null || this.#task.payment !== null
          ? []
          : [{ state: ownState, mass: massOfOwnHistory(this.#unreadOf(owner), explained) }],
      report: (explained) => this.#report(explained),
      read: async (places: readonly Place[]) => {
        if (await this.#takeFromCache(places)) return;
        const next = places.slice(0, Math.max(1, this.#source.concurrency));
        const read = next.map((state) =>
          this.#unanswered.guard(keyOf(state), async () => {
            if (state.what === 'own') owner = await this.#readOlder(owner);
            else await this.#read(state);
          }),
        );
        await Promise.all(read);
      },
    });
    return { kind: 'records', live: this.#records(owner), faults };
  }

  /** Takes everything the walk needs from the cache, without cost; true when any of it was cached. */
  #takeFromCache(places: readonly Place[]): Promise<boolean> {
    const isNew = ({ what, id }: Place) =>
      what !== 'own' && !(what === 'transaction' ? this.#hand.get(id) : this.#hand.get(id)?.spends);
    return this.#hand.take([...new Set(places.filter(isNew).map(({ id }) => id))]);
  }

  async #read(state: UnreadCoins): Promise<void> {
    const { id } = state;
    const { budget } = this.#task;
    if (state.what === 'transaction') {
      const [found] = await this.#source.transactions([id], budget);
      // The provider does not know it, or only above the tip as of which everything else was read.
      if (found === undefined || found === null || found.transaction.block > this.#tip.block) {
        this.#unanswered.close(keyOf(state));
      } else await this.#hand.keep(found);
      return;
    }
    const known = this.#hand.get(id);
    if (known === undefined) this.#unanswered.close(keyOf(state));
    else await this.#hand.keep({ ...known, spends: await this.#source.spends(id, budget) });
  }

  #ownerOf(): Promise<KeptOwner> {
    const { payment } = this.#task;
    return payment === null ? this.#readOwner() : this.#payerOf(payment);
  }

  /** Coins are exact: of the side of a payment, no other transaction is needed, and none is read. */
  async #payerOf({ seen: { id, block, content, provider, isPending } }: GatherPayment): Promise<KeptOwner> {
    if (content.ledger !== 'utxo') throw new Error('transfers were seen on a network of coins');
    if (isPending === true) this.#hand.hold(content.transaction);
    else await this.#hand.keep({ transaction: content.transaction, spends: null });
    const range = { from: this.#tip.block + 1, until: this.#tip.block, own: [[id, block] as const] };
    const counters = { transactions: null, received: null, sent: null };
    return { address: this.#task.address, ...range, counters, gaps: [], comparison: null, provider, cursor: null };
  }

  async #readOwner(): Promise<KeptOwner> {
    const { address, asset } = this.#task;
    const kept = await this.#cache.findOwner(asset.network, address, this.#tip);
    const isHeld = kept !== null && (await this.#hand.takeAllOf(kept));
    if (isHeld && kept.until >= this.#tip.block) return this.#save(kept);
    return this.#save(await (isHeld ? extendOwnerNewer(this.#reading(), kept) : openOwner(this.#reading(), address)));
  }

  async #readOlder(owner: KeptOwner): Promise<KeptOwner> {
    return owner.from === null ? owner : this.#save(await extendOwnerOlder(this.#reading(), owner));
  }

  /** The subject's older transactions, page by page, as far as the budget goes. */
  async #readOwn(first: KeptOwner, key: string): Promise<KeptOwner> {
    let owner = first;
    while (owner.from !== null && this.#task.budget.left > 0 && !this.#unanswered.has(key)) {
      const before = owner;
      owner = (await this.#unanswered.guard(key, () => this.#readOlder(before))) ?? before;
    }
    return owner;
  }

  async #save(read: KeptOwner): Promise<KeptOwner> {
    const owner = await compareOwner(this.#reading(), read);
    await this.#cache.saveOwner(this.#task.asset.network, owner, this.#tip, this.#task.now);
    return owner;
  }

  #reading(): OwnerReading {
    const onFault: OwnerReading['onFault'] = (fault) => this.#unanswered.note(fault);
    return { source: this.#source, tip: this.#tip, call: this.#task.budget, hand: this.#hand, onFault };
  }

  #report(explained: GatherProgress['explained']): void {
    this.#task.onProgress({ calls: this.#task.budget.spent, explained, providers: this.#source.providers.slice(0, 1) });
  }

  #unreadOf(owner: KeptOwner): PartialCoins['unread'] {
    if (this.#task.payment !== null) return { received: 0n, sent: 0n };
    return unreadOfOwner(owner, this.#hand.ofOwner(owner));
  }

  #heldOf(owner: KeptOwner): PartialCoins {
    return partialCoinsOf(owner, this.#unreadOf(owner), this.#hand.all());
  }

  #storeOf(owner: KeptOwner, labelsOf: LabelsOf): PartialCoinStore {
    const { asset, address } = this.#task;
    return new PartialCoinStore({ network: asset.network, subject: address, ...this.#heldOf(owner), labelsOf });
  }

  #records(owner: KeptOwner): ReadRecords {
    const held = this.#heldOf(owner);
    return {
      tip: this.#tip,
      records: held.transactions.length,
      calls: this.#task.budget.spent,
      providers: [owner.provider],
      gaps: this.#task.payment === null ? gapsOfOwner(owner) : [],
      cut: cutOffOfCoins(this.#task.asset, owner, this.#tip, held, this.#task.payment?.seen.id ?? null),
      own: () => {
        const transactions = this.#hand.ofOwner(owner);
        const since = owner.from === null ? null : oldestOf(transactions);
        return { ledger: 'utxo', transactions, unread: this.#unreadOf(owner), since };
      },
      histories: () => [],
      open: (labelsOf) => this.#storeOf(owner, labelsOf),
    };
  }
}

function keyOf({ what, id }: Place): string {
  return `${what} ${id}`;
}

/** What was read of an owner and around it. */
interface PartialCoins {
  readonly own: readonly string[];
  readonly from: number | null;
  readonly isWhole: boolean;
  readonly unread: { readonly received: bigint; readonly sent: bigint };
  readonly transactions: readonly RawTransaction[];
  readonly spends: ReadonlyMap<string, readonly (string | null)[]>;
}

function partialCoinsOf(
  owner: KeptOwner,
  unread: PartialCoins['unread'],
  held: readonly KeptTransaction[],
): PartialCoins {
  return {
    own: owner.own.map(([id]) => id).sort(),
    from: owner.from,
    isWhole: isComplete(owner.gaps, owner.comparison),
    unread,
    transactions: held.map(({ transaction }) => transaction),
    spends: new Map(
      held.flatMap(({ transaction, spends }) => (spends === null ? [] : [[transaction.transactionId, spends]])),
    ),
  };
}

/** Records which transactions were read, and what was known of their spenders. */
function cutOffOfCoins(
  { network, ticker }: GatherTask['asset'],
  { address, provider }: KeptOwner,
  tip: SourceTip,
  { own, from, isWhole, unread, transactions, spends }: PartialCoins,
  /** The id of the transaction whose payment was walked; null for the address. */
  payment: string | null,
): OnDemandCutOff {
  return {
    version: CUT_OFF_VERSION,
    network,
    ticker,
    subject: address,
    tip,
    providers: [provider],
    accounts: [],
    contracts: [],
    coins: {
      own,
      from,
      isWhole,
      unread: { received: unread.received.toString(), sent: unread.sent.toString() },
      transactions: transactions.map(({ transactionId }) => transactionId).sort(),
      spends: [...spends].sort(([a], [b]) => (a < b ? -1 : 1)),
    },
    loose: writeTransactions(transactions.filter(({ block }) => block > tip.finalBlock)),
    ...(payment === null ? {} : { payment: { transactionId: payment, transfers: null } }),
  };
}
