import { createRequire } from 'node:module';

/**
 * The parts of bcoin that are used, with their types: the package has none. It is CommonJS of 2018 and reads
 * NODE_BACKEND when it is loaded; on its own JavaScript it needs nothing built.
 */
export interface BcoinAddress {
  toString(network: 'main' | 'regtest'): string;
}

export interface BcoinScript {
  toRaw(): Buffer;
}

export interface BcoinOutput {
  readonly value: number;
  readonly script: BcoinScript;
  getAddress(): BcoinAddress | null;
  /** `pubkeyhash`, `scripthash`, `witnesspubkeyhash`, `nulldata` and so on. */
  getType(): string;
}

export interface BcoinOutpoint {
  readonly hash: string;
  readonly index: number;
  txid(): string;
}

export interface BcoinTransaction {
  readonly inputs: readonly { readonly prevout: BcoinOutpoint; readonly sequence: number }[];
  readonly outputs: readonly BcoinOutput[];
  readonly version: number;
  readonly locktime: number;
  txid(): string;
  hash(encoding: 'hex'): string;
  isCoinbase(): boolean;
  getSize(): number;
  getWeight(): number;
}

/** Coins a transaction spends; handed on, never looked into. */
export type BcoinView = object;

export interface BcoinEntry {
  readonly hash: string;
  readonly height: number;
  readonly time: number;
  rhash(): string;
}

export interface BcoinBlock {
  toRaw(): Buffer;
  readonly txs: readonly BcoinTransaction[];
}

export interface BcoinNode {
  readonly network: unknown;
  readonly logger: unknown;
  readonly workers: unknown;
  readonly chain: {
    readonly tip: BcoinEntry;
    readonly height: number;
    add(block: BcoinBlock): Promise<BcoinEntry | null>;
    getEntryByHeight(height: number): Promise<BcoinEntry | null>;
    getBlock(hash: string): Promise<BcoinBlock | null>;
  };
  readonly mempool: {
    readonly map: ReadonlyMap<string, { readonly tx: BcoinTransaction }>;
    addTX(transaction: BcoinTransaction): Promise<unknown>;
    reset(): Promise<void>;
  };
  readonly rpc: { call(body: unknown, query: object): Promise<unknown> };
  open(): Promise<void>;
  close(): Promise<void>;
}

export interface BcoinJob {
  readonly attempt: { readonly height: number; time: number };
  pushTX(transaction: BcoinTransaction, view: BcoinView): boolean;
  refresh(): void;
  mineAsync(): Promise<BcoinBlock>;
}

export interface BcoinMiner {
  readonly cpu: { createJob(tip: BcoinEntry, address: BcoinAddress): Promise<BcoinJob> };
  open(): Promise<void>;
  close(): Promise<void>;
}

export interface BcoinKeyRing {
  witness: boolean;
  getAddress(): BcoinAddress;
}

export interface BcoinBuilder {
  addTX(transaction: BcoinTransaction, index: number): void;
  addOutput(to: BcoinAddress | BcoinScript, value: number): void;
  sign(ring: BcoinKeyRing | readonly BcoinKeyRing[]): number;
  verify(): boolean;
  commit(): [BcoinTransaction, BcoinView];
}

export interface Bcoin {
  readonly FullNode: new (options: Readonly<Record<string, unknown>>) => BcoinNode;
  readonly Miner: new (options: Readonly<Record<string, unknown>>) => BcoinMiner;
  readonly KeyRing: { fromPrivate(key: Buffer, isCompressed: boolean): BcoinKeyRing };
  readonly Builder: new () => BcoinBuilder;
  readonly Address: { fromString(text: string, network: 'main' | 'regtest'): BcoinAddress };
  readonly Script: { fromNulldata(data: Buffer): BcoinScript };
}

/** Loads the node's code; the environment is as before afterwards. */
export function loadBcoin(): Bcoin {
  const require = createRequire(import.meta.url);
  const before = process.env['NODE_BACKEND'];
  process.env['NODE_BACKEND'] = 'js';
  try {
    return {
      FullNode: require('bcoin/lib/node/fullnode') as Bcoin['FullNode'],
      Miner: require('bcoin/lib/mining/miner') as Bcoin['Miner'],
      KeyRing: require('bcoin/lib/primitives/keyring') as Bcoin['KeyRing'],
      Builder: require('bcoin/lib/primitives/mtx') as Bcoin['Builder'],
      Address: require('bcoin/lib/primitives/address') as Bcoin['Address'],
      Script: require('bcoin/lib/script/script') as Bcoin['Script'],
    };
  } finally {
    if (before === undefined) delete process.env['NODE_BACKEND'];
    else process.env['NODE_BACKEND'] = before;
  }
}
