import { NumberList } from './number-list.ts';
import type { RandomWords } from './random-words.ts';

export const ASSETS = 6;
const NOBODY = 0xffff_ffff;
/** A service never runs dry. */
const BOTTOMLESS = Math.fround(1e30);
const FULL = Math.fround(1e29);

/** Categories as the yardstick counts them; 0 is unlabelled. */
export const CATEGORY_CODES = [
  'none',
  'exchange_licensed',
  'exchange_unlicensed',
  'exchange_fraudulent',
  'p2p_exchange_licensed',
  'p2p_exchange_unlicensed',
  'online_wallet',
  'liquidity_pools',
  'payment_processor',
  'miner',
  'mixer',
  'marketplace',
  'gambling',
  'sanctions',
  'stolen_coins',
  'scam',
  'illegal_service',
  'enforcement_action',
  'ransom',
  'child_exploitation',
  'dark_market',
  'dark_service',
  'other_entities',
  'seized_assets',
] as const;

export type CategoryCode = (typeof CATEGORY_CODES)[number];

export function codeOf(category: CategoryCode): number {
  return CATEGORY_CODES.indexOf(category);
}

/** Services of one kind: an account in every asset. */
export type Services = readonly NumberList[];

/** Addresses, their accounts in each asset, and what is known of them. */
export class Parties {
  readonly random: RandomWords;
  readonly addressOf: Uint32Array;
  readonly assetOf: Uint8Array;
  readonly balance: Float32Array;
  /** Deposit address of a user; of a deposit address, the service it sweeps to. */
  readonly deposit: Uint32Array;
  readonly category: Uint8Array;
  readonly isDeposit: Uint8Array;
  /** Users by asset, once for each payment: a frequent user is drawn often. */
  readonly seen: readonly NumberList[] = Array.from({ length: ASSETS }, () => new NumberList());
  readonly depositAddresses = new NumberList();
  addresses = 0;
  accounts = 0;

  constructor(random: RandomWords, transfers: number) {
    this.random = random;
    const size = Math.floor(transfers / 2) + 1_000_000;
    this.addressOf = new Uint32Array(size);
    this.assetOf = new Uint8Array(size);
    this.balance = new Float32Array(size);
    this.deposit = new Uint32Array(size).fill(NOBODY);
    this.category = new Uint8Array(size);
    this.isDeposit = new Uint8Array(size);
  }

  newAddress(): number {
    this.addresses += 1;
    return this.addresses - 1;
  }

  newAccount(asset: number, address: number): number {
    const account = this.accounts;
    this.accounts += 1;
    this.addressOf[account] = address;
    this.assetOf[account] = asset;
    return account;
  }

  /** Now and then somebody who is known from another asset. */
  newUser(asset: number): number {
    if (this.random.unit() < 0.12) {
      const other = this.random.below(ASSETS);
      const known = this.seen[other];
      if (other !== asset && known !== undefined && known.length > 0) {
        return this.newAccount(asset, this.addressOf[known.at(this.random.below(known.length))] ?? 0);
      }
    }
    return this.newAccount(asset, this.newAddress());
  }

  /** Somebody active lately, or ever. */
  pickUser(asset: number): number {
    const known = this.listOf(asset);
    if (known.length === 0) {
      const user = this.newUser(asset);
      known.push(user);
      return user;
    }
    const count = known.length;
    if (this.random.unit() < 0.6) {
      const recent = Math.min(count, Math.max(1000, Math.floor(count / 50)));
      return known.at(count - 1 - this.random.below(recent));
    }
    return known.at(this.random.below(count));
  }

  /** Somebody who has something to spend, null after six tries. */
  pickRich(asset: number): number | null {
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const user = this.pickUser(asset);
      if (this.has(user) > 1) return user;
    }
    return null;
  }

  has(account: number): number {
    return this.balance[account] ?? 0;
  }

  listOf(asset: number): NumberList {
    const list = this.seen[asset];
    if (list === undefined) throw new RangeError(`no asset ${asset}`);
    return list;
  }

  move(from: number, to: number, amount: number): void {
    const before = this.has(from);
    if (before < FULL) this.balance[from] = Math.max(0, Math.fround(before - amount));
    const balance = this.has(to);
    if (balance < FULL) this.balance[to] = balance + amount;
  }

  /** The deposit address a user pays into, with its service; sometimes a new one. */
  depositOf(user: number, asset: number, pickService: () => number): number {
    const known = this.deposit[user] ?? NOBODY;
    if (known !== NOBODY && this.random.unit() >= 0.3) return known;
    const service = pickService();
    const address = this.newAddress();
    this.isDeposit[address] = 1;
    this.depositAddresses.push(address);
    const account = this.newAccount(asset, address);
    this.deposit[account] = service;
    this.deposit[user] = account;
    return account;
  }

  /** Services with an account in every asset; the first `known` of them are always labelled. */
  services(count: number, categories: readonly CategoryCode[], labelled: number, known = 0): Services {
    const accounts = Array.from({ length: ASSETS }, () => new NumberList());
    for (let index = 0; index < count; index += 1) {
      const address = this.newAddress();
      const isLabelled = this.random.unit() < labelled || index < known;
      if (isLabelled) {
        const category = categories[this.random.below(categories.length)] ?? 'none';
        this.category[address] = codeOf(category);
      }
      for (const [asset, list] of accounts.entries()) {
        const account = this.newAccount(asset, address);
        this.balance[account] = BOTTOMLESS;
        list.push(account);
      }
    }
    return accounts;
  }
}
