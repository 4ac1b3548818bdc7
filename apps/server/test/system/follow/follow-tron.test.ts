import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ASSETS } from '@assay/domain';
import {
  exportTronCsv,
  type JavaTronChain,
  type JavaTronStandIn,
  javaTronChain,
  startJavaTronStandIn,
  TRON_TOKENS,
  tronStory,
} from '@assay/testkit/chains';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { followNetwork } from '../../../src/modules/nodes/follow/follow-network.ts';
import { readStatus } from '../../../src/modules/nodes/follow/status/describe-network.ts';
import { readFollowed } from '../../../src/modules/nodes/follow/status/progress.store.ts';
import { tronNode } from '../../../src/modules/nodes/outside/tron/tron-node.ts';
import { importTransfers } from '../../../src/modules/records/index.ts';
import { databaseTroubleOf, type Pool } from '../../../src/platform/db/index.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { dumpLedgers } from './dump-ledgers.ts';

const FOLLOWED = ['TRX', 'USDT', 'USDC'];
const assets = ASSETS.filter(({ network, ticker }) => network === 'TRX' && FOLLOWED.includes(ticker));

/** Against a stand-in of java-tron's HTTP API: not run against a real node. */
describe('following Tron (stand-in of java-tron, not run against a real node)', { timeout: 120_000 }, () => {
  let chain: JavaTronChain;
  let server: JavaTronStandIn;
  const databases: TestDatabase[] = [];

  beforeAll(async () => {
    chain = javaTronChain('follow');
    server = await startJavaTronStandIn(chain);
  });
  afterEach(() => server.failAlways(null));
  afterAll(async () => {
    await server.close();
    for (const database of databases) await database.drop();
  });

  async function database(): Promise<Pool> {
    const made = await testDatabase();
    databases.push(made);
    return made.pool;
  }

  function grow(blocks: number, branch = 0): void {
    for (let at = 0; at < blocks; at += 1) chain.mine(tronStory(chain.blocks.length, branch));
  }

  async function follow(
    pool: Pool,
    until: number,
    lines: string[] = [],
    compare?: string,
    of: JavaTronChain = chain,
  ): Promise<void> {
    const second = compare === undefined ? {} : { second: tronNode({ url: new URL(compare), assets: [] }) };
    const node = tronNode({ url: new URL(server.url), assets });
    const request = { network: 'TRX', assets: FOLLOWED, from: 0, chain: of.blocks[0]?.id ?? null } as const;
    const ports = {
      pool,
      node,
      ...second,
      databaseTroubleOf,
      say: (text: string) => void lines.push(text),
      progress: () => undefined,
    };
    await followNetwork(ports, { ...request, until, owner: 'test', pollMs: 20 }, AbortSignal.timeout(100_000));
    await node.close?.();
    await second.second?.close?.();
  }

  async function untilHeld(pool: Pool, height: number): Promise<void> {
    for (;;) {
      const [progress] = await readFollowed(pool);
      if (progress?.held?.height === height && progress.held.hash === chain.blocks[height]?.id) return;
      await sleep(20);
    }
  }

  async function untilProblem(pool: Pool, text: RegExp): Promise<void> {
    const problem = async () => (await readFollowed(pool))[0]?.problem?.text ?? '';
    await expect.poll(problem, { timeout: 60_000, interval: 20 }).toMatch(text);
  }

  /** The records of the chain as it is now, from a file; contracts, which such a file does not name, from the chain. */
  async function imported(): Promise<string> {
    const pool = await database();
    const folder = await mkdtemp(path.join(tmpdir(), 'assay-tron-'));
    const file = path.join(folder, 'chain.csv');
    await writeFile(file, `${exportTronCsv(chain.blocks, TRON_TOKENS)}\n`);
    const signal = AbortSignal.timeout(60_000);
    const summary = await importTransfers(pool, { format: 'csv', network: 'TRX', asset: null, files: [file], signal });
    expect(summary.counts.rejected).toBe(0);
    await rm(folder, { recursive: true });
    const made = chain.blocks.flatMap(({ transactions }) =>
      transactions.flatMap(({ action }) => (action.does === 'create' ? [action.contract] : [])),
    );
    await pool.query(`INSERT INTO evm_contracts (network, address) SELECT 'TRX', unnest($1::text[])`, [made]);
    return await dumpLedgers(pool);
  }

  it('comes to the records of the file of the final chain, byte for byte, whatever the node did meanwhile', async () => {
    grow(50);
    const pool = await database();
    const lines: string[] = [];
    const last = 70;
    const following = follow(pool, last, lines);
    await untilHeld(pool, 50);
    // Three blocks are undone and replaced, one more among them.
    grow(3);
    await untilHeld(pool, 53);
    chain.undo(3);
    grow(4, 1);
    await untilHeld(pool, 54);
    // It lags, answers half, lies, is gone, and answers again.
    grow(2);
    server.behaviour.lagsBy = 4;
    await untilProblem(pool, /is behind/);
    delete server.behaviour.lagsBy;
    server.behaviour.halfOfResults = true;
    grow(1);
    await untilProblem(pool, /results of \d+ transactions/);
    delete server.behaviour.halfOfResults;
    await untilHeld(pool, 57);
    server.behaviour.forge = (json) => ({ ...json, blockID: 'ab'.repeat(32) });
    await untilProblem(pool, /its id is not the hash of its header/);
    delete server.behaviour.forge;
    server.failAlways('reset');
    await untilProblem(pool, /cannot be reached/);
    server.failAlways(null);
    grow(13);
    await following;
    expect(lines.join('\n')).toMatch(/reorganised: 3 blocks after block 50 with [\d,]+ records were undone/);
    expect((await readStatus(pool))[0]?.history).toMatchObject({
      reorganisations: 1,
      lastReorganisation: { height: 50, depth: 3 },
      faults: [{ kind: 'contradiction' }, { kind: 'unreachable' }],
    });
    const followed = await dumpLedgers(pool);
    expect(followed).toBe(await imported());
    // All kinds are among them, so that the comparison says something.
    const { rows } = await pool.query<{ kinds: number }>(
      'SELECT count(DISTINCT kind)::integer AS kinds FROM transfers',
    );
    expect(rows).toEqual([{ kinds: 4 }]);
  });

  it('stops where the node changes to another chain, and changes nothing', async () => {
    const pool = await database();
    await follow(pool, 30);
    const before = await dumpLedgers(pool);
    const other = javaTronChain('other');
    for (let height = 1; height <= 60; height += 1) other.mine(tronStory(height));
    server.useChain(other);
    await expect(follow(pool, 60)).rejects.toThrow(/is a node of chain .*, expected /);
    expect(await dumpLedgers(pool)).toBe(before);
    server.useChain(chain);
  });

  /** Two chains that are the same up to a height, and five blocks longer. */
  function forked(same: number): readonly [JavaTronChain, JavaTronChain] {
    const chains = [javaTronChain('pair'), javaTronChain('pair')] as const;
    for (const [branch, one] of chains.entries()) {
      for (let height = 1; height <= same + 5; height += 1) one.mine(tronStory(height, height > same ? branch : 0));
    }
    return chains;
  }

  it('waits while a second node has other blocks, and goes on when both agree', async () => {
    const pool = await database();
    const [ours, theirs] = forked(30);
    server.useChain(ours);
    const second = await startJavaTronStandIn(theirs);
    const following = follow(pool, 35, [], second.url, ours);
    await untilProblem(pool, /different blocks at height 35: it waits until they agree/);
    const statusOf = async () => (await readStatus(pool))[0];
    const waiting = await statusOf();
    expect(waiting?.held?.height ?? 0).toBeLessThanOrEqual(30);
    expect(waiting).toMatchObject({ history: { faults: [{ kind: 'differs' }] } });
    second.useChain(ours);
    await following;
    expect(await statusOf()).toMatchObject({ held: { height: 35 }, compared: { height: 35 } });
    await second.close();
    server.useChain(chain);
  });

  it('ends where a second node has other final blocks, and stores nothing of them', async () => {
    const pool = await database();
    const [ours, theirs] = forked(30);
    for (let height = 36; height <= 60; height += 1) ours.mine(tronStory(height));
    server.useChain(ours);
    const second = await startJavaTronStandIn(theirs);
    await expect(follow(pool, 60, [], second.url, ours)).rejects.toThrow(/different final blocks at height 35/);
    const [ended] = await readStatus(pool);
    expect(ended?.held?.height ?? 0).toBeLessThanOrEqual(30);
    expect(ended).toMatchObject({ stuck: 'problem', state: 'stopped' });
    await second.close();
    server.useChain(chain);
  });
});
