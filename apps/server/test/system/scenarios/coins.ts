/** Valid addresses, mostly from published test vectors. Their roles in this scenario are invented. */
export const COINS = {
  wallet: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  exchange: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  mixer: '3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX',
  finder: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  friend: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
} as const;

type Party = keyof typeof COINS;
type Output = readonly [Party, number];

const COIN = 100_000_000;

export function coinTransactionOf(place: number): string {
  return (place + 1).toString(16).padStart(64, 'b');
}

/** bitcoin-etl `transactions`. The wallet receives a mixer's coin and a mined one, and pays with change to itself. */
export function coinsJsonLines(): string {
  const rows = [
    transaction(0, [], [['finder', 50]]),
    transaction(
      1,
      [
        { spent_transaction_hash: 'e'.repeat(64), spent_output_index: 0, addresses: [COINS.mixer], value: 25 * COIN },
        { spent_transaction_hash: coinTransactionOf(0), spent_output_index: 0 },
      ],
      [
        ['wallet', 60],
        ['finder', 14],
      ],
    ),
    transaction(
      2,
      [{ spent_transaction_hash: coinTransactionOf(1), spent_output_index: 0 }],
      [
        ['exchange', 30],
        ['wallet', 20],
        ['friend', 9],
      ],
    ),
  ];
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

export function coinLabelsJsonLines(): string {
  const rows = [
    { defaults: { network: 'BTC', confidence: 70 } },
    { address: COINS.exchange, entity: 'Example Exchange', category: 'exchange_licensed' },
    { address: COINS.mixer, entity: 'Example Mixer', category: 'mixer' },
  ];
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function transaction(place: number, inputs: readonly object[], outputs: readonly Output[]): object {
  return {
    hash: coinTransactionOf(place),
    block_number: 800_000 + place,
    block_timestamp: Date.UTC(2024, 0, 1 + place) / 1000,
    is_coinbase: inputs.length === 0,
    index: 0,
    inputs,
    outputs: outputs.map(([party, coins], index) => ({ index, addresses: [COINS[party]], value: coins * COIN })),
  };
}
