import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NetworkId } from '@assay/domain';
import type { Label, RawTransfer } from '@assay/exposure';
import { MemoryAccountStore, MemoryUtxoStore } from '@assay/exposure/reference';
import { accountGraph, buildLabel, coinGraph } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../test/support/database.ts';
import { inTransaction } from '../../../../platform/db/index.ts';
import { appendCoins } from '../append/append-coins.ts';
import { appendTransfers } from '../append/append-transfers.ts';
import type { TransferFormat } from '../import/formats/formats.ts';
import { importTransfers } from '../import/import-transfers.ts';
import { ensureLedger } from '../ledgers/ledger.store.ts';
import { deriveLabels } from './derive-labels.ts';

let database: TestDatabase;
let made = 0;
let dir: string;

beforeAll(async () => {
  database = await testDatabase();
  dir = await mkdtemp(path.join(tmpdir(), 'assay-derive-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

const nextTicker = (): string => {
  made += 1;
  return `D${made}`;
};

type Labels = ReadonlyMap<string, readonly Label[]>;

async function derive(network: NetworkId, ticker: string, labels: Labels): Promise<string[]> {
  const derived: string[] = [];
  const accounts = await deriveLabels(
    database.pool,
    {
      given: () => ({
        labelsOf: async (_network, addresses) => addresses.map((address) => labels.get(address) ?? []),
        version: async () => 'v1',
        changes: async () => [],
      }),
      sink: {
        basisOf: async () => null,
        changeDerivedLabels: async () => false,
        replaceDerivedLabels: async (_network, _asset, list) => {
          derived.push(
            ...list.map((one) => `${one.address} ${one.entity} ${one.category} ${one.confidence} ${one.source}`),
          );
        },
      },
    },
    { network, ticker },
    AbortSignal.timeout(60_000),
  );
  expect(accounts).toBe(null);
  return derived.sort();
}

async function expectedOf(
  memory: MemoryAccountStore | MemoryUtxoStore,
  addresses: readonly string[],
): Promise<string[]> {
  return addresses
    .flatMap((address) => {
      const node = memory.nodeOf(address);
      const labels = node === null ? [] : memory.factsOf(node).labels;
      return labels
        .filter(({ origin }) => origin === 'derived')
        .map((one) => `${address} ${one.entity} ${one.category} ${one.confidence} ${one.source}`);
    })
    .sort();
}

const walletsUpTo = (count: number): string[] => Array.from({ length: count }, (_, index) => `wallet-${index}`);

describe('labels derived from records', () => {
  it.each([1, 2, 3])('are those of the memory store: accounts, graph %i', async (seed) => {
    const graph = accountGraph({ seed, accounts: 150, transfers: 400 });
    const ledger = await ensureLedger(database.pool, 'ETH', nextTicker());
    await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add: graph.transfers }));
    const memory = new MemoryAccountStore({ ...graph, network: 'ETH' });
    const expected = await expectedOf(memory, walletsUpTo(150));
    expect(expected.length).toBeGreaterThan(0);
    expect(await derive('ETH', ledger.ticker, graph.labels)).toEqual(expected);
  });

  it.each([1, 2, 3])('are those of the memory store: coins, graph %i', async (seed) => {
    const graph = coinGraph({ seed, accounts: 150, transfers: 400 });
    const ledger = await ensureLedger(database.pool, 'BTC', nextTicker());
    await inTransaction(database.pool, (client) => appendCoins(client, ledger, graph.transactions));
    const memory = new MemoryUtxoStore({ ...graph, network: 'BTC' });
    const expected = await expectedOf(memory, walletsUpTo(150));
    expect(expected.length).toBeGreaterThan(0);
    expect(await derive('BTC', ledger.ticker, graph.labels)).toEqual(expected);
  });

  it('mark an account with over a thousand counterparties as a service, unless it has a label already', async () => {
    const ledger = await ensureLedger(database.pool, 'ETH', 'HUB');
    const transfers = ['hub', 'known-hub', 'small'].flatMap((from, at): RawTransfer[] =>
      Array.from({ length: from === 'small' ? 1000 : 1001 }, (_, index) => ({
        block: 1,
        transactionIndex: index,
        transactionId: `${from}-${index}`,
        kind: 'token',
        index: 0,
        ordinal: 0,
        from,
        to: `party-${at}-${index}`,
        amount: 1n,
        time: 1_700_000_000,
      })),
    );
    await inTransaction(database.pool, (client) => appendTransfers(client, ledger, { add: transfers }));
    const labels = new Map([['known-hub', [buildLabel({ entity: 'Kraken', category: 'exchange_licensed' })]]]);
    expect(await derive('ETH', 'HUB', labels)).toEqual([
      'hub Unlabelled service unlabelled_service 40 derived-unlabelled-service',
    ]);
  });

  it('mark an unlabelled contract as a service, from files of contracts, receipts and traces', async () => {
    const address = (digits: string): string => `0x${digits.padStart(40, 'e')}`;
    const hash = `0x${'1'.padStart(64, '0')}`;
    const importing = async (format: TransferFormat, content: string): Promise<void> => {
      const file = path.join(dir, `${format}.csv`);
      await writeFile(file, content);
      const signal = AbortSignal.timeout(60_000);
      const summary = await importTransfers(database.pool, {
        format,
        network: null,
        asset: null,
        files: [file],
        signal,
      });
      expect(summary.counts.rejected).toBe(0);
    };
    const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';
    const parties = ['c1', 'c2', 'c3', 'c4', 'c5'].map(address);
    const moves = parties.map((to, at) => `${usdt},${address('aa')},${to},5,${hash},${at},100,1600000000`);
    await importing(
      'ethereum-etl-token-transfers',
      `token_address,from_address,to_address,value,transaction_hash,log_index,block_number,block_timestamp\n${moves.join('\n')}\n`,
    );
    expect(await derive('ETH', 'USDT', new Map())).toEqual([]);
    await importing('ethereum-etl-contracts', `address,bytecode\n${address('c1')},0x60\n${address('c5')},0x60\n`);
    await importing(
      'ethereum-etl-receipts',
      `transaction_hash,transaction_index,block_number,gas_used,contract_address,status\n${hash},0,100,1,${address('c2')},1\n0x${'2'.padStart(64, '0')},1,100,1,${address('c4')},0\n`,
    );
    await importing(
      'ethereum-etl-traces',
      `block_number,transaction_hash,transaction_index,from_address,to_address,value,trace_type,call_type,trace_address,error,status\n100,${hash},0,${address('aa')},${address('c2')},0,create,,,,1\n100,${hash},0,${address('c2')},${address('c3')},0,create,,0,,1\n100,${hash},0,${address('c2')},${address('c4')},0,create,,1,out of gas,0\n`,
    );
    const known = new Map([[address('c5'), [buildLabel({ entity: 'Kraken', category: 'exchange_licensed' })]]]);
    expect(await derive('ETH', 'USDT', known)).toEqual(
      ['c1', 'c2', 'c3'].map(
        (digits) => `${address(digits)} Unlabelled service unlabelled_service 40 derived-unlabelled-service`,
      ),
    );
  });
});
