import { setTimeout as sleep } from 'node:timers/promises';
import { ACCOUNTS, type EvmStory, startEvmStory } from '@assay/testkit/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postCheck } from '../../../src/modules/checks/checks/test/check-fixture.ts';
import { readFollowed } from '../../../src/modules/nodes/follow/status/progress.store.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { type Installation, installation } from '../on-demand/on-demand-installation.ts';
import { dumpLedgers } from './dump-ledgers.ts';
import { atTip, followEvm } from './follow-evm.ts';
import { importEvmChain } from './import-evm-chain.ts';
import { startNodeRelay } from './node-relay.ts';

const { exchange, subject, shop, thief } = ACCOUNTS;
const COIN = 10n ** 18n;
const USDT = { ticker: 'USDT', parent: 'ETH', subticker: null, name: 'Tether' };

let story: EvmStory;
const databases: TestDatabase[] = [];
let app: Installation | null = null;

beforeAll(async () => {
  story = await startEvmStory();
});
afterAll(async () => {
  await app?.close();
  for (const database of databases) await database.drop();
  await story?.close();
});

async function freshDatabase(): Promise<TestDatabase> {
  const made = await testDatabase();
  databases.push(made);
  return made;
}

/** Blocks with a payment each; `salt` makes those of one branch differ from those of another. */
async function grow(blocks: number, salt: bigint): Promise<void> {
  for (let block = 0n; block < blocks; block += 1n) {
    await story.send({ from: exchange, to: block % 2n === 0n ? shop : subject, value: COIN / 1_000n + salt + block });
  }
}

describe('a chain of a real node', () => {
  it('is stored as its files are, byte for byte, while it grows, forks, goes away and restarts, and checks run', async () => {
    app = await installation(
      { labels: [{ network: 'ETH', address: exchange, entity: 'Exchange', category: 'exchange_licensed' }] },
      null,
    );
    const { pool } = app.database;
    await importEvmChain(pool, story, 'genesis');
    const relay = await startNodeRelay(new URL(story.url));
    const follower = followEvm(pool, relay.url, { tickers: ['ETH', 'USDC', 'USDT'] });
    await atTip(pool, story);

    const stopChecks = new AbortController();
    const checks = checkAgain(app, stopChecks.signal);
    await grow(2, 0n);
    const fork = await story.rpc<string>('evm_snapshot');
    await grow(3, 10n);
    await story.invoke('TetherLike', '0xdac17f958d2ee523a2206206994597c13d831ec7', subject, 'transfer', [thief, 7n]);
    await atTip(pool, story);
    // Three blocks of coins and one of a token are replaced by five others.
    await story.rpc('evm_revert', fork);
    await grow(5, 20n);
    await atTip(pool, story);

    await relay.goAway();
    await expect
      .poll(async () => (await readFollowed(pool))[0]?.problem?.text, { timeout: 20_000 })
      .toContain('cannot be reached');
    const fork2 = await story.rpc<string>('evm_snapshot');
    await grow(2, 30n);
    await story.rpc('evm_revert', fork2);
    await grow(3, 40n);
    await relay.comeBack();
    await atTip(pool, story);

    // The process of the node itself ends, and another one goes on with what it has written.
    await story.restart();
    await grow(2, 50n);
    await atTip(pool, story);
    stopChecks.abort();
    const tips = await checks;
    await follower.stop();
    await relay.goAway();

    expect(follower.said.filter((line) => line.includes('reorganised'))).toHaveLength(1);
    expect(tips.length).toBeGreaterThan(0);
    const imported = await freshDatabase();
    await importEvmChain(imported.pool, story, 'all');
    const dump = await dumpLedgers(pool);
    expect(dump).toBe(await dumpLedgers(imported.pool));
    expect(dump.split('\n').length).toBeGreaterThan(100);
  }, 120_000);

  it('gives the same token records by ranges of logs, and says what is not complete without traces', async () => {
    const before = Number(await story.rpc<string>('eth_blockNumber'));
    // Far enough for the first blocks to be final, so that they are read by logs.
    await story.mine(70);
    const imported = await freshDatabase();
    await importEvmChain(imported.pool, story, 'all');
    const tokens = await freshDatabase();
    await followEvm(tokens.pool, new URL(story.url), { tickers: ['USDC', 'USDT'], until: before + 70 }).done;
    const rows = (dump: string) => dump.split('\n').filter((line) => /^\(ETH,USD[CT],/.test(line));
    expect(rows(await dumpLedgers(tokens.pool))).toEqual(rows(await dumpLedgers(imported.pool)));
    const bare = await freshDatabase();
    const { said, done } = followEvm(bare.pool, new URL(story.url), { tickers: ['ETH'], until: 25, traces: false });
    await done;
    expect(said.join(' ')).toContain('does not provide transfers by contracts: the records of ETH are not complete');
    expect((await readFollowed(bare.pool))[0]?.lacks).toEqual(['internal']);
  }, 120_000);
});

/** Checks one address over and over; the block of each result's last record. */
async function checkAgain({ app: server, checks }: Installation, signal: AbortSignal): Promise<number[]> {
  const tips: number[] = [];
  while (!signal.aborted) {
    const { body, status } = await postCheck(server, { ...USDT, address: subject });
    expect(status).toBe(200);
    const { result } = await checks.readCheck(body.data.asset.sub_id);
    const { tip } = JSON.parse(result ?? '{}') as { readonly tip?: { readonly block: string } };
    const newest = Number(await story.rpc<string>('eth_blockNumber'));
    expect(Number(tip?.block)).toBeGreaterThan(0);
    expect(Number(tip?.block)).toBeLessThanOrEqual(newest + 4);
    tips.push(Number(tip?.block));
    await sleep(250);
  }
  return tips;
}
