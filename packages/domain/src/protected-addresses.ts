import type { NetworkId } from './network.ts';

const EVM = [
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000000000000000000000000',
  '0xdead000000000000000042069420694206942069',
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
  '0xffffffffffffffffffffffffffffffffffffffff',
] as const;

/**
 * Mint and burn addresses by network, in canonical form: where tokens come from and where they are destroyed. Nobody
 * holds a key to them, because each is a written-down pattern (all zeros, a word) and not the hash of a key, or because
 * the network itself says so: Tron's black hole, XRP Ledger's special addresses, Solana's System Program. Precompiled
 * contracts of Ethereum-style networks (0x…01 and on) are programs, not bookkeeping, and do not belong here.
 */
export const PROTECTED_ADDRESSES: Readonly<Record<NetworkId, readonly string[]>> = {
  BTC: [
    '1111111111111111111114oLvT2',
    '1BitcoinEaterAddressDontSendf59kuE',
    // Proof of burn by which XCP came to be in January 2014.
    '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
  ],
  LTC: ['LKDxGDJq5fF4FohAB8zJH24mDDNHDNtqsE'],
  DOGE: ['D596YFweJQuHY1BbjazZYmAbt8jJPbKehC', 'DDogepartyxxxxxxxxxxxxxxxxxxw1dfzr'],
  BCH: ['bitcoincash:qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqfnhks603'],
  DASH: ['XagqqFetxiDb9wbartKDrXgnqLah6SqX2S'],
  ZEC: ['t1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLbs'],
  DGB: ['D596YFweJQuHY1BbjazZYmAbt8jJPbKehC'],
  // All zeros, and where the chain's own parameters burn what assets, names and tags cost.
  RVN: [
    'R9HC5WtHbpoa51NCUAz86XLCmGTbkf45NT',
    'RXBurnXXXXXXXXXXXXXXXXXXXXXXWUo9FV',
    'RXissueAssetXXXXXXXXXXXXXXXXXhhZGt',
    'RXReissueAssetXXXXXXXXXXXXXXVEFAWu',
    'RXissueSubAssetXXXXXXXXXXXXXWcwhwL',
    'RXissueUniqueAssetXXXXXXXXXXWEAe58',
    'RXissueMsgChanneLAssetXXXXXXSjHvAY',
    'RXissueQuaLifierXXXXXXXXXXXXUgEDbC',
    'RXissueSubQuaLifierXXXXXXXXXVTzvv5',
    'RXissueRestrictedXXXXXXXXXXXXzJZ1q',
    'RXaddTagBurnXXXXXXXXXXXXXXXXZQm5ya',
  ],
  ETH: EVM,
  BSC: EVM,
  POLYGON: EVM,
  OP: EVM,
  ARB: EVM,
  AVAX: EVM,
  ETC: EVM,
  TRX: ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
  SOL: ['11111111111111111111111111111111', '1nc1nerator11111111111111111111111111111111'],
  // ACCOUNT_ZERO, ACCOUNT_ONE, the name reservation black hole, and the NaN address.
  XRP: [
    'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
    'rrrrrrrrrrrrrrrrrrrrBZbvji',
    'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
    'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
  ],
  XLM: ['GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF'],
  // The community's burn wallet.
  LUNC: ['terra1sk06e3dyexuq4shw77y3dsv480xv42mq73anxu'],
};

const SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(PROTECTED_ADDRESSES).map(([network, addresses]) => [network, new Set(addresses)]),
);

/**
 * Whether a canonical address is a mint or burn address of its network (docs/method, section 2): money at it means
 * `issuer`, whatever any list says of it.
 *
 * @param network network id; false for anything else
 * @param address canonical text, as `@assay/address` gives it
 * @example
 * isProtectedAddress('ETH', '0x000000000000000000000000000000000000dead'); // true
 */
export function isProtectedAddress(network: string, address: string): boolean {
  return SETS.get(network)?.has(address) === true;
}
