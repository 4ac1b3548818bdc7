import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type CoinChain,
  exportBitcoinEtl,
  type FaultyServer,
  startBlockbookStandIn,
  startCoinChain,
  startEsploraStandIn,
} from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockbookSource } from '../../../src/modules/chains/outside/chains/coins/blockbook-source.ts';
import { esploraSource } from '../../../src/modules/chains/outside/chains/coins/esplora-source.ts';
import { coinChain } from '../../../src/modules/chains/outside/providers/chain-source.ts';
import type { OpenProvider } from '../../../src/modules/chains/outside/providers/open-provider.ts';
import { trialProvider } from '../../../src/modules/chains/outside/providers/test/trial-provider.ts';
import type { TransferSource } from '../../../src/modules/chains/sources/sources.ports.ts';
import { importTransfers } from '../../../src/modules/records/index.ts';
import type { Pool } from '../../../src/platform/db/index.ts';
import {
  bytesOfResult,
  certified,
  computedAgain,
  type Installation,
  importConclusions,
  installation,
  inTestFolder,
  type OnDemandScenario,
  resultOf,
} from './on-demand-installation.ts';

const BTC = { ticker: 'BTC', parent: null, subticker: null, name: 'Bitcoin' };
const COIN = 100_000_000;

let chain: CoinChain;
let esplora: FaultyServer;
let blockbook: FaultyServer;
let scenario: OnDemandScenario;
const installations: Installation[] = [];
const providers: OpenProvider[] = [];

beforeAll(async () => {
  chain = await startCoinChain();
  await playStory(chain);
  esplora = await startEsploraStandIn(chain.read);
  blockbook = await startBlockbookStandIn(chain.read);
  scenario = {
    transfers: [],
    subject: chain.addressOf('alice'),
    labels: [
      { network: 'BTC', address: chain.addressOf('exchange'), entity: 'Exchange', category: 'exchange_licensed' },
      { network: 'BTC', address: chain.addressOf('old thief'), entity: 'Thief', category: 'stolen_coins' },
      { network: 'BTC', address: chain.addressOf('casino'), entity: 'Casino', category: 'gambling' },
    ],
  };
});
afterAll(async () => {
  for (const one of installations) await one.close();
  for (const provider of providers) await provider.close();
  await esplora?.close();
  await blockbook?.close();
  await chain?.close();
});

/** Value of an exchange and of a thief reaches alice directly and indirectly, and leaves her in several transactions. */
async function playStory(reported: CoinChain): Promise<void> {
  await reported.mine([{ from: 'miner', to: { exchange: 30 * COIN, 'old thief': 5 * COIN, neighbour: 4 * COIN } }]);
  await reported.mine([
    { from: 'exchange', to: { alice: 3 * COIN, dave: COIN }, fee: 3_000 },
    { from: 'old thief', to: { mule: 2 * COIN } },
  ]);
  await reported.mine([
    { from: 'mule', to: { alice: COIN }, note: 'for services' },
    { from: 'neighbour', to: { alice: COIN / 4, dave: COIN / 4 } },
  ]);
  await reported.mine([
    { from: 'alice', to: { shop: (3 * COIN) / 2, casino: COIN / 5 } },
    { from: 'dave', to: { alice: COIN / 2 } },
  ]);
  await reported.mine([{ from: 'alice', to: { 'old bob': (7 * COIN) / 10, 'old thief': COIN / 5 }, fee: 9_000 }]);
  await reported.mine([{ from: 'old bob', to: { exchange: COIN / 2 } }]);
  await reported.mineEmpty(30);
}

async function start(source: TransferSource | null): Promise<Installation> {
  const one = await installation(scenario, source);
  installations.push(one);
  return one;
}

/** A provider for one of the explorers, without the limits of the public service. */
function behind(server: FaultyServer, name: string): OpenProvider {
  const provider = trialProvider(server.url, { name, exchange: { totalMs: 2_000 } });
  providers.push(provider);
  return provider;
}

const checked = (one: Installation, name = 'alice') => resultOf(one, { ...BTC, address: chain.addressOf(name) });

async function importChain(pool: Pool): Promise<void> {
  await inTestFolder(async (folder) => {
    const file = path.join(folder, 'transactions.json');
    await writeFile(file, await exportBitcoinEtl(chain.read));
    const request = { format: 'bitcoin-etl-transactions', network: 'BTC', asset: null, files: [file] } as const;
    const { counts } = await importTransfers(pool, { ...request, signal: AbortSignal.timeout(60_000) });
    expect(counts.rejected).toBe(0);
  });
  await importConclusions(pool, 'BTC', 'BTC');
}

describe('a chain of a real Bitcoin node', () => {
  it('gives the same bytes for on-demand reads in two formats, through both combined, and for an imported file', async () => {
    const imported = await start(null);
    await importChain(imported.database.pool);
    const readings = {
      esplora: esploraSource('BTC', behind(esplora, 'esplora')),
      blockbook: blockbookSource('BTC', behind(blockbook, 'blockbook')),
      both: coinChain([
        esploraSource('BTC', behind(esplora, 'first')),
        blockbookSource('BTC', behind(blockbook, 'second')),
      ]),
    };
    for (const name of ['alice', 'dave', 'old bob']) {
      const held = await checked(imported, name);
      expect(held['riskscore'], name).toBeGreaterThan(0);
      for (const [format, source] of Object.entries(readings)) {
        const live = await checked(await start(source), name);
        expect(bytesOfResult(live), `${name} by ${format}`).toBe(bytesOfResult(held));
      }
    }
  });

  it('gives the same bytes while its first provider fails sometimes', async () => {
    const healthy = await checked(await start(esploraSource('BTC', behind(esplora, 'healthy'))));
    for (const fault of ['error', 'reset', 'wrong-types', 'truncated'] as const) {
      esplora.failNext(fault, 4);
      const chained = coinChain([
        esploraSource('BTC', behind(esplora, 'first')),
        blockbookSource('BTC', behind(blockbook, 'second')),
      ]);
      expect(bytesOfResult(await checked(await start(chained))), fault).toBe(bytesOfResult(healthy));
      esplora.failAlways(null);
    }
  });

  it('gives no stars, without a charge, when every provider fails', async () => {
    esplora.failAlways('error');
    const one = await start(esploraSource('BTC', behind(esplora, 'dead')));
    const result = await checked(one);
    esplora.failAlways(null);
    expect(result['riskscore']).toBe(0);
    expect(String(result['records_held'])).toContain('Bitcoin could not be read live: no source answered.');
    const { rows } = await one.database.pool.query('SELECT status, charged FROM checks');
    expect(rows).toEqual([{ status: 'done', charged: false }]);
  });

  it('follows a reorganisation: the next check contains nothing of the undone blocks', async () => {
    const one = await start(esploraSource('BTC', behind(esplora, 'followed')));
    await chain.mine([{ from: 'old thief', to: { alice: COIN } }]);
    const before = await certified(one, { ...BTC, address: chain.addressOf('alice') });
    await chain.reorganise(1, [{ from: 'exchange', to: { alice: COIN } }]);
    // As if the minute had passed in which checks share one tip.
    await one.database.pool.query('DELETE FROM live_tips');
    const after = await checked(one);

    const imported = await start(null);
    await importChain(imported.database.pool);
    expect(bytesOfResult(after)).toBe(bytesOfResult(await checked(imported)));
    expect(before.score.stars).toBeLessThan(Number(after['riskscore']));
    // The result on the undone blocks can still be recomputed: the check stores records that may be undone.
    expect(await computedAgain(one, before)).toMatchObject({ outcome: 'equal', inputs: [], parts: [] });
  });
});
