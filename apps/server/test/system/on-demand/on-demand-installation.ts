import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CanonicalResult } from '@assay/certificate';
import type { NetworkId } from '@assay/domain';
import type { Label, RawTransfer } from '@assay/exposure';
import { accountGraph } from '@assay/testkit';
import { expect } from 'vitest';
import type { TransferSources } from '../../../src/modules/chains/index.ts';
import type { AccountSource, TransferSource } from '../../../src/modules/chains/sources/sources.ports.ts';
import type { ChecksDeps } from '../../../src/modules/checks/checks/checks.service.ts';
import { postCheck, type TestApp, testApp } from '../../../src/modules/checks/checks/test/check-fixture.ts';
import { checkSnapshots } from '../../../src/modules/checks/index.ts';
import { wireOnDemandReader } from '../../../src/modules/checks/open/reading.ts';
import { exposureEngine } from '../../../src/modules/checks/outside/engine/exposure-engine.ts';
import { importLabels } from '../../../src/modules/labels/index.ts';
import { appendTransfers, ensureLedger, setFromBeginning } from '../../../src/modules/records/index.ts';
import { refreshAfterChange } from '../../../src/modules/records/transfers/refresh-after-change.ts';
import type { Recomputation } from '../../../src/modules/reports/certificate/recompute.ts';
import { recompute } from '../../../src/modules/reports/index.ts';
import { wireRecompute } from '../../../src/modules/reports/open/reports.ts';
import { inTransaction, type Pool } from '../../../src/platform/db/index.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

/** A line of a label file; what is left out is the same for all. */
export interface LabelLine {
  readonly network: NetworkId;
  readonly address: string;
  readonly entity: string;
  readonly category: string;
}

export interface OnDemandScenario {
  /** Of the labels; ETH unless said otherwise. */
  readonly network?: NetworkId;
  readonly transfers: readonly RawTransfer[];
  readonly labels: ReadonlyMap<string, readonly Label[]> | readonly LabelLine[];
  /** Without a label, with records. */
  readonly subject: string;
}

/** A whole little chain of USDT on Ethereum with real addresses. */
export function onDemandScenario(
  seed: number,
): Omit<OnDemandScenario, 'labels'> & { readonly labels: ReadonlyMap<string, readonly Label[]> } {
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

/** The same provider, listing one entry of each account, in a form that nobody can read. */
export function withoutReadableEntry(source: AccountSource): AccountSource {
  return {
    ...source,
    async transfers(ask, call) {
      const page = await source.transfers(ask, call);
      const gaps = [{ kind: 'unreadable', provider: page.provider, rows: 1, fields: ['value'] } as const];
      return { ...page, records: [], next: null, completeFrom: null, gaps };
    },
  };
}

export interface Installation extends TestApp {
  readonly database: TestDatabase;
}

/** The whole HTTP side over a real database and the real engine. */
export async function installation(
  scenario: Pick<OnDemandScenario, 'labels' | 'network'>,
  source: TransferSource | null,
  overrides: Partial<ChecksDeps> | ((pool: Pool) => Partial<ChecksDeps>) = {},
  budget = { calls: 10_000, milliseconds: 60_000, leastShare: 0 },
): Promise<Installation> {
  const database = await testDatabase();
  await importScenarioLabels(database.pool, scenario);
  const app = await testApp(database.pool, {
    withSnapshot: checkSnapshots(database.pool),
    engine: exposureEngine,
    clock: { now: () => new Date('2026-01-01') },
    ...(source === null ? {} : { live: wireOnDemandReader(database.pool, sourcesOf(source), budget) }),
    ...(typeof overrides === 'function' ? overrides(database.pool) : overrides),
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

/** The source of its network, and of no other. */
function sourcesOf(source: TransferSource): TransferSources {
  return { sourceOf: ({ network }) => (network === source.network ? source : null) };
}

/** Imports the records as a file would bring them, from the beginning, with what follows from them. */
export async function importRecords(pool: Pool, scenario: OnDemandScenario): Promise<void> {
  await importTransfersOnly(pool, scenario);
  await importConclusions(pool, 'ETH', 'USDT');
}

/** Imports the records, and draws nothing from them. */
export async function importTransfersOnly(pool: Pool, { transfers }: OnDemandScenario): Promise<void> {
  const ledger = await ensureLedger(pool, 'ETH', 'USDT');
  await inTransaction(pool, (client) => appendTransfers(client, ledger, { add: transfers }));
}

/** Says that records reach back to the beginning, and draws what follows from them. */
export async function importConclusions(pool: Pool, network: NetworkId, ticker: string): Promise<void> {
  const ledger = await ensureLedger(pool, network, ticker);
  await setFromBeginning(pool, ledger.id, true);
  await refreshAfterChange({ pool, progress: () => undefined, signal: new AbortController().signal });
}

/** Replaces the labels that are held. */
export async function importScenarioLabels(
  pool: Pool,
  { labels, network = 'ETH' }: Pick<OnDemandScenario, 'labels' | 'network'>,
): Promise<void> {
  const lines = labels instanceof Map ? linesOf(labels, network) : [...labels];
  await inTestFolder(async (folder) => {
    const file = path.join(folder, 'labels.jsonl');
    const rows = lines.map((line) => JSON.stringify({ confidence: 70, source: 'test', ...line }));
    await writeFile(file, `${rows.join('\n')}\n`);
    await importLabels(pool, { format: 'jsonl', locations: [file], setName: 'test', origin: 'import' });
  });
}

function linesOf(labels: ReadonlyMap<string, readonly Label[]>, network: NetworkId): readonly object[] {
  return [...labels].flatMap(([address, own]) =>
    own.map(({ entity, category, confidence, source, sourceUrl, sourceDate, validFrom, validTo }) => ({
      network,
      address,
      entity,
      category,
      confidence,
      source: source.replaceAll(' ', '-'),
      source_url: sourceUrl,
      source_date: sourceDate,
      valid_from: timeOf(validFrom),
      valid_to: timeOf(validTo),
    })),
  );
}

/** A folder that is gone afterwards. */
export async function inTestFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-live-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function timeOf(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString();
}

/** What is stored of a check that ends within its request. */
export async function resultOf({ app, checks }: Installation, body: unknown): Promise<Record<string, unknown>> {
  const { body: answer, status } = await postCheck(app, body);
  expect(status).toBe(200);
  const { result } = await checks.readCheck(answer.data.asset.sub_id);
  return JSON.parse(result ?? '{}');
}

/** A check that ends within its request, as its certificate states it. */
export async function certified({ app }: Installation, body: unknown): Promise<CanonicalResult> {
  const { body: answer, status } = await postCheck(app, body);
  expect(status).toBe(200);
  const url = `/api/monitor/check/${answer.data.asset.sub_id}/certificate.json`;
  const { statement }: { statement: { result: CanonicalResult } } = (await app.inject({ url })).json();
  return statement.result;
}

/** Computes a certificate again as `assay report recompute` does. */
export function computedAgain({ database }: Installation, stated: CanonicalResult): Promise<Recomputation> {
  const ports = wireRecompute(database.pool, { warn: (_facts, message) => expect.fail(message) });
  return recompute(ports, stated, new AbortController().signal);
}

/** Everything of a result except the origin of its records. */
export function bytesOfResult(result: Record<string, unknown>): string {
  const { records_held: _held, records_read: _read, reading: _reading, ...others } = result;
  const { label_set_version: _version, tip: _tip, ...rest } = others;
  return JSON.stringify(rest);
}
