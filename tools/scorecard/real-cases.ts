import type { Expectation } from './case.ts';

/** An address of the sample records that ship, or of a shipped list. */
export interface RealCase extends Expectation {
  readonly network: 'BTC' | 'ETH';
  readonly address: string;
}

/** Real addresses: shipped labels over shipped records, which are samples and not histories. */
export const REAL_CASES: readonly RealCase[] = [
  {
    name: 'customer of Coinbase',
    kind: 'good',
    expected: 'all of it straight from an exchange: low risk',
    network: 'ETH',
    address: '0xf15f74ca0ff1cc6fd35e711db2f77eccb2526791',
    stars: [4, 5],
  },
  {
    name: 'customer of Binance',
    kind: 'good',
    expected: 'all of it straight from an exchange: low risk',
    network: 'ETH',
    address: '0x500b95b82c62c8d38453de825355397a95b62133',
    stars: [4, 5],
  },
  {
    name: 'wallet that sent a tenth to Kraken',
    kind: 'unknown',
    expected: 'the rest is unknown: limited coverage, or too little to rate',
    network: 'ETH',
    address: '0xddbd2b932c763ba5b1b7ae3b362eac3e8d40121a',
    stars: [4, 4],
  },
  {
    name: 'thief of the Ronin bridge',
    kind: 'bad',
    expected: 'on the OFAC list: one star; no transfer of it is here: N/A without the list',
    network: 'ETH',
    address: '0x098b716b8aaf21512996dc57eb0615e2383e2f96',
    stars: [1, 1],
    leftOut: [0, 0],
  },
  {
    name: 'payer of a known fraud',
    kind: 'bad',
    expected: 'nearly half of what it sent went straight to the fraud: one star',
    network: 'BTC',
    address: '1FJav5T1fw4ds2BQNhYepuqmsEfbpgJhyF',
    stars: [1, 1],
  },
  {
    name: 'payer of the same fraud at two hops',
    kind: 'bad',
    expected: 'over a quarter, one hop further: two stars',
    network: 'BTC',
    address: '1127fSPWareRuq4K4QbyrY63onNQZcHrhQ',
    stars: [2, 2],
  },
  {
    name: 'the fraud itself',
    kind: 'bad',
    expected: 'one star by its label; without it the victims are strangers: N/A, or limited coverage',
    network: 'BTC',
    address: '1FyedPPk923wRfmVphV1CLt3bVLGxHZXpK',
    stars: [1, 1],
    leftOut: [0, 4],
  },
  {
    name: 'winner at LuckyB.it',
    kind: 'elevated',
    expected: 'over half straight from gambling: three stars',
    network: 'BTC',
    address: '18bW2s7nDP2VBper8WaJ25KdQXepZgF4df',
    stars: [3, 3],
  },
  {
    name: 'winner at SatoshiDice',
    kind: 'elevated',
    expected: 'a third straight from gambling: one star less',
    network: 'BTC',
    address: '14YqMw4zPPyYX7PkAwo1FRGcfduG65aPyF',
    stars: [4, 4],
  },
  {
    name: 'payer of LuckyB.it at two hops',
    kind: 'elevated',
    expected: 'gambling at two hops does not stick: low risk',
    network: 'BTC',
    address: '18DetgwkeAKPDYZ81wBpBTaKBfsrYZ4zqL',
    stars: [4, 5],
  },
  {
    name: 'LuckyB.it itself',
    kind: 'elevated',
    expected: 'two stars by its label; the shipped labels name no other address it dealt with: N/A without it',
    network: 'BTC',
    address: '1NxaBCFQwejSZbQfWcYNwgqML5wWoE3rK4',
    stars: [2, 2],
    leftOut: [0, 0],
  },
  {
    name: 'receiver of a batch withdrawal',
    kind: 'good',
    expected: 'paid by an exchange: low risk',
    network: 'BTC',
    address: 'bc1q4gjc6kfhlksw9x64vsxf5jpjpx598rr5dz5trm',
    stars: [4, 5],
  },
  {
    name: 'miner of block 1',
    kind: 'good',
    expected: 'newly mined coins and nothing else: five stars',
    network: 'BTC',
    address: '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX',
    stars: [5, 5],
  },
  {
    name: "Satoshi's first address",
    kind: 'unknown',
    expected: 'payments of unknown origin only: N/A',
    network: 'BTC',
    address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    stars: [0, 0],
  },
];
