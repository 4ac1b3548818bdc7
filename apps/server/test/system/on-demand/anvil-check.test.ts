import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Label } from '@assay/exposure';
import {
  ACCOUNTS,
  type BlockscoutStandIn,
  type EtherscanStandIn,
  type EvmStory,
  exportEthereumEtl,
  startBlockscoutStandIn,
  startEtherscanStandIn,
  startEvmStory,
  USDC_ON_ETHEREUM,
  USDT_ON_ETHEREUM,
} from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFreezesService } from '../../../src/modules/chains/index.ts';
import { blockscoutSource } from '../../../src/modules/chains/outside/chains/blockscout/blockscout.ts';
import { etherscanSource } from '../../../src/modules/chains/outside/chains/etherscan/etherscan.ts';
import { nodeFreezes } from '../../../src/modules/chains/outside/chains/freezes/evm-freezes.ts';
import { issuerFreezes } from '../../../src/modules/chains/outside/chains/freezes/issuer-freezes.ts';
import { jsonRpcSource } from '../../../src/modules/chains/outside/chains/json-rpc/json-rpc.ts';
import { directProvider } from '../../../src/modules/chains/outside/chains/test/direct-provider.ts';
import type { TransferSource } from '../../../src/modules/chains/sources/sources.ports.ts';
import { postCheck } from '../../../src/modules/checks/checks/test/check-fixture.ts';
import { findLedger, importTransfers, isTransferFormat, setFromBeginning } from '../../../src/modules/records/index.ts';
import { refreshAfterChange } from '../../../src/modules/records/transfers/refresh-after-change.ts';
import type { Pool } from '../../../src/platform/db/index.ts';
import { type Installation, installation, type OnDemandScenario } from './on-demand-installation.ts';

const { exchange, subject, thief, splitter, liar } = ACCOUNTS;
const USDT = { ticker: 'USDT', parent: 'ETH', subticker: null, name: 'Tether' };
const ETHER = { ticker: 'ETH', parent: null, subticker: null, name: 'Ethereum' };

function given(entity: string, category: Label['category']): readonly Label[] {
  const facts = { confidence: 100, sourceUrl: null, sourceDate: '2026-01-01', validFrom: null, validTo: null } as const;
  return [{ entity, category, source: 'test', origin: 'given', ...facts }];
}

const SCENARIO: OnDemandScenario = {
  transfers: [],
  subject,
  labels: new Map([
    [exchange, given('Exchange', 'exchange_licensed')],
    [thief, given('Thief', 'scam')],
  ]),
};

let story: EvmStory;
let explorer: BlockscoutStandIn;
let api: EtherscanStandIn;
const open: Installation[] = [];

beforeAll(async () => {
  story = await startEvmStory();
  await story.mine(80);
  explorer = await startBlockscoutStandIn(story);
  api = await startEtherscanStandIn(story);
});
afterAll(async () => {
  for (const one of open) await one.close();
  await explorer?.close();
  await api?.close();
  await story?.close();
});

async function start(source: TransferSource | null, overrides = {}): Promise<Installation> {
  const one = await installation(SCENARIO, source, overrides);
  open.push(one);
  return one;
}

async function resultOf({ app, checks }: Installation, asset: object, address: string) {
  const { body, status } = await postCheck(app, { ...asset, address });
  expect(status).toBe(200);
  const { result } = await checks.readCheck(body.data.asset.sub_id);
  return JSON.parse(result ?? '{}') as Readonly<Record<string, unknown>>;
}

/** Everything of a result except the origin of its records. */
function bytesOf(result: Readonly<Record<string, unknown>>): string {
  const { records_held: _held, records_read: _read, reading: _reading, ...others } = result;
  const { label_set_version: _version, tip: _tip, ...rest } = others;
  return JSON.stringify(rest, null, 1);
}

/** The chain as files of ethereum-etl, imported from its beginning. */
async function importChain(pool: Pool): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-anvil-'));
  const files = await exportEthereumEtl(story, [splitter, liar, USDT_ON_ETHEREUM, USDC_ON_ETHEREUM]);
  const signal = AbortSignal.timeout(60_000);
  for (const [table, content] of Object.entries(files)) {
    const format = `ethereum-etl-${table.replaceAll('_', '-')}`;
    if (!isTransferFormat(format)) throw new Error(`No format ${format}`);
    const file = path.join(folder, `${table}.csv`);
    await writeFile(file, content);
    const { counts } = await importTransfers(pool, { format, network: null, asset: null, files: [file], signal });
    expect(counts.rejected, table).toBe(0);
  }
  for (const ticker of ['USDT', 'ETH']) {
    const ledger = await findLedger(pool, 'ETH', ticker);
    if (ledger !== null) await setFromBeginning(pool, ledger.id, true);
  }
  await refreshAfterChange({ pool, progress: () => undefined, signal });
  await rm(folder, { recursive: true });
}

describe('a chain of a real node', () => {
  it('comes to the same bytes read live, in three formats, and imported as files', async () => {
    const imported = await start(null);
    await importChain(imported.database.pool);
    const readings = {
      node: jsonRpcSource('ETH', directProvider('node', story.url)),
      blockscout: blockscoutSource('ETH', directProvider('blockscout', explorer.url)),
      etherscan: etherscanSource('ETH', {
        provider: directProvider('etherscan', api.url),
        chainId: 1,
        pageSize: 1_000,
      }),
    };
    for (const asset of [USDT, ETHER]) {
      const held = await resultOf(imported, asset, subject);
      expect(held['riskscore'], asset.ticker).toBeGreaterThan(0);
      for (const [name, source] of Object.entries(readings)) {
        const live = await resultOf(await start(source), asset, subject);
        expect(live['records_held']).toMatch(new RegExp(`^Read live from .* through ${name}: `));
        expect(bytesOf(live), `${asset.ticker} by ${name}`).toBe(bytesOf(held));
      }
    }
  }, 120_000);

  it('comes to one star for an address its issuer froze, whatever else is known of it', async () => {
    const provider = directProvider('node', story.url);
    const freezes = buildFreezesService({
      source: issuerFreezes({ contracts: { ETH: [nodeFreezes(provider)] }, accounts: [] }),
      log: { warn: (_facts, message) => expect.fail(message) },
    });
    const one = await start(jsonRpcSource('ETH', provider), { freezes });
    const frozen = await resultOf(one, USDT, thief);
    expect(frozen['riskscore']).toBe(1);
    expect(frozen['issuer_freeze']).toMatchObject({ status: 'frozen', issuer: 'Tether' });
    const free = await resultOf(one, USDT, subject);
    expect(free['issuer_freeze']).toMatchObject({ status: 'not_frozen' });
  });
});
