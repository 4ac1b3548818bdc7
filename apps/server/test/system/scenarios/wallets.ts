/** Names of the scenarios; each is an Ethereum address of its own. Small numbers are kept clear of protected ones. */
const NAMES = [
  ...['exchange', 'payments', 'sanctioned', 'scammer', 'thief', 'market', 'casino', 'mixer', 'listed', 'exchange-own'],
  ...['coverage', 'unknown-payer', 'far', 'far-1', 'far-2', 'dusted', 'dust-only', 'forty', 'stolen', 'dark', 'dark-1'],
  ...['scam', 'gambler', 'mixed', 'mixed-1', 'mixed-2', 'depositor', 'deposit', 'opened', 'opened-1', 'later'],
] as const;

export type Wallet = (typeof NAMES)[number];

export function addressOf(name: Wallet): string {
  return `0xa55a${(NAMES.indexOf(name) + 1).toString(16).padStart(36, '5')}`;
}

/** Sender (none: an opening balance), receiver and US dollars of USDT, in the order they happened, an hour apart. */
type Payment = readonly [Wallet | '', Wallet, number];

export const PAYMENTS: readonly Payment[] = [
  ['unknown-payer', 'coverage', 700],
  ['exchange', 'coverage', 300],

  ['sanctioned', 'far-1', 400],
  ['far-1', 'far-2', 400],
  ['exchange', 'far-2', 19_600],
  ['far-2', 'far', 20_000],

  ['sanctioned', 'dusted', 0.5],
  ['exchange', 'dusted', 19_999.5],

  ['sanctioned', 'dust-only', 0.5],

  ['sanctioned', 'forty', 40],
  ['exchange', 'forty', 19_960],

  ['thief', 'stolen', 50],
  ['exchange', 'stolen', 950],

  ['market', 'dark-1', 300],
  ['dark-1', 'dark', 300],
  ['exchange', 'dark', 700],

  ['scammer', 'scam', 20],
  ['exchange', 'scam', 500],
  ['unknown-payer', 'scam', 480],

  ['casino', 'gambler', 600],
  ['unknown-payer', 'gambler', 400],

  ['mixer', 'exchange-own', 40],
  ['unknown-payer', 'exchange-own', 960],

  // 300 and 100 mixed: half of them goes on, a quarter of it the mixer's. What the mixer pays later changes nothing.
  ['exchange', 'mixed-1', 300],
  ['mixer', 'mixed-1', 100],
  ['mixed-1', 'mixed', 200],
  ['mixer', 'mixed-1', 10_000],
  ['mixed', 'exchange', 50],
  ['mixed', 'mixed-2', 150],
  ['mixed-2', 'casino', 50],

  // Twice and only to the exchange: its deposit address.
  ['unknown-payer', 'depositor', 100],
  ['depositor', 'deposit', 100],
  ['deposit', 'exchange', 60],
  ['deposit', 'exchange', 40],

  // Of 80 sent, 30 known to be there before and 30 the exchange's: 20 no balance covers.
  ['', 'opened-1', 30],
  ['exchange', 'opened-1', 30],
  ['opened-1', 'opened', 80],

  // Before the listing of 2024-03-01.
  ['listed', 'later', 100],
  ['exchange', 'later', 900],
];

const START = Date.UTC(2024, 1, 1) / 1000;
const HOUR = 3600;

export function transactionOf(place: number): string {
  return `0x${(place + 1).toString(16).padStart(64, 'c')}`;
}

/** The plain form of docs/operations/transfers. */
export function transfersCsv(): string {
  const rows = PAYMENTS.map(([from, to, dollars], index) => [
    ...['ETH', 'USDT', from === '' ? '' : addressOf(from), addressOf(to), String(dollars * 1_000_000)],
    ...[String(START + index * HOUR), from === '' ? '' : transactionOf(index)],
  ]);
  return [['network', 'asset', 'from', 'to', 'amount', 'time', 'transaction'], ...rows]
    .map((row) => `${row.join(',')}\n`)
    .join('');
}

export function labelsCsv(): string {
  const rows: readonly (readonly [Wallet, string, string, number, string])[] = [
    ['exchange', 'Example Exchange', 'exchange_licensed', 100, ''],
    ['exchange-own', 'Other Exchange', 'exchange_licensed', 100, ''],
    ['payments', 'Example Payments', 'payment_processor', 70, ''],
    ['sanctioned', 'Example Party', 'sanctions', 100, '2020-01-01'],
    ['listed', 'Later Party', 'sanctions', 100, '2024-03-01'],
    ['scammer', 'Example Scam', 'scam', 70, ''],
    ['thief', 'Example Theft', 'stolen_coins', 70, ''],
    ['market', 'Example Market', 'dark_market', 70, ''],
    ['casino', 'Example Casino', 'gambling', 70, ''],
    ['mixer', 'Example Mixer', 'mixer', 70, ''],
  ];
  return [
    'address,network,entity,category,confidence,valid_from\n',
    ...rows.map(([name, ...rest]) => `${[addressOf(name), 'ETH', ...rest].join(',')}\n`),
  ].join('');
}
