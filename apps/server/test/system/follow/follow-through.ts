import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ChainNode } from '../../../src/modules/nodes/follow/follow.ports.ts';
import { followNetwork } from '../../../src/modules/nodes/follow/follow-network.ts';
import { readFollowed } from '../../../src/modules/nodes/follow/status/progress.store.ts';
import { databaseTroubleOf, type Pool } from '../../../src/platform/db/index.ts';
import { type Installation, resultOf } from '../on-demand/on-demand-installation.ts';

/** A chain of a real node of Bitcoin, in the hands of a test. */
export interface BitcoinStory {
  readonly node: ChainNode;
  /** Hash of the first block. */
  readonly firstBlock: string;
  /** Addresses that are checked all the time. */
  readonly subjects: readonly string[];
  tipHash(): Promise<string>;
  /** Mines blocks with payments. */
  grow(): Promise<void>;
  /** Leaves the last three blocks for a longer branch with other payments. */
  fork(): Promise<void>;
  stopNode(): Promise<void>;
  startNode(): Promise<void>;
}

const WITHIN_MS = 60_000;
/** Between two checks, which would take the processor from what is tested. */
const PAUSE_MS = 100;
const BTC = { ticker: 'BTC', parent: null, subticker: null, name: 'Bitcoin' } as const;

export interface FollowedThrough {
  readonly said: readonly string[];
  /** Checks that ended while the chain changed. */
  readonly checks: number;
}

/**
 * Follows the chain from its first block while it grows, forks three deep, disappears and comes back, and while its
 * addresses are checked one after the other.
 */
export async function followThrough(story: BitcoinStory, one: Installation): Promise<FollowedThrough> {
  const { pool } = one.database;
  const stop = new AbortController();
  const said: string[] = [];
  const done = followNetwork(
    { pool, node: story.node, databaseTroubleOf, say: (line) => said.push(line), progress: () => undefined },
    { network: 'BTC', assets: ['BTC'], from: 0, chain: story.firstBlock, until: null, owner: 'test', pollMs: 50 },
    stop.signal,
  );
  const ended = done.then(
    () => new Error('The follower has ended'),
    (error: unknown) => error,
  );
  const atTip = async (): Promise<void> => {
    const tip = await story.tipHash();
    await until(async () => (await heldHash(pool)) === tip, ended);
  };
  await atTip();
  const checking = checkAllTheTime(one, story.subjects, stop.signal);
  await story.grow();
  await atTip();
  await story.fork();
  await atTip();
  await story.stopNode();
  await until(async () => (await readFollowed(pool))[0]?.problem?.text.includes('cannot be reached') ?? false, ended);
  await story.startNode();
  await story.grow();
  await atTip();
  stop.abort();
  await done;
  return { said, checks: await checking };
}

/**
 * Follows the chain as it is, from its first block to its tip.
 *
 * @param firstLoadFrom so many final blocks are loaded at once
 * @returns the lines that the follower said
 */
export async function followToTip(
  node: ChainNode,
  pool: Pool,
  chain: string,
  firstLoadFrom: number = Number.MAX_SAFE_INTEGER,
): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  const said: string[] = [];
  const { height } = await node.tip(signal);
  const say = (line: string): void => void said.push(line);
  const ports = { pool, node, databaseTroubleOf, say, progress: () => undefined };
  const request = {
    network: 'BTC',
    assets: ['BTC'],
    from: 0,
    chain,
    until: height,
    owner: 'test',
    firstLoadFrom,
  } as const;
  await followNetwork(ports, request, signal);
  return said;
}

async function checkAllTheTime(one: Installation, subjects: readonly string[], signal: AbortSignal): Promise<number> {
  let checks = 0;
  while (!signal.aborted) {
    for (const address of subjects) {
      const { tip } = await resultOf(one, { ...BTC, address });
      expect(tip, address).toMatchObject({ block: expect.any(String) });
      checks += 1;
      await sleep(PAUSE_MS);
    }
  }
  return checks;
}

const heldHash = async (pool: Pool): Promise<string | undefined> => (await readFollowed(pool))[0]?.held?.hash;

async function until(isSo: () => Promise<boolean>, ended: Promise<unknown>): Promise<void> {
  const late = Date.now() + WITHIN_MS;
  while (!(await isSo())) {
    const failure = await Promise.race([ended, sleep(30)]);
    if (failure !== undefined) throw failure;
    if (Date.now() > late) throw new Error('It did not happen in time');
  }
}
