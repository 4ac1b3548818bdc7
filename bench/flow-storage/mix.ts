/**
 * What a transaction does, seen from the asset whose ledger is measured. The number of its records in that asset is in
 * `transactions.ts`.
 */
export const KINDS = [
  'payment',
  'swap',
  'router',
  'aggregator',
  'arbitrage',
  'flash loan',
  'multi-send',
  'bundle',
  'auction',
] as const;

export type Kind = (typeof KINDS)[number];

/**
 * Transactions of each kind among a thousand that have a record of the asset.
 *
 * `dollars` follows the stablecoins of Ethereum's block 21925176 (February 2025, 202 receipts, as the tests of
 * a16z/helios record them): USDT and USDC have 66 records in 60 transactions, 55 of them with one record; 11 of the
 * records, 17%, are in five parts that are not plain. `swaps` follows all tokens of that block: 222 records, of which
 * 58, 26%, are in 21 such parts, and 12, 5%, in plain parts of several records. Of 10,525 transfers of USDT on Tron
 * around seized wallets (apps/server/starter/transfers), no two are of one transaction. How the rest is split between
 * kinds was chosen so that these sums come out.
 */
export const MIXES = {
  dollars: {
    payment: 815,
    swap: 100,
    router: 45,
    aggregator: 10,
    arbitrage: 15,
    'flash loan': 2,
    'multi-send': 3,
    bundle: 8,
    auction: 2,
  },
  swaps: {
    payment: 560,
    swap: 300,
    router: 80,
    aggregator: 20,
    arbitrage: 25,
    'flash loan': 3,
    'multi-send': 3,
    bundle: 5,
    auction: 4,
  },
} as const satisfies Record<string, Record<Kind, number>>;

export type MixName = keyof typeof MIXES;

export const isMixName = (text: string): text is MixName => Object.hasOwn(MIXES, text);
