/**
 * What the address package needs to know of a currency: its validator kind and the configuration of that validator
 * per network. The tables of this folder are facts; the rules that read them live in `@assay/address`.
 */
export type AddressNetwork = 'prod' | 'testnet' | 'regtest' | 'stagenet';

export const ADDRESS_NETWORKS = ['prod', 'testnet', 'regtest', 'stagenet'] as const satisfies readonly AddressNetwork[];

/** Facts that differ between the networks of one currency; a network that is not listed has none of its own. */
export type PerNetwork<T> = { readonly [N in AddressNetwork]?: T };

/** Hash behind a base58 checksum: its first four bytes over everything before the checksum. */
export type ChecksumHash =
  | 'sha256x2'
  | 'blake256x2'
  | 'keccak256'
  | 'groestl512x2'
  | 'blake2b256-keccak256'
  | 'sha3-256';

/** Base58 check with version bytes, and segwit where the chain has it (Bitcoin and its relatives). */
export interface BitcoinRules {
  readonly validator: 'bitcoin' | 'bitcoin-cash' | 'syscoin';
  /** Version bytes as one big-endian number; the first of a network means pay to public key hash, the rest to script. */
  readonly versions: PerNetwork<readonly number[]>;
  /** Human-readable prefix of segwit addresses (BIP-173). */
  readonly segwitPrefixes?: PerNetwork<string>;
  /** Bytes after base58 decoding, checksum included: 25, or 26 for two version bytes. */
  readonly expectedLength?: 25 | 26;
  readonly hash?: ChecksumHash;
  /** Exact number of characters where the chain fixes it (Waves: 35). */
  readonly textLength?: number;
  /**
   * CashAddr: prefix per network and the letters its payload may begin with; whether legacy base58 is one too, and
   * whether the network has scripts by 32 bytes and spellings for wallets that take tokens.
   */
  readonly cashAddr?: {
    readonly prefixes: PerNetwork<string>;
    readonly startsWith: string;
    readonly legacy: boolean;
    readonly hasFurther?: true;
  };
}

/** CryptoNote accounts: varint prefixes of standard, sub-address and integrated addresses per network. */
export interface MoneroRules {
  readonly validator: 'monero';
  readonly standard: PerNetwork<readonly number[]>;
  readonly subAddress: PerNetwork<readonly number[]>;
  readonly integrated: PerNetwork<readonly number[]>;
}

/** 0x accounts: `0x` and 40 hex digits. */
export interface EthereumRules {
  readonly validator: 'ethereum';
  /** Mixed into the checksum casing where the chain does so (EIP-1191). */
  readonly chainId?: number;
  /** Upper and lower case of the checksum casing are swapped (Wanchain). */
  readonly invertedCasing?: boolean;
  /**
   * Bech32 texts accepted beside `0x`: a second spelling of the same account (Injective), or accounts of another kind
   * on the same chain (Avalanche hashes its keys differently there).
   */
  readonly bech32?: { readonly prefix: string; readonly sameAccount: boolean };
}

/** One bech32 account text: prefix per network, program sizes in bytes. */
export interface Bech32Rules {
  readonly validator: 'bech32';
  readonly prefixes: PerNetwork<readonly string[]>;
  readonly sizesBytes: readonly number[];
  readonly variant?: 'bech32' | 'bech32m' | 'either';
  /** Chain letters that precede a hyphen (`X-avax1…`). */
  readonly chainLetters?: string;
  /** Characters the whole text may have where the chain goes beyond BIP-173's 90. */
  readonly maxLength?: number;
}

/** Network prefix byte before a 20-byte account in base58 check. */
export interface TronRules {
  readonly validator: 'tron';
  readonly versions: PerNetwork<readonly number[]>;
}

/** Public key texts of the Graphene family: prefix, base58, RIPEMD-160 checksum. */
export interface GrapheneRules {
  readonly validator: 'graphene-key';
  readonly keyPrefixes: readonly string[];
  /** Account names are accepted beside keys (BitShares). */
  readonly names: boolean;
}

/** SS58 accounts of one Substrate network. */
export interface SubstrateRules {
  readonly validator: 'substrate';
  readonly networkId: number;
}

/** A fixed number of bytes in hex after `0x`, optionally with a fixed first byte. */
export interface HexRules {
  readonly validator: 'hex';
  readonly sizeBytes: number;
  readonly firstByte?: number;
}

/** Kinds whose rules need no configuration. */
export interface PlainRules {
  readonly validator:
    | 'aeternity'
    | 'algorand'
    | 'aptos'
    | 'ardor'
    | 'arweave'
    | 'binance'
    | 'cardano'
    | 'cosmos'
    | 'eos'
    | 'ergo'
    | 'filecoin'
    | 'hedera'
    | 'icon'
    | 'internet-computer'
    | 'iost'
    | 'lisk'
    | 'nano'
    | 'near'
    | 'nebulas'
    | 'nem'
    | 'nimiq'
    | 'nuls'
    | 'nxt'
    | 'pactus'
    | 'ripple'
    | 'siacoin'
    | 'solana'
    | 'steem'
    | 'stellar'
    | 'tezos'
    | 'ton'
    | 'zilliqa';
}

export type AddressRules =
  | BitcoinRules
  | MoneroRules
  | EthereumRules
  | Bech32Rules
  | TronRules
  | GrapheneRules
  | SubstrateRules
  | HexRules
  | PlainRules;

export type ValidatorKind = AddressRules['validator'];

/** One row of a currency table: its symbol is the key. */
export type CurrencyFacts<R extends AddressRules = AddressRules> = R & { readonly name: string };

/** A currency whose addresses Assay can judge. */
export interface Currency {
  /** Lower-case symbol, unique in the table. */
  readonly symbol: string;
  readonly name: string;
  readonly rules: AddressRules;
}
