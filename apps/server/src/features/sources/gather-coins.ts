import { HeldCoinStore, type LabelsOf, type UnreadCoins } from '@assay/exposure';
import { type GatherTask, massOfOwnHistory, readBestFirst, Unanswered } from './best-first.ts';
import type { CoinShelf } from './coin-shelf.ts';
import { CoinsInHand } from './coins-in-hand.ts';
import { cutOfCoins, type HeldCoins, heldCoinsOf } from './cut-coins.ts';
import { type KeptOwner, unreadOfOwner } from './kept-coins.ts';
import type { Gathering, GatherProgress, LiveRecords } from './live-records.ts';
import { extendOwnerNewer, extendOwnerOlder, type OwnerReading, openOwner } from './owners.ts';
import type { CoinSource, SourceTip } from './sources.ports.ts';

interface OwnPlace {
  readonly what: 'own';
  readonly id: string;
}
type Place = UnreadCoins | OwnPlace;

/** As for accounts, coin by coin: what a walk waits for is a transaction, or who spends the outputs of one. */
export class CoinGathering {
  readonly #task: GatherTask;
  readonly #source: CoinSource;
  readonly #shelf: CoinShelf;
  readonly #tip: SourceTip;
  readonly #hand: CoinsInHand;
  readonly #unanswered = new Unanswered();

  constructor(task: GatherTask, source: CoinSource, shelf: CoinShelf, tip: SourceTip) {
    this.#task = task;
    this.#source = source;
    this.#shelf = shelf;
    this.#tip = tip;
    this.#hand = new CoinsInHand(task.asset.network, shelf, tip, task.now);
  }

  async run(): Promise<Gathering> {
    const { address, labelsOf } = this.#task;
    const { faults } = this.#unanswered;
    const ownPlace: Place = { what: 'own', id: address };
    const first = await this.#unanswered.guard(keyOf(ownPlace), () => this.#readOwner());
    if (first === null) return { kind: 'failed', faults };
    let owner = first;
    await readBestFirst(this.#task, this.#unanswered, {
      store: () => this.#storeOf(owner, labelsOf),
      keyOf,
      ownHistory: (_subject, explained) =>
        owner.from === null ? [] : [{ place: ownPlace, mass: massOfOwnHistory(this.#unreadOf(owner), explained) }],
      report: (explained) => this.#report(explained),
      read: async (places: readonly Place[]) => {
        if (await this.#takeFromShelf(places)) return;
        const next = places.slice(0, Math.max(1, this.#source.concurrency));
        const read = next.map((place) =>
          this.#unanswered.guard(keyOf(place), async () => {
            if (place.what === 'own') owner = await this.#readOlder(owner);
            else await this.#read(place);
          }),
        );
        await Promise.all(read);
      },
    });
    return { kind: 'records', live: this.#records(owner), faults };
  }

  /** Everything waited for that is kept already costs nothing; true when any of it was. */
  #takeFromShelf(places: readonly Place[]): Promise<boolean> {
    const isNew = ({ what, id }: Place) =>
      what !== 'own' && !(what === 'transaction' ? this.#hand.get(id) : this.#hand.get(id)?.spends);
    return this.#hand.take([...new Set(places.filter(isNew).map(({ id }) => id))]);
  }

  async #read(place: UnreadCoins): Promise<void> {
    const { id } = place;
    const { budget } = this.#task;
    if (place.what === 'transaction') {
      const [found] = await this.#source.transactions([id], budget);
      // A provider that does not know it, or knows it only above the tip everything else was read at.
      if (found === undefined || found === null || found.transaction.block > this.#tip.block) {
        this.#unanswered.close(keyOf(place));
      } else await this.#hand.keep(found);
      return;
    }
    const known = this.#hand.get(id);
    if (known === undefined) this.#unanswered.close(keyOf(place));
    else await this.#hand.keep({ ...known, spends: await this.#source.spends(id, budget) });
  }

  async #readOwner(): Promise<KeptOwner> {
    const { address, asset } = this.#task;
    const kept = await this.#shelf.findOwner(asset.network, address, this.#tip);
    const isHeld = kept !== null && (await this.#hand.takeAllOf(kept));
    if (isHeld && kept.until >= this.#tip.block) return kept;
    return this.#save(await (isHeld ? extendOwnerNewer(this.#reading(), kept) : openOwner(this.#reading(), address)));
  }

  async #readOlder(owner: KeptOwner): Promise<KeptOwner> {
    return owner.from === null ? owner : this.#save(await extendOwnerOlder(this.#reading(), owner));
  }

  async #save(owner: KeptOwner): Promise<KeptOwner> {
    await this.#shelf.saveOwner(this.#task.asset.network, owner, this.#tip, this.#task.now);
    return owner;
  }

  #reading(): OwnerReading {
    const onFault: OwnerReading['onFault'] = (fault) => this.#unanswered.note(fault);
    return { source: this.#source, tip: this.#tip, call: this.#task.budget, hand: this.#hand, onFault };
  }

  #report(explained: GatherProgress['explained']): void {
    this.#task.onProgress({ calls: this.#task.budget.spent, explained, providers: this.#source.providers.slice(0, 1) });
  }

  #unreadOf(owner: KeptOwner): HeldCoins['unread'] {
    return unreadOfOwner(owner, this.#hand.ofOwner(owner));
  }

  #heldOf(owner: KeptOwner): HeldCoins {
    return heldCoinsOf(owner, this.#unreadOf(owner), this.#hand.all());
  }

  #storeOf(owner: KeptOwner, labelsOf: LabelsOf): HeldCoinStore {
    const { asset, address } = this.#task;
    return new HeldCoinStore({ network: asset.network, subject: address, ...this.#heldOf(owner), labelsOf });
  }

  #records(owner: KeptOwner): LiveRecords {
    const held = this.#heldOf(owner);
    return {
      tip: this.#tip,
      records: held.transactions.length,
      calls: this.#task.budget.spent,
      providers: [owner.provider],
      cut: cutOfCoins(this.#task.asset, owner, this.#tip, held),
      open: (labelsOf) => this.#storeOf(owner, labelsOf),
    };
  }
}

function keyOf({ what, id }: Place): string {
  return `${what} ${id}`;
}
