import { hostname } from 'node:os';
import { CommandError, EXIT } from '@assay/command';
import type { Command } from 'commander';
import type { CommandContext } from '../../../platform/command/context.ts';
import { databaseTroubleOf } from '../../../platform/db/index.ts';
import { type ChainNode, FollowError, NodeError } from '../follow/follow.ports.ts';
import { followNetwork } from '../follow/follow-network.ts';
import type { FollowPorts } from '../follow/follower.ts';
import { readFollowed } from '../follow/status/progress.store.ts';
import { openNode } from '../outside/open-node.ts';
import { type FollowOptions, type FollowSettings, followSettings } from './follow-settings.ts';
import { registerFollowStatus } from './follow-status.ts';
import { enqueueOrRefresh, refreshAfterFollowing } from './refresh-after-following.ts';

/** Coins of block 0 of Bitcoin cannot be spent. */
const FIRST_WITH_COINS = 1;

/** `assay follow`: records from nodes of the operator's own, up to the newest block and on. */
export function registerFollow(program: Command, context: CommandContext): void {
  const follow = program
    .command('follow')
    .option('--network <network>', 'the network, such as ETH')
    .option('--rpc <url>', 'its node, such as http://127.0.0.1:8545')
    .option('--assets <tickers>', 'assets to store, such as ETH,USDT; all of the catalogue where left out')
    .option('--from <block>', 'the first block, where none is stored yet')
    .option('--compare <url>', 'another node of the network, whose blocks must be the same')
    .option('--until <block>', 'end when this block is stored')
    .option('--chain <identity>', 'of a test network: its chain id, or the hash of its first block')
    .option('--rpc-cookie <file>', 'BTC: the .cookie of the node, in place of a user and a password in --rpc')
    .option('--blocks-dir <dir>', 'BTC: the folder "blocks" of the node, read first as far as it reaches')
    .option('--no-traces', 'leave out transfers of the coin by contracts, which then is not complete')
    .option(
      '--config <file>',
      'several networks, as YAML: a list of network, rpc, compare, assets, from, until, chain, traces, cookie, blocks',
    )
    .option('--labels-every <minutes>', 'refresh derived labels this often at the tip; 0 for never', '60')
    .action((options: FollowOptions) => runFollow(context, options));
  registerFollowStatus(follow, context);
}

async function runFollow(context: CommandContext, options: FollowOptions): Promise<void> {
  const everyMs = minutesOf(options.labelsEvery) * 60_000;
  const settingsOfAll = await followSettings(options);
  const pool = await context.openDatabase();
  const followed = await readFollowed(pool);
  const networks = settingsOfAll.map((settings) => {
    const first = followed.find(({ network }) => network === settings.network)?.fromHeight ?? settings.from;
    const node = nodeOf(settings, first !== null && first <= FIRST_WITH_COINS);
    return { settings, node, second: secondOf(settings) };
  });
  const refresh = refreshAfterFollowing(context, {
    everyMs,
    refresh: () => enqueueOrRefresh(pool, context.signal),
  });
  const lines = new Map<string, string>();
  const broken = new AbortController();
  const signal = AbortSignal.any([context.signal, broken.signal]);
  const ends = await Promise.allSettled(
    networks.map(async ({ settings, node, second }) => {
      const progress = (text: string): void => {
        lines.set(settings.network, text);
        context.progress([...lines.values()].join(' | '));
      };
      const compared = second === null ? {} : { second };
      const said = { say: context.err, progress, onRecords: refresh.records };
      const nodeFor = (tickers: readonly string[]): ChainNode => {
        const assets = settings.assets.filter(({ ticker }) => tickers.includes(ticker));
        return nodeOf({ ...settings, assets }, false);
      };
      const ports = { pool, node, nodeFor, ...compared, databaseTroubleOf, ...said };
      try {
        const failure = await followOne(settings, ports, signal);
        // Others may be followed for a long time yet.
        if (failure !== null) context.err(failure);
        return failure;
      } catch (error) {
        broken.abort();
        throw error;
      } finally {
        lines.delete(settings.network);
        await node.close?.();
        await second?.close?.();
      }
    }),
  );
  await refresh.end();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (ends.some((end) => end.status === 'fulfilled' && end.value !== null)) throw new CommandError('', EXIT.failed);
  // A stop on request is a success of what runs until it is stopped.
  throw new CommandError('', EXIT.ok);
}

/** Follows one network to its end; returns why it cannot be followed any more, null where all is well. */
async function followOne(settings: FollowSettings, ports: FollowPorts, signal: AbortSignal): Promise<string | null> {
  const { network, assets, from, until, chain } = settings;
  const tickers = assets.map(({ ticker }) => ticker);
  const owner = `${hostname()}, process ${process.pid}`;
  try {
    await followNetwork(ports, { network, assets: tickers, from, until, chain, owner }, signal);
    return null;
  } catch (error) {
    if (error instanceof FollowError || error instanceof NodeError) return `${network}: ${error.message}`;
    throw error;
  }
}

function nodeOf(settings: FollowSettings, fromBeginning: boolean): ChainNode {
  const node = openNode({ ...settings, fromBeginning });
  if (node !== null) return node;
  throw new CommandError(
    `${settings.network} cannot be followed from a node; import its records from files`,
    EXIT.usage,
  );
}

/** Only its blocks are asked for, not what is in them. */
function secondOf(settings: FollowSettings): ChainNode | null {
  const { compare: rpc } = settings;
  const own = { assets: [], traces: false, cookieFile: null, blocksDir: null };
  return rpc === null ? null : nodeOf({ ...settings, ...own, rpc }, false);
}

function minutesOf(text: string): number {
  if (!/^\d{1,6}$/.test(text))
    throw new CommandError(`--labels-every is '${text}', not a number of minutes`, EXIT.usage);
  return Number(text);
}
