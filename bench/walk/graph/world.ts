import { listOf, listPerAsset } from './asset-lists.ts';
import { CRIMES, labelMore, labelOne } from './labelling.ts';
import { Market } from './market.ts';
import { ASSETS, Parties } from './parties.ts';
import { RandomWords } from './random-words.ts';

export interface GraphSize {
  readonly transfers: number;
  readonly seed: number;
  /** Share of the large services that are labelled, 0.7. */
  readonly labelledHubs?: number;
  /** Share of all addresses that are labelled, 0.01. */
  readonly labelledShare?: number;
}

/** One transfer: accounts by number, dollars as a 32-bit float, seconds. */
export type Emit = (from: number, to: number, dollars: number, time: number) => void;

const ASSET_SHARES = [0.45, 0.2, 0.13, 0.1, 0.07, 0.05];
const START = 1_600_000_000;
const SECONDS = 4 * 365 * 86_400;

/**
 * A market of users, exchanges with deposit addresses, pools, scams, peel chains, mixers, airdrops, merchants, gambling
 * and miners: heavy-tailed, in order of time, users' balances conserved. One seed gives one graph, bit for bit.
 */
export class World {
  readonly parties: Parties;
  readonly #random: RandomWords;
  readonly #size: GraphSize;
  readonly #emit: Emit;
  readonly #market: Market;
  readonly #scams = listPerAsset();
  readonly #chains = listPerAsset();
  readonly #sweeps = listPerAsset();
  #count = 0;

  constructor(size: GraphSize, emit: Emit) {
    this.#size = size;
    this.#emit = emit;
    this.#random = new RandomWords(size.seed);
    this.parties = new Parties(this.#random, size.transfers);
    this.#market = new Market(this.parties, this.#random, size);
  }

  run(): void {
    while (this.#count < this.#size.transfers) {
      const what = this.#random.unit();
      const asset = this.#pickAsset();
      if (what < 0.25) this.#withdraw(asset);
      else if (what < 0.46) this.#deposit(asset);
      else if (what < 0.64) this.#sweep(asset);
      else if (what < 0.82) this.#payUser(asset);
      else if (what < 0.88) this.#trade(asset);
      else if (what < 0.9) this.#scam(asset);
      else if (what < 0.93) this.#peel(asset);
      else if (what < 0.94) this.#mix(asset);
      else if (what < 0.96) this.#pay(this.#market.pickAirdrop(asset), this.parties.pickUser(asset), 'drop');
      else if (what < 0.98) this.#shop(asset);
      else if (what < 0.99) this.#gamble(asset);
      else this.#mine(asset);
    }
    labelMore(this.parties, this.#random, this.#size.labelledShare ?? 0.01);
  }

  #pickAsset(): number {
    let asset = 0;
    let left = this.#random.unit();
    while (asset < ASSETS - 1 && left >= (ASSET_SHARES[asset] ?? 1)) {
      left -= ASSET_SHARES[asset] ?? 1;
      asset += 1;
    }
    return asset;
  }

  /** `drop` draws its small amount behind both ends. */
  #pay(from: number, to: number, dollars: number | 'drop'): void {
    const wanted = dollars === 'drop' ? 0.01 + this.#random.unit() : dollars;
    const amount = Math.fround(Math.max(0.01, wanted));
    this.parties.move(from, to, amount);
    const time = START + Math.floor(this.#count * (SECONDS / this.#size.transfers));
    this.#count += 1;
    this.#emit(from, to, amount, time);
  }

  #withdraw(asset: number): void {
    const hub = this.#market.pickHub(asset);
    const user = this.#random.unit() < 0.4 ? this.parties.newUser(asset) : this.parties.pickUser(asset);
    this.#pay(hub, user, this.#random.logNormal(5.5, 2));
    this.parties.listOf(asset).push(user);
  }

  #deposit(asset: number): void {
    const user = this.parties.pickRich(asset);
    if (user === null) {
      this.#withdraw(asset);
      return;
    }
    const has = this.parties.has(user);
    const amount = this.#random.unit() < 0.5 ? has : has * this.#random.unit();
    this.#payIn(user, asset, amount);
    if (this.#random.unit() < 0.5) this.parties.listOf(asset).push(user);
  }

  #payIn(user: number, asset: number, amount: number): void {
    const deposit = this.parties.depositOf(user, asset, () => this.#market.pickHub(asset));
    this.#pay(user, deposit, amount);
    listOf(this.#sweeps, asset).push(deposit);
  }

  #sweep(asset: number): void {
    const waiting = listOf(this.#sweeps, asset);
    if (waiting.length === 0) {
      this.#withdraw(asset);
      return;
    }
    const deposit = waiting.shift();
    const has = this.parties.has(deposit);
    if (has > 0.01) this.#pay(deposit, this.parties.deposit[deposit] ?? 0, has);
  }

  #payUser(asset: number): void {
    const payer = this.parties.pickRich(asset);
    if (payer === null) {
      this.#withdraw(asset);
      return;
    }
    const payee = this.#random.unit() < 0.35 ? this.parties.newUser(asset) : this.parties.pickUser(asset);
    if (payee === payer && this.#random.unit() < 0.98) return;
    const has = this.parties.has(payer);
    this.#pay(payer, payee, this.#random.unit() < 0.35 ? has : has * this.#random.unit());
    this.parties.listOf(asset).push(payee);
    if (this.#random.unit() < 0.06 && this.parties.has(payee) > 1 && payee !== payer) {
      this.#pay(payee, payer, this.parties.has(payee) * this.#random.unit());
    }
  }

  #trade(asset: number): void {
    const pool = this.#market.pickPool(asset);
    if (this.#random.unit() < 0.5) {
      const user = this.parties.pickUser(asset);
      this.#pay(pool, user, this.#random.logNormal(5.5, 1.8));
      this.parties.listOf(asset).push(user);
      return;
    }
    const user = this.parties.pickRich(asset);
    if (user === null) {
      this.#withdraw(asset);
      return;
    }
    this.#pay(user, pool, this.parties.has(user) * this.#random.unit());
  }

  #scam(asset: number): void {
    const scams = listOf(this.#scams, asset);
    if (scams.length < 40 || this.#random.unit() < 0.02) {
      const address = this.parties.newAddress();
      if (this.#random.unit() < 0.4) labelOne(this.parties, this.#random, address, CRIMES);
      scams.push(this.parties.newAccount(asset, address));
      if (scams.length > 200) scams.remove(this.#random.below(scams.length));
    }
    const drawn = this.#random.unit();
    const scammer = scams.at(Math.floor(drawn * drawn * scams.length));
    const victim = this.parties.pickRich(asset);
    if (victim === null) {
      this.#withdraw(asset);
      return;
    }
    this.#pay(victim, scammer, this.parties.has(victim) * (0.2 + 0.8 * this.#random.unit()));
    if (this.parties.has(scammer) > 20_000 && this.#random.unit() < 0.3) {
      const next = this.parties.newAccount(asset, this.parties.newAddress());
      this.#pay(scammer, next, this.parties.has(scammer));
      listOf(this.#chains, asset).push(next);
    }
  }

  #peel(asset: number): void {
    const chains = listOf(this.#chains, asset);
    if (chains.length === 0) return;
    const index = this.#random.below(chains.length);
    const holder = chains.at(index);
    const has = this.parties.has(holder);
    if (has < 50 || this.#random.unit() < 0.06) {
      if (has > 1) {
        if (this.#random.unit() < 0.3) this.#pay(holder, this.#market.pickMixer(asset), has);
        else this.#payIn(holder, asset, has);
      }
      chains.swapOut(index);
      return;
    }
    const next = this.parties.newAccount(asset, this.parties.newAddress());
    const kept = 0.7 + 0.28 * this.#random.unit();
    this.#pay(holder, next, has * kept);
    chains.set(index, next);
    const where = this.#random.unit();
    if (where < 0.5) this.#payIn(holder, asset, has * (1 - kept));
    else if (where < 0.7) this.#pay(holder, this.#market.pickMixer(asset), has * (1 - kept));
    else {
      const user = this.parties.newUser(asset);
      this.#pay(holder, user, has * (1 - kept));
      this.parties.listOf(asset).push(user);
      if (where < 0.75) chains.push(user);
    }
  }

  #mix(asset: number): void {
    const mixer = this.#market.pickMixer(asset);
    if (this.#random.unit() < 0.5) {
      const user = this.parties.newUser(asset);
      this.#pay(mixer, user, this.#random.logNormal(7, 1.2));
      this.parties.listOf(asset).push(user);
      return;
    }
    const user = this.parties.pickRich(asset);
    if (user === null) {
      this.#withdraw(asset);
      return;
    }
    this.#pay(user, mixer, this.parties.has(user) * (0.5 + 0.5 * this.#random.unit()));
  }

  #shop(asset: number): void {
    const merchant = this.#market.pickMerchant(asset);
    if (this.#random.unit() < 0.8) {
      const user = this.parties.pickRich(asset);
      if (user === null) {
        this.#withdraw(asset);
        return;
      }
      this.#pay(user, merchant, Math.min(this.parties.has(user), this.#random.logNormal(4, 1)));
      return;
    }
    const hub = this.#market.pickHub(asset);
    this.#pay(merchant, hub, this.#random.logNormal(8, 1));
  }

  #gamble(asset: number): void {
    const casino = this.#market.pickCasino(asset);
    if (this.#random.unit() < 0.55) {
      const user = this.parties.pickRich(asset);
      if (user === null) {
        this.#withdraw(asset);
        return;
      }
      this.#pay(user, casino, this.parties.has(user) * this.#random.unit() * 0.5);
      return;
    }
    const user = this.parties.pickUser(asset);
    this.#pay(casino, user, this.#random.logNormal(5, 1.5));
  }

  #mine(asset: number): void {
    const miner = this.#market.pickMiner(asset);
    const user = this.#random.unit() < 0.2 ? this.parties.newUser(asset) : this.parties.pickUser(asset);
    this.#pay(miner, user, this.#random.logNormal(5, 1));
    this.parties.listOf(asset).push(user);
  }
}
