/** Names of the scenarios of docs/method/2, section 7; each is an Ethereum address of its own. */
const NAMES = [
  ...['exchange', 'sanctioned', 'thief', 'ransomware', 'scammer', 'market', 'dark', 'malware', 'casino', 'weak-thief'],
  ...['stranger', 'washer', 'washed', 'splitter', 'split', 'contract', 'forwarded', 'visited', 'beside', 'touched'],
  ...['payer', 'forty', 'six', 'six-rich', 'rich', 'scammed', 'weak', 'gambler', 'fan', 'dust-only', 'hidden'],
  ...[
    'hacked',
    'elsewhere',
    'elsewhere-contract',
    'mixer',
    'own',
    'nearly-unknown',
    'sweeper',
    'sweeper-payer',
    'swept',
  ],
] as const;

export type Wallet = (typeof NAMES)[number];

export function addressOf(name: Wallet): string {
  return `0xb66b${(NAMES.indexOf(name) + 1).toString(16).padStart(36, '5')}`;
}

/** Sender (none: an opening balance), receiver and US dollars of USDT, in the order they happened, an hour apart. */
type Payment = readonly [from: Wallet | '', to: Wallet | `output-${number}`, dollars: number];

const SIX = ['thief', 'ransomware', 'scammer', 'market', 'dark', 'malware'] as const;

export const PAYMENTS: readonly Payment[] = [
  // 95% to an exchange in two payments, the rest to the wallet that is asked for.
  ['thief', 'washer', 9_000],
  ['washer', 'exchange', 4_275],
  ['washer', 'exchange', 4_275],
  ['washer', 'washed', 450],

  // A deposit address that is swept soon and empty, and once paid somebody else.
  ['thief', 'sweeper-payer', 3_000],
  ['sweeper-payer', 'sweeper', 2_000],
  ['sweeper', 'exchange', 2_000],
  ['sweeper-payer', 'sweeper', 1_000],
  ['sweeper', 'exchange', 990],
  ['sweeper', 'swept', 10],

  // 1,001 outputs.
  ['thief', 'splitter', 9_000],
  ...Array.from({ length: 1_000 }, (_, index): Payment => ['splitter', `output-${index}`, 8.5]),
  ['splitter', 'split', 500],

  // The thief's own contract.
  ['thief', 'contract', 9_000],
  ['contract', 'forwarded', 9_000],

  ['sanctioned', 'visited', 10.01],
  ['exchange', 'visited', 9_999_989.99],

  ['sanctioned', 'beside', 900],
  ['thief', 'beside', 4_500],
  ['exchange', 'beside', 994_600],

  ['sanctioned', 'touched', 1_500],
  ['exchange', 'touched', 9_998_500],

  ['', 'payer', 20_000],
  ['payer', 'sanctioned', 40],
  ['payer', 'exchange', 19_960],

  ['sanctioned', 'forty', 40],
  ['exchange', 'forty', 19_960],

  ...SIX.map((sender): Payment => [sender, 'six', 400]),
  ['exchange', 'six', 97_600],
  ...SIX.map((sender): Payment => [sender, 'six-rich', 20_000]),
  ['exchange', 'six-rich', 4_880_000],

  ['thief', 'rich', 100_000],
  ['exchange', 'rich', 3_400_000],

  ['scammer', 'scammed', 200],
  ['exchange', 'scammed', 5_000],
  ['stranger', 'scammed', 4_800],

  ['weak-thief', 'weak', 300],
  ['exchange', 'weak', 9_700],

  ['casino', 'gambler', 297],
  ['stranger', 'gambler', 703],

  ['casino', 'fan', 600],
  ['exchange', 'fan', 400],

  ['sanctioned', 'dust-only', 0.5],

  ['mixer', 'own', 400],
  ['exchange', 'own', 9_600],

  ['ransomware', 'hidden', 6_000],
  ['stranger', 'hidden', 4_000],

  ['stranger', 'nearly-unknown', 970],
  ['exchange', 'nearly-unknown', 30],

  ['', 'hacked', 10_000],
  ['hacked', 'thief', 3_000],
  ['hacked', 'stranger', 7_000],
];

const START = Date.UTC(2024, 1, 1) / 1000;
const HOUR = 3600;

function partyOf(name: Payment[0 | 1]): string {
  if (name === '') return '';
  const output = /^output-(\d+)$/.exec(name)?.[1];
  return output === undefined
    ? addressOf(name as Wallet)
    : `0xc77c${(Number(output) + 1).toString(16).padStart(36, '0')}`;
}

/** One transaction for all that a sender pays to many at once. */
function transactionOf(place: number): string {
  const [from] = PAYMENTS[place] ?? [''];
  const number = from === 'splitter' ? 1 : place + 2;
  return `0x${number.toString(16).padStart(64, 'd')}`;
}

/** The plain form of docs/operations/transfers. */
export function transfersCsv(): string {
  const split = PAYMENTS.findIndex(([from]) => from === 'splitter');
  const rows = PAYMENTS.map(([from, to, dollars], index) => [
    ...['ETH', 'USDT', partyOf(from), partyOf(to), String(Math.round(dollars * 1_000_000))],
    ...[String(START + (from === 'splitter' ? split : index) * HOUR), from === '' ? '' : transactionOf(index)],
  ]);
  return [['network', 'asset', 'from', 'to', 'amount', 'time', 'transaction'], ...rows]
    .map((row) => `${row.join(',')}\n`)
    .join('');
}

export function labelsCsv(): string {
  const rows: readonly (readonly [Wallet, string, string, number, string?])[] = [
    ['exchange', 'Example Exchange', 'exchange_licensed', 100],
    ['own', 'Other Exchange', 'exchange_licensed', 100],
    ['hacked', 'Hacked Exchange', 'exchange_licensed', 100],
    ['hidden', 'Opaque Exchange', 'exchange_licence_unknown', 100],
    ['sanctioned', 'Example Party', 'sanctions', 100],
    ['elsewhere', 'Elsewhere Party', 'sanctions', 100],
    ['elsewhere-contract', 'Elsewhere Contract', 'sanctions', 100],
    ['scammer', 'Example Scam', 'scam', 70],
    ['thief', 'Example Theft', 'stolen_coins', 70],
    ['weak-thief', 'Rumoured Theft', 'stolen_coins', 40],
    ['ransomware', 'Example Ransom', 'ransom', 70],
    ['market', 'Example Market', 'dark_market', 70],
    ['dark', 'Example Service', 'dark_service', 70],
    ['malware', 'Example Malware', 'malware', 70],
    ['casino', 'Example Casino', 'gambling', 70],
    ['mixer', 'Example Mixer', 'mixer', 70],
  ];
  return [
    'address,network,entity,category,confidence\n',
    ...rows.map(([name, ...rest]) => `${[addressOf(name), 'ETH', ...rest].join(',')}\n`),
  ].join('');
}
