import { CommandError } from '@assay/command';
import { startReplayServer } from '@assay/testkit/chains';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/support/database.ts';
import { readConfig } from '../platform/config/config.ts';
import { registerSources } from './sources.ts';

const BLOCKS = Array.from({ length: 10 }, (_, index) => ({ height: 100 - index, timestamp: 1_700_000_000 - index }));

describe('assay sources', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  async function run(environment: Record<string, string>, ...options: string[]) {
    const lines: string[] = [];
    const program = new Command().exitOverride();
    registerSources(program, {
      config: readConfig(environment),
      environment: {},
      openDatabase: async () => database.pool,
      out: (text) => void lines.push(text),
      err: (text) => void lines.push(text),
      progress: () => undefined,
      signal: new AbortController().signal,
    });
    let failure: unknown = null;
    try {
      await program.parseAsync(['node', 'assay', 'sources', ...options]);
    } catch (error) {
      failure = error;
    }
    return { text: lines.join('\n'), failure };
  }

  it('says who is asked, without asking anybody', async () => {
    const { text, failure } = await run({ ETHERSCAN_API_KEY: 'sekret-123456' });
    expect(failure).toBeNull();
    expect(text).toContain('BTC  Bitcoin\n  blockstream      esplora at blockstream.info; 0 asked today\n  mempool ');
    expect(text).toContain('etherscan        etherscan at api.etherscan.io, with a key; 0 of 100000 asked today');
    expect(text).not.toContain('sekret');
  });

  it('says what can be read of each network, and of how many assets, without asking anybody', async () => {
    const { text, failure } = await run({}, '--table');
    expect(failure).toBeNull();
    expect(text).toMatch(/^\| Network \| Assets \| Documented \| Recorded \| Without a key \|/);
    expect(text).toContain(
      '| BTC (Bitcoin) | 1 | esplora, blockbook | esplora, blockbook | blockstream, mempool | nownodes |',
    );
    expect(text).toMatch(
      /\nOf \d+ assets, \d+ are read without a key, and \d+ with the free keys of all known providers\.$/,
    );
    const { assets, networks } = JSON.parse((await run({}, '--table', '--json')).text);
    expect(text).toContain(`Of ${assets.all} assets, ${assets.withoutKey} are`);
    expect(networks[0]).toMatchObject({ network: 'BTC', answered: [], onlyByName: [] });
  });

  it('says that nobody is', async () => {
    expect((await run({ LIVE_CHAINS: 'off' })).text).toBe('No chain is read live: LIVE_CHAINS is off.');
  });

  it('asks each for its newest block, counts that in the database, and ends with 1 when somebody did not answer', async () => {
    const server = await startReplayServer([{ request: '/blocks', answer: BLOCKS }]);
    const only = Object.fromEntries(['LTC', 'RVN', 'ETH', 'AVAX', 'TRX', 'XLM'].map((network) => [network, 'none']));
    const none = Object.entries(only).map(([network, list]) => `${network}=${list}`);
    const environment = { CHAIN_SOURCES: [`BTC=esplora:${server.url}`, ...none].join(' ') };
    const good = await run(environment, '--ask');
    expect(good.failure).toBeNull();
    expect(good.text).toContain('1 asked today; block 100 of 2023-11-14T22:13:20.000Z, final up to 94');

    const table = await run(environment, '--table', '--ask');
    expect(table.text).toContain('| Recorded | Answered here | Without a key |');
    expect(table.text).toContain('| esplora, blockbook | own esplora | blockstream, mempool |');

    server.failAlways('error');
    const bad = await run(environment, '--ask', '--json');
    await server.close();
    expect(bad.failure).toBeInstanceOf(CommandError);
    expect(String(bad.failure)).toContain('1 of 1 did not answer.');
    const [btc] = JSON.parse(bad.text).networks;
    expect(btc.providers[0]).toMatchObject({ usedToday: 3, tip: null, failure: expect.stringContaining('status 500') });
  });
});
