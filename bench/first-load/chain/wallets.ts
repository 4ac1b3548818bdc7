import { createHash } from 'node:crypto';
import { encodeAccount } from '@assay/address/encode';
import type { Random } from '@assay/testkit';

/** An output that nobody has spent. */
export interface Coin {
  readonly transactionId: string;
  readonly index: number;
  readonly amount: bigint;
}

interface Wallet {
  /** In order of first use. */
  readonly addresses: string[];
  /** Oldest first. */
  coins: Coin[];
}

/** How often a user is paid at a new address, and gets change at one. */
const NEW_ADDRESS = 0.2;
const NEW_CHANGE = 0.4;
/** A user with so many coins spends all of them together. */
const CONSOLIDATED = 12;
/** Inputs of one transaction at most. */
const MOST_INPUTS = 60;

/** The coins and addresses of parties. */
export class Wallets {
  readonly #random: Random;
  readonly #wallets = new Map<number, Wallet>();
  #addresses = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Where a party is paid: services and deposit addresses always at the same one. */
  payTo(party: number, isUser: boolean): string {
    return this.#addressOf(party, isUser ? NEW_ADDRESS : 0);
  }

  changeTo(party: number, isUser: boolean): string {
    return this.#addressOf(party, isUser ? NEW_CHANGE : 0);
  }

  receive(party: number, coin: Coin): void {
    this.#walletOf(party).coins.push(coin);
  }

  /** Takes coins of at least this amount, the oldest first; all where a party has no more, or many small ones. */
  take(party: number, amount: bigint, isUser: boolean): readonly Coin[] {
    const wallet = this.#walletOf(party);
    let count = 0;
    for (let sum = 0n; count < wallet.coins.length && count < MOST_INPUTS && sum < amount; count += 1) {
      sum += wallet.coins[count]?.amount ?? 0n;
    }
    if (isUser && wallet.coins.length >= CONSOLIDATED) count = Math.min(MOST_INPUTS, wallet.coins.length);
    return wallet.coins.splice(0, count);
  }

  has(party: number): boolean {
    return (this.#wallets.get(party)?.coins.length ?? 0) > 0;
  }

  /** The first address of each party that was paid, by which it is labelled. */
  *firstAddresses(): Generator<readonly [party: number, address: string]> {
    for (const [party, { addresses }] of this.#wallets) {
      const [first] = addresses;
      if (first !== undefined) yield [party, first];
    }
  }

  #addressOf(party: number, newOne: number): string {
    const { addresses } = this.#walletOf(party);
    const last = addresses.at(-1);
    if (last !== undefined && !this.#random.chance(newOne)) return last;
    this.#addresses += 1;
    const address = encodeAccount('BTC', createHash('sha256').update(`address ${this.#addresses}`).digest());
    addresses.push(address);
    return address;
  }

  #walletOf(party: number): Wallet {
    let wallet = this.#wallets.get(party);
    if (wallet === undefined) {
      wallet = { addresses: [], coins: [] };
      this.#wallets.set(party, wallet);
    }
    return wallet;
  }
}
