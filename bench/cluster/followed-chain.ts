import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEvmChain } from '@assay/testkit/chains';
import { migrate, openPool } from '../../apps/server/src/platform/db/index.ts';
import { dumpLedgers } from '../../apps/server/test/system/follow/dump-ledgers.ts';
import { newAddress } from '../drills/client.ts';
import { openCluster } from '../drills/cluster.ts';
import { type RunningCommand, runCommand } from '../drills/command.ts';
import type { DrillRun } from '../drills/drill.ts';
import { SERVER_SETTINGS } from '../drills/installation.ts';
import { killQuietly } from '../drills/leftovers.ts';

const CHAIN_ID = 137;
const PAYMENT_EVERY_MS = 400;
const AGAIN_MS = 1_000;
const TRIES = 30;

/** A chain that grows on a node of its own, and a follower that is started again whenever it ends. */
export interface FollowedChain {
  /** SIGKILL for the follower. */
  readonly kill: () => void;
  /** Stops the chain, lets the follower end, and holds its records against those of one follower of the whole chain. */
  readonly end: (databaseUrl: string) => Promise<string>;
}

export async function startFollowedChain(run: DrillRun, env: Readonly<Record<string, string>>): Promise<FollowedChain> {
  const chain = await startEvmChain(CHAIN_ID);
  let isOver = false;
  let runs = 0;
  let running: RunningCommand | null = null;
  const args = [
    'follow',
    '--network',
    'POLYGON',
    '--rpc',
    chain.url,
    '--assets',
    'MATIC',
    '--from',
    '0',
    '--labels-every',
    '0',
  ];
  const pay = async () => {
    while (!isOver) {
      await chain.send({
        from: run.random.pick(chain.rich),
        to: `0x${newAddress(run.random).slice(2)}`,
        value: run.random.amount(),
      });
      await sleep(PAYMENT_EVERY_MS);
    }
  };
  const follow = async () => {
    while (!isOver) {
      runs += 1;
      running = runCommand(args, { ...env, ASSAY_DATA_DIR: path.join(run.dir, 'follower') });
      await running.ended;
      running = null;
      if (!isOver) await sleep(AGAIN_MS);
    }
  };
  const work = Promise.all([pay(), follow()]);

  const followAll = async (to: Readonly<Record<string, string>>, height: number) => {
    for (let tried = 1; ; tried += 1) {
      const { code, err } = await runCommand([...args, '--until', String(height)], to).ended;
      if (code === 0) return;
      if (tried === TRIES) throw new Error(`The chain cannot be followed to its end: ${err.slice(-400)}`);
      await sleep(AGAIN_MS);
    }
  };
  return {
    kill() {
      if (running !== null) killQuietly(running.pid);
    },
    async end(databaseUrl) {
      isOver = true;
      if (running !== null) killQuietly(running.pid, 'SIGTERM');
      await work;
      const height = Number(await chain.rpc<string>('eth_blockNumber'));
      await followAll({ ...env, ASSAY_DATA_DIR: path.join(run.dir, 'follower') }, height);
      const once = await openCluster(path.join(run.dir, 'followed-once'));
      try {
        await migrate(once.databaseUrl);
        const dataDir = path.join(run.dir, 'follower-once');
        await followAll({ ...SERVER_SETTINGS, DATABASE_URL: once.databaseUrl, ASSAY_DATA_DIR: dataDir }, height);
        const [found, expected] = [await recordsOf(databaseUrl), await recordsOf(once.databaseUrl)];
        if (found !== expected) run.fault('the followed records differ from those of a chain that was followed once');
      } finally {
        await once.close();
        await chain.close();
      }
      return `${height.toLocaleString('en-US')} blocks followed in ${runs} runs`;
    },
  };
}

/** Every row of the followed network, in order. */
async function recordsOf(databaseUrl: string): Promise<string> {
  const pool = openPool(databaseUrl, { maxConnections: 1 });
  try {
    return (await dumpLedgers(pool))
      .split('\n')
      .filter((row) => row.startsWith('(POLYGON,'))
      .join('\n');
  } finally {
    await pool.end();
  }
}
