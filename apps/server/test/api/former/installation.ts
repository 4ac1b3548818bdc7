import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importLabels } from '../../../src/modules/labels/index.ts';
import { importTransfers } from '../../../src/modules/records/index.ts';
import type { Pool } from '../../../src/platform/db/index.ts';

/** A listed party of OFAC whose former British listing has ended; a public fact. */
const LISTED = '125W5ek3DT6Zqy5S2iPt4FHQdNMCbZA3FU';
/** Received coins that came through its sender's change. */
const CHANGED = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const SENDER = '3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX';
const MIXER = '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo';
const ZERO = '0x0000000000000000000000000000000000000000';
const LAZARUS = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
const TRON_WALLET = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';
/** Share three characters behind the T, and the last four. */
const TRON_PAYEE = 'TAbcrhhhhhhhhhhhhhhhgXAfnt5KEfG7jU';
const TRON_ALIKE = 'TAbcshhhhhhhhhhhhhhhYwowUWg35AG7jU';

/** What former versions of the rules answered otherwise. */
export const FORMER_QUESTIONS = [
  { name: 'listing of another authority', address: LISTED, ticker: 'BTC', parent: null },
  { name: 'coins through change', address: CHANGED, ticker: 'BTC', parent: null },
  { name: 'mint and burn address', address: ZERO, ticker: 'ETH', parent: null },
  { name: 'label on another network', address: LAZARUS, ticker: 'BNB', parent: null },
  { name: 'look-alike on Tron', address: TRON_WALLET, ticker: 'TRX', parent: null },
] as const;

const SETS = {
  'ofac-sdn': [
    { network: 'BTC', address: LISTED, entity: 'Listed person', category: 'sanctions', confidence: 60 },
    { network: 'ETH', address: LAZARUS, entity: 'Lazarus Group', category: 'sanctions', confidence: 60 },
  ],
  'uk-ofsi': [
    {
      network: 'BTC',
      address: LISTED,
      entity: 'Formerly listed person',
      category: 'sanctions',
      confidence: 100,
      valid_to: '2024-06-30',
    },
  ],
  ledger: [{ network: 'ETH', address: ZERO, entity: 'Mint and burn address', category: 'issuer', confidence: 100 }],
  mine: [{ network: 'BTC', address: MIXER, entity: 'Example Mixer', category: 'mixer', confidence: 70 }],
} as const;

/** Records and labels whose answers the second revision of version 1 changed. */
export async function fillFormerInstallation(pool: Pool): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-former-'));
  try {
    for (const [setName, rows] of Object.entries(SETS)) {
      const file = path.join(folder, `${setName}.jsonl`);
      await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      await importLabels(pool, { format: 'jsonl', locations: [file], setName, origin: 'import' });
    }
    const signal = AbortSignal.timeout(60_000);
    const coins = path.join(folder, 'coins.jsonl');
    await writeFile(coins, COINS.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await importTransfers(pool, {
      format: 'bitcoin-etl-transactions',
      network: 'BTC',
      asset: null,
      files: [coins],
      signal,
    });
    const moves = path.join(folder, 'moves.csv');
    await writeFile(moves, MOVES);
    await importTransfers(pool, { format: 'csv', network: null, asset: null, files: [moves], signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const COIN = 100_000_000;

function coinTransaction(
  at: number,
  inputs: readonly object[],
  outputs: readonly (readonly [string, number])[],
): object {
  return {
    hash: at.toString(16).padStart(64, 'c'),
    block_number: 800_000 + at,
    block_timestamp: Date.UTC(2024, 0, 1 + at) / 1000,
    is_coinbase: inputs.length === 0,
    index: 0,
    inputs,
    outputs: outputs.map(([address, coins], index) => ({ index, addresses: [address], value: coins * COIN })),
  };
}

const spend = (at: number, index: number) => ({
  spent_transaction_hash: at.toString(16).padStart(64, 'c'),
  spent_output_index: index,
});

/** The mixer and the sender spend together, and the sender's change pays. */
const COINS = [
  coinTransaction(1, [], [[MIXER, 50]]),
  coinTransaction(2, [], [[SENDER, 50]]),
  coinTransaction(
    3,
    [spend(1, 0), spend(2, 0)],
    [
      [SENDER, 60],
      [MIXER, 40],
    ],
  ),
  coinTransaction(4, [spend(3, 0)], [[CHANGED, 60]]),
];

const TRON_ROWS = [
  [TRON_PAYEE, TRON_WALLET, '900000000', '2024-01-01T00:00:00Z'],
  [TRON_WALLET, TRON_PAYEE, '500000000', '2024-01-02T00:00:00Z'],
  [TRON_ALIKE, TRON_WALLET, '1', '2024-01-03T00:00:00Z'],
] as const;

const MOVES = [
  'network,asset,from,to,amount,time,transaction,sequence',
  ...TRON_ROWS.map(
    ([from, to, amount, time], at) =>
      `TRX,TRX,${from},${to},${amount},${time},${(at + 1).toString(16).padStart(64, 'd')},0`,
  ),
].join('\n');
