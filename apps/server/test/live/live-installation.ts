import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Label, RawTransfer } from '@assay/exposure';
import { accountGraph } from '@assay/testkit';
import { conclude } from '../../src/adapters/derive/conclude.ts';
import { exposureEngine } from '../../src/adapters/engine/exposure-engine.ts';
import { inTransaction, type Pool } from '../../src/db/index.ts';
import type { ChecksDeps } from '../../src/features/checks/checks.service.ts';
import { type TestApp, testApp } from '../../src/features/checks/test/check-fixture.ts';
import { importLabels } from '../../src/features/labels/index.ts';
import type { TransferSource } from '../../src/features/sources/index.ts';
import { appendTransfers, ensureLedger, setFromBeginning } from '../../src/features/transfers/index.ts';
import { checkSnapshots } from '../../src/wiring.ts';
import { wireLive } from '../../src/wiring-live.ts';
import { type TestDatabase, testDatabase } from '../database.ts';

export interface LiveScenario {
  readonly transfers: readonly RawTransfer[];
  readonly labels: ReadonlyMap<string, readonly Label[]>;
  /** Without a label, with records. */
  readonly subject: string;
}

/** A whole little chain of USDT on Ethereum with real addresses. */
export function liveScenario(seed: number): LiveScenario {
  const graph = accountGraph({ seed, accounts: 14, transfers: 120, isWhole: true });
  const address = (name: string) => {
    const number = /^wallet-(\d+)$/.exec(name)?.[1];
    return number === undefined ? name : `0x${(Number(number) + 0x1000).toString(16).padStart(40, 'a')}`;
  };
  return {
    transfers: graph.transfers.map((one) => ({ ...one, from: address(one.from), to: address(one.to) })),
    labels: new Map([...graph.labels].map(([name, labels]) => [address(name), labels])),
    subject: address(graph.wallets[0] ?? ''),
  };
}

export interface Installation extends TestApp {
  readonly database: TestDatabase;
}

/** The whole HTTP side over a real database and the real engine. */
export async function installation(
  scenario: LiveScenario,
  source: TransferSource | null,
  overrides: Partial<ChecksDeps> = {},
  budget = { calls: 10_000, milliseconds: 60_000, leastShare: 0 },
): Promise<Installation> {
  const database = await testDatabase();
  await importScenarioLabels(database.pool, scenario);
  const app = await testApp(database.pool, {
    withSnapshot: checkSnapshots(database.pool),
    engine: exposureEngine,
    clock: { now: () => new Date('2026-01-01') },
    ...(source === null ? {} : { live: wireLive(database.pool, { sourceOf: () => source }, budget) }),
    ...overrides,
  });
  return {
    ...app,
    database,
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
}

/** Imports the records as a file would bring them, from the beginning, with what follows from them. */
export async function importRecords(pool: Pool, { transfers }: LiveScenario): Promise<void> {
  const ledger = await ensureLedger(pool, 'ETH', 'USDT');
  await inTransaction(pool, (client) => appendTransfers(client, ledger, { add: transfers }));
  await setFromBeginning(pool, ledger.id, true);
  await conclude({ pool, progress: () => undefined, signal: new AbortController().signal });
}

async function importScenarioLabels(pool: Pool, { labels }: LiveScenario): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-live-'));
  const file = path.join(folder, 'labels.jsonl');
  const lines = [...labels].flatMap(([address, own]) =>
    own.map(({ entity, category, confidence, source, sourceUrl, sourceDate, validFrom, validTo }) =>
      JSON.stringify({
        network: 'ETH',
        address,
        entity,
        category,
        confidence,
        source: source.replaceAll(' ', '-'),
        source_url: sourceUrl,
        source_date: sourceDate,
        valid_from: dayOf(validFrom),
        valid_to: dayOf(validTo),
      }),
    ),
  );
  await writeFile(file, `${lines.join('\n')}\n`);
  await importLabels(pool, { format: 'jsonl', locations: [file], setName: 'test', origin: 'import' });
  await rm(folder, { recursive: true });
}

function dayOf(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}
