import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ASSETS, isNetworkId } from '@assay/domain';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STARTER_EXAMPLES } from '../../../starter/examples.ts';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';
import { registerCheck } from '../../commands/check.ts';
import { importLabels, importStarterLabels, labelSetVersion, STARTER_LABELS_DIR } from '../../modules/labels/index.ts';
import { importTransfers, refreshAfterChange, STARTER_TRANSFERS_DIR } from '../../modules/records/index.ts';
import { readConfig } from '../../platform/config/config.ts';
import type { Pool } from '../../platform/db/index.ts';
import { wireChecks } from './checks.ts';
import { STARTER_SETS } from './starter-data.ts';

interface Tried {
  readonly ticker: string;
  readonly parent: string | null;
  readonly address: string;
  /** 0 means N/A; null where the README gives none. */
  readonly stars: number | null;
}

/** `npm run verify:long` compares more. */
const SAMPLE_PER_ASSET = Number(process.env['STARTER_SAMPLE'] ?? 4);
/** What hangs is ended by the limit of its test: a moment for all of them together would pass on a busy machine. */
const { signal } = new AbortController();
/** Each test reads or checks all that ships, many times over. */
const LIMIT_MS = 600_000;
const progress = (): void => undefined;

/** The rows of "Addresses to try" in the README of the sample records. */
async function readTried(): Promise<readonly Tried[]> {
  const text = await readFile(path.join(STARTER_TRANSFERS_DIR, 'README.md'), 'utf8');
  return [...text.matchAll(/^\| (\w+)(?: on (\w+))? \| `(\w+)` \| (.*) \|$/gm)].map(
    ([, ticker = '', parent, address = '', expectation = '']) => {
      const stars = /(\d) stars?\b/.exec(expectation)?.[1];
      const isRated = !/N\/A$/.test(expectation);
      return { ticker, parent: parent ?? null, address, stars: isRated ? (stars ? Number(stars) : null) : 0 };
    },
  );
}

/** The sets as the product loads them at its first start. */
async function loadInOrder(pool: Pool): Promise<void> {
  for (const set of STARTER_SETS) await set.load({ pool, signal, progress });
}

/** Everything in reverse order: records before labels, the last file first, and each file separately. */
async function loadBackwards(pool: Pool): Promise<void> {
  const records = (await readdir(STARTER_TRANSFERS_DIR)).filter((file) => file.endsWith('.gz')).sort();
  for (const file of records.toReversed()) {
    const network = file.slice(0, file.indexOf('-')).toUpperCase();
    const isCsv = file.endsWith('.csv.gz');
    const source = isCsv
      ? ({ format: 'csv', network: null, asset: null } as const)
      : ({ format: 'bitcoin-etl-transactions', network: isNetworkId(network) ? network : null, asset: null } as const);
    await importTransfers(pool, {
      ...source,
      files: [path.join(STARTER_TRANSFERS_DIR, file)],
      again: false,
      onProgress: progress,
      signal,
    });
    await refreshAfterChange({ pool, progress, signal });
  }
  const labels = (await readdir(STARTER_LABELS_DIR)).filter((file) => file.endsWith('.jsonl')).sort();
  for (const file of labels.toReversed()) {
    const locations = [path.join(STARTER_LABELS_DIR, file)];
    const setName = path.basename(file, '.jsonl');
    await importLabels(pool, { format: 'jsonl', locations, setName, origin: 'starter' });
  }
  // The files are stored already: this takes away what is known to be wrong in them.
  await importStarterLabels(pool, progress, signal);
  await refreshAfterChange({ pool, progress, signal });
}

/** What `assay check --json` prints. */
async function assayCheck(pool: Pool, { address, ticker, parent }: Omit<Tried, 'stars'>): Promise<string> {
  const out: string[] = [];
  const program = new Command('assay').exitOverride();
  registerCheck(program, {
    // Loaded by hand here, in an order of the test's own; no request leaves this test.
    config: readConfig({ STARTER_DATA: 'off', LIVE_CHAINS: 'off' }),
    environment: {},
    openDatabase: async () => pool,
    out: (text) => void out.push(text),
    err: (text) => expect.fail(text),
    progress,
    signal,
  });
  const options = parent === null ? [] : ['--parent', parent];
  await program.parseAsync(['check', address, '--asset', ticker, ...options, '--json'], { from: 'user' });
  return out.join('\n');
}

function withoutIdAndTime(json: string): string {
  const lines = json.split('\n');
  const kept = lines.filter((line) => !/^ {2}"(?:sub_id|created_at)": /.test(line));
  expect(lines.length - kept.length).toBe(2);
  return kept.join('\n');
}

describe('the data that ship with the product', () => {
  let here: TestDatabase;
  let there: TestDatabase;
  let tried: readonly Tried[];
  /** What their checks here printed, which is not asked for again. */
  const printed = new Map<Omit<Tried, 'stars'>, string>();

  beforeAll(async () => {
    [here, there, tried] = [await testDatabase(), await testDatabase(), await readTried()];
    await loadInOrder(here.pool);
    await loadBackwards(there.pool);
  }, LIMIT_MS);
  afterAll(async () => {
    await here.drop();
    await there.drop();
  });

  it('give each address of their README the stars it names', async () => {
    expect(tried.length).toBeGreaterThan(10);
    for (const one of tried) {
      const result = await assayCheck(here.pool, one);
      printed.set(one, result);
      const { riskscore } = JSON.parse(result);
      expect(riskscore, `${one.ticker} ${one.address}`).toBe(one.stars);
    }
  });

  it('have examples from that README for each number of stars, of Bitcoin, Ether and a token', async () => {
    const stars = STARTER_EXAMPLES.map(({ address, ticker, parent }) => {
      const one = tried.find((row) => row.address === address && row.ticker === ticker && row.parent === parent);
      return one?.stars;
    });
    expect(stars).toEqual([5, 4, 3, 2, 1, 1]);
    expect(STARTER_EXAMPLES.map(({ ticker }) => ticker)).toEqual(['ETH', 'BTC', 'BTC', 'BTC', 'BTC', 'USDT']);
  });

  it('give the results that the examples state', async () => {
    const [exchange, third, half, twoHops, direct, listed] = await Promise.all(
      STARTER_EXAMPLES.map(async (example) => JSON.parse(await assayCheck(here.pool, example))),
    );
    expect(exchange.signals.bwd).toEqual({ exchange_licence_unknown: 1 });
    expect(third.signals.bwd.gambling).toBeCloseTo(0.3, 2);
    expect(half.signals.bwd.gambling).toBeGreaterThan(0.5);
    expect(twoHops.evidence.outgoing.rows).toMatchObject([{ category: 'scam', hops: 2 }]);
    expect(twoHops.signals.fwd.scam).toBeCloseTo(0.27, 2);
    expect(direct.evidence.outgoing.rows).toMatchObject([{ category: 'scam', layer: 'direct' }]);
    expect(direct.signals.fwd.scam).toBeCloseTo(0.46, 2);
    expect(listed.labels.map(({ source }: { source: string }) => source)).toContain('nbctf-seizure-orders');
    const fromSanctioned = listed.evidence.incoming.rows.filter(
      ({ category }: { category: string }) => category === 'sanctions',
    );
    expect(Math.max(...fromSanctioned.map(({ hops }: { hops: number }) => hops))).toBeGreaterThan(1);
  });

  it('offer their examples where they are loaded, and nowhere else', async () => {
    const empty = await testDatabase();
    try {
      const log = { warn: () => undefined, error: () => undefined };
      expect(await wireChecks(empty.pool, log).examples()).toEqual([]);
      expect(await wireChecks(here.pool, log).examples()).toEqual(STARTER_EXAMPLES);
    } finally {
      await empty.drop();
    }
  });

  it.each([
    ['XMR', '49HqitRzdnhYjgTEAhgGpCfsjdTeMbUTU6cyR4JV1R7k2Eej9rGT8JpFiYDa4tZM6RZiFrHmMzgSrhHEqpDYKBe5B2ufNsL'],
    ['BSV', '12sjrrhoFEsedNRhtgwvvRqjFTh8fZTDX9'],
    ['BTG', 'GPwg61XoHqQPNmAucFACuQ5H9sGCDv9TpS'],
  ])(
    'give a listed %s address one star by its own label, though its money cannot be followed',
    async (ticker, address) => {
      const result = JSON.parse(await assayCheck(here.pool, { address, ticker, parent: null }));
      expect(result).toMatchObject({ network: null, riskscore: 1, cause: { rule: 'identity' } });
      expect(result.labels).toMatchObject([{ category: 'sanctions', source: 'ofac-sdn' }]);
    },
  );

  it(
    'give the same bytes on every installation, whatever order they were loaded in',
    async () => {
      expect(await labelSetVersion(there.pool)).toBe(await labelSetVersion(here.pool));
      const sample = await here.pool.query<Omit<Tried, 'stars'>>(
        `SELECT DISTINCT ON (l.id, place) l.ticker, a.address,
              CASE WHEN l.ticker = ANY ($1::text[]) THEN NULL ELSE l.network END AS parent,
              ntile($2) OVER (PARTITION BY l.id ORDER BY a.address) AS place
         FROM ledgers l JOIN accounts a ON a.ledger_id = l.id WHERE a.role = 'account'
        ORDER BY l.id, place, a.address`,
        [ASSETS.filter(({ parent }) => parent === null).map(({ ticker }) => ticker), SAMPLE_PER_ASSET],
      );
      const asked = [...tried, ...sample.rows];
      expect(asked.length).toBeGreaterThan(10 * SAMPLE_PER_ASSET);
      for (const one of asked) {
        const [result, other] = await Promise.all([
          printed.get(one) ?? assayCheck(here.pool, one),
          assayCheck(there.pool, one),
        ]);
        expect(withoutIdAndTime(other), `${one.ticker} ${one.address}`).toBe(withoutIdAndTime(result));
      }
    },
    LIMIT_MS,
  );
});
