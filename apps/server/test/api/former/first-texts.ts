import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importLabels } from '../../../src/modules/labels/index.ts';
import { importTransfers } from '../../../src/modules/records/index.ts';
import type { Pool } from '../../../src/platform/db/index.ts';

const at = (number: number) => `0x${number.toString(16).padStart(4, '0')}${'5a'.repeat(18)}`;

const EXCHANGE = at(1);
const MIXER = at(2);
const LISTED = at(3);
const CASINO = at(4);
const LISTED_LATER = at(5);
const SOMEBODY = at(6);
const BETWEEN = at(7);
const REPORTED = at(8);
const ALIKE = `0x0001${'6b'.repeat(16)}${EXCHANGE.slice(-4)}`;

/** One wallet for every rule and note, by what decides. */
const WALLETS = {
  'five stars': at(0x101),
  'five stars with little that is too small to count': at(0x102),
  'four stars by risk': at(0x103),
  'four stars for limited coverage': at(0x104),
  'three stars by risk': at(0x105),
  'a floor, direct': at(0x106),
  'a floor, further back': at(0x107),
  'a floor of outgoing value': at(0x108),
  'a listing that came later': at(0x109),
  'too little attributed': at(0x10a),
  'new wallet that peels': at(0x10b),
  'dormant wallet, and passed through': at(0x10c),
} as const;

/** Checks whose sentences are of the first text set. */
export const FIRST_TEXTS_QUESTIONS = [
  ...Object.entries(WALLETS),
  ['its own label, a service', EXCHANGE] as const,
  ['its own label, listed by two', LISTED] as const,
  ['its own label, of limited confidence', REPORTED] as const,
  ['no records', at(0x1ff)] as const,
].map(([name, address]) => ({ name, address, ticker: 'USDT', parent: 'ETH' }));

const label = (address: string, entity: string, category: string, confidence: number, more: object = {}) => ({
  network: 'ETH',
  address,
  entity,
  category,
  confidence,
  ...more,
});

const SETS: Readonly<Record<string, readonly object[]>> = {
  mine: [
    label(EXCHANGE, 'Example Exchange', 'exchange_licensed', 100, { source_date: '2026-02-01' }),
    label(MIXER, 'Example Mixer', 'mixer', 70),
    label(CASINO, 'Example Casino', 'gambling', 70),
    label(LISTED, 'Example Group', 'sanctions', 70),
    label(LISTED_LATER, 'Later Group', 'sanctions', 100, { valid_from: '2026-06-01' }),
    label(REPORTED, 'Reported wallet', 'scam', 40),
  ],
  'ofac-sdn': [label(LISTED, 'Example Group', 'sanctions', 60, { source_date: '2026-06-25' })],
};

type Move = readonly [from: string, to: string, dollars: number, time: string];

const MOVES: readonly Move[] = [
  [EXCHANGE, WALLETS['five stars'], 9000, '2025-01-01T00:00:00Z'],
  [CASINO, WALLETS['five stars'], 500, '2025-02-01T00:00:00Z'],
  [WALLETS['five stars'], EXCHANGE, 1000, '2025-03-01T00:00:00Z'],
  [EXCHANGE, WALLETS['five stars with little that is too small to count'], 20_000, '2025-01-01T00:00:00Z'],
  [LISTED, WALLETS['five stars with little that is too small to count'], 0.5, '2025-01-20T00:00:00Z'],
  [ALIKE, WALLETS['five stars with little that is too small to count'], 0.000001, '2025-01-21T00:00:00Z'],
  [EXCHANGE, WALLETS['four stars by risk'], 5500, '2025-01-01T00:00:00Z'],
  [CASINO, WALLETS['four stars by risk'], 4500, '2025-02-01T00:00:00Z'],
  [EXCHANGE, WALLETS['four stars for limited coverage'], 3000, '2025-01-01T00:00:00Z'],
  [SOMEBODY, WALLETS['four stars for limited coverage'], 7000, '2025-02-01T00:00:00Z'],
  [CASINO, WALLETS['three stars by risk'], 9000, '2025-01-01T00:00:00Z'],
  [SOMEBODY, WALLETS['three stars by risk'], 1000, '2025-02-01T00:00:00Z'],
  [LISTED, WALLETS['a floor, direct'], 40, '2025-01-01T00:00:00Z'],
  [EXCHANGE, WALLETS['a floor, direct'], 19_960, '2025-02-01T00:00:00Z'],
  [MIXER, BETWEEN, 5000, '2024-12-01T00:00:00Z'],
  [BETWEEN, WALLETS['a floor, further back'], 5000, '2024-12-10T00:00:00Z'],
  [EXCHANGE, WALLETS['a floor, further back'], 20_000, '2025-01-01T00:00:00Z'],
  [EXCHANGE, WALLETS['a floor of outgoing value'], 1000, '2025-01-01T00:00:00Z'],
  [WALLETS['a floor of outgoing value'], MIXER, 900, '2025-01-05T00:00:00Z'],
  [LISTED_LATER, WALLETS['a listing that came later'], 50, '2025-01-01T00:00:00Z'],
  [EXCHANGE, WALLETS['a listing that came later'], 19_950, '2025-02-01T00:00:00Z'],
  [SOMEBODY, WALLETS['too little attributed'], 700, '2025-01-01T00:00:00Z'],
  [WALLETS['too little attributed'], SOMEBODY, 600, '2025-01-20T00:00:00Z'],
  [EXCHANGE, WALLETS['new wallet that peels'], 1000, '2026-11-20T00:00:00Z'],
  [WALLETS['new wallet that peels'], at(0x201), 800, '2026-11-20T03:00:00Z'],
  [WALLETS['new wallet that peels'], at(0x202), 160, '2026-11-20T04:00:00Z'],
  [WALLETS['new wallet that peels'], at(0x203), 35, '2026-11-20T05:00:00Z'],
  [EXCHANGE, WALLETS['dormant wallet, and passed through'], 1000, '2023-01-01T00:00:00Z'],
  [WALLETS['dormant wallet, and passed through'], EXCHANGE, 1000, '2023-01-01T00:30:00Z'],
  [EXCHANGE, WALLETS['dormant wallet, and passed through'], 100, '2025-01-01T00:00:00Z'],
  [WALLETS['dormant wallet, and passed through'], SOMEBODY, 95, '2025-01-01T00:30:00Z'],
];

/** Records and labels of every rule. */
export async function fillFirstTextsInstallation(pool: Pool): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-first-texts-'));
  try {
    for (const [setName, rows] of Object.entries(SETS)) {
      const file = path.join(folder, `${setName}.jsonl`);
      await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      await importLabels(pool, { format: 'jsonl', locations: [file], setName, origin: 'import' });
    }
    const moves = path.join(folder, 'moves.csv');
    await writeFile(moves, csvOf(MOVES));
    const signal = AbortSignal.timeout(60_000);
    await importTransfers(pool, { format: 'csv', network: null, asset: null, files: [moves], signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function csvOf(moves: readonly Move[]): string {
  return [
    'network,asset,from,to,amount,time,transaction,sequence',
    ...moves
      .toSorted(([, , , one], [, , , other]) => one.localeCompare(other))
      .map(([from, to, dollars, time], index) => {
        const transaction = `0x${(index + 1).toString(16).padStart(64, 'e')}`;
        return `ETH,USDT,${from},${to},${Math.round(dollars * 1e6)},${time},${transaction},0`;
      }),
  ].join('\n');
}
