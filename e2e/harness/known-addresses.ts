import type { AddressToCheck } from './search.ts';

/**
 * Addresses the starter data knows: real, public and documented beside the data. Each is charged once a day at most, and
 * the demo account holds ten checks: keep the list short.
 */
export const KNOWN = {
  /** Named on the sanctions list of the US Treasury since November 2018. */
  sanctioned: { address: '149w62rY42aZBox8fGcmqNsXUzSStKeq8C', ticker: 'BTC' },
  /** A customer of Binance: all it received came straight from there. */
  exchangeCustomer: { address: '0x500b95b82c62c8d38453de825355397a95b62133', ticker: 'ETH' },
  /** Over half of what it received came from a gambling service, which also got some of it back. */
  gambler: { address: '18bW2s7nDP2VBper8WaJ25KdQXepZgF4df', ticker: 'BTC' },
  /** More than a quarter of what it sent reached a known fraud at two hops. */
  nearFraud: { address: '1127fSPWareRuq4K4QbyrY63onNQZcHrhQ', ticker: 'BTC' },
  /** Named in an Israeli seizure order; most of what it received came from exchanges and from other seized wallets. */
  seized: { address: 'TEtJTCuFEzY6jjVNzFtbWGMfrHzfE2aGKU', ticker: 'USDT', parent: 'TRX' },
  /** Its records are of two assets on one chain: MKR and DAI. */
  twoAssets: { address: '0x4e83362442b8d1bec281594cea3050c8eb01311c', ticker: 'MKR', parent: 'ETH' },
  /** Satoshi's first address: payments, but of unknown origin only. */
  unattributed: { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ticker: 'BTC' },
  /** The example address of BIP-173; no record of it is held. */
  unknown: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', ticker: 'BTC' },
} as const satisfies Record<string, AddressToCheck>;
