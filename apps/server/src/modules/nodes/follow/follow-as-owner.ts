import { NETWORKS, type NetworkId } from '@assay/domain';
import { findLedger, inLedgerTransaction, setFromBeginning } from '../../records/index.ts';
import { Backoff } from './backoff.ts';
import { checkIdentity } from './blocks/begin.ts';
import { checkTip } from './blocks/check-blocks.ts';
import { AddedAssets } from './blocks/load-added.ts';
import { loadFirst } from './blocks/load-first.ts';
import { readAhead } from './blocks/read-ahead.ts';
import { settleLedgers, storeBlocks } from './blocks/store-blocks.ts';
import { type BlockRef, FollowError, type FollowedBlock, isPassing, NodeError } from './follow.ports.ts';
import type { Follower, FollowPorts, OwnerRequest } from './follower.ts';
import { writeCompared } from './lease.store.ts';
import { continuesHeld, mayBeForked, returnToChain, returnToHeight } from './return-to-chain.ts';
import { SecondNode } from './second-node.ts';
import { countFault } from './status/history.store.ts';
import { Reporter } from './status/reporter.ts';
import { listenForBlocks, pause } from './wake.ts';

/**
 * Follows a network as its one owner; returns when `until` is stored.
 *
 * @throws LeaseLostError, FollowError, NodeError where a person is needed, and the reason of the aborted signal
 */
export async function followAsOwner(ports: FollowPorts, request: OwnerRequest, signal: AbortSignal): Promise<void> {
  const { lease, stored } = request;
  const { pool, node, say, progress } = ports;
  const reporter = new Reporter({ pool, lease, node: node.name, say, progress });
  const { held, finalHeight, identity, network } = stored;
  const { second } = ports;
  const comparison = second === undefined ? null : new SecondNode({ node, second, identity, say: named(network, say) });
  const broken = new AbortController();
  const added = new AddedAssets(
    {
      pool,
      lease,
      identity,
      node,
      nodeFor: ports.nodeFor,
      standing: () => follower,
      onRecords: (records) => {
        follower.changed += records;
      },
      say: named(network, say),
    },
    stored.additions.filter(({ ticker, isJoined }) => !isJoined && request.assets.includes(ticker)),
  );
  const follower: Follower = {
    ports,
    request,
    reporter,
    comparison,
    added,
    signal: AbortSignal.any([signal, broken.signal]),
    assets: stored.assets,
    held,
    finalHeight,
    isForked: false,
    changed: 0,
  };
  if (second === undefined && stored.compared !== null) await writeCompared(pool, lease, null);
  const behind = await settleLedgers(pool, lease, stored.assets, held?.height ?? stored.fromHeight - 1);
  if (behind !== null) await returnToHeight(follower, behind);
  // Records that cannot be loaded for another reason than the node end following too, which then begins again.
  const loading = added.load(follower.signal).catch((error: unknown) => broken.abort(error));
  try {
    await followUntil(follower);
  } finally {
    broken.abort();
    await loading;
  }
}

async function followUntil(follower: Follower): Promise<void> {
  const { ports, request, reporter, added, signal } = follower;
  const { pool, node } = ports;
  const { until, pollMs, stored } = request;
  const hints = listenForBlocks(node, signal);
  const backoff = new Backoff();
  let isKnown = false;
  while (until === null || (follower.held?.height ?? -1) < until || added.isLoading()) {
    signal.throwIfAborted();
    try {
      // After each time that the node could not be reached, another one may answer at its address.
      if (!isKnown) await meetNode(follower);
      isKnown = true;
      const isUpToDate = await followOnce(follower);
      backoff.reset();
      if (isUpToDate) await hints.wait(pollMs);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof NodeError || error instanceof FollowError)) throw error;
      isKnown = false;
      await countFault(pool, stored.network, error instanceof NodeError ? error.fault.kind : 'stopped');
      await reporter.trouble(error.message);
      if (error instanceof FollowError || !isPassing(error.fault)) throw error;
      await pause(backoff.next(error), signal);
    }
  }
}

async function meetNode({ ports, request, reporter, signal }: Follower): Promise<void> {
  const { pool, node, say } = ports;
  const { network, identity } = request.stored;
  const { assets } = request;
  await checkIdentity(node, identity, signal);
  const lacks = await node.lacks(signal);
  await reporter.lacks(lacks);
  const { native } = NETWORKS[network];
  if (lacks.length === 0 || !assets.includes(native)) return;
  await inLedgerTransaction(pool, { network, ticker: native }, async ({ ledger: client }) => {
    const ledger = await findLedger(client, network, native);
    if (ledger?.fromBeginning === true) await setFromBeginning(client, ledger.id, false);
  });
  const parts = lacks.map((part) => (part === 'internal' ? 'transfers by contracts' : 'fees')).join(' and ');
  say(`${network}: ${node.name} does not provide ${parts}: the records of ${native} are not complete.`);
}

/** One round: whatever the node has beyond what is stored. Returns whether nothing is left to do for now. */
async function followOnce(follower: Follower): Promise<boolean> {
  const { ports, request, reporter, signal } = follower;
  const { node } = ports;
  const tip = checkTip(await node.tip(signal), node.name);
  await reporter.sawTip(tip);
  if (mayBeForked(follower, tip) && !(await returnToChain(follower, tip))) return true;
  await join(follower);
  const from = follower.held === null ? request.stored.fromHeight : follower.held.height + 1;
  const to = Math.min(tip.height, request.until ?? tip.height);
  if (to < from) {
    if (follower.held !== null) await reporter.atTip(follower.held.height);
    return true;
  }
  const final = await node.finalHeight(signal);
  // What was final once stays so, and nothing above the tip can be.
  follower.finalHeight = Math.max(follower.finalHeight, Math.min(final, tip.height));
  if (follower.held === null && (await loadFirstOf(follower, { from, to: Math.min(to, follower.finalHeight) })))
    return false;
  for await (const blocks of readAhead(node, request.stored.network, { from, to }, signal)) {
    if (!(await continuesHeld(follower, blocks))) return false;
    await store(follower, blocks);
    await join(follower);
    signal.throwIfAborted();
  }
  ports.onRecords?.(follower.changed);
  follower.changed = 0;
  return false;
}

/** Whether a first load has stored everything that is final. */
async function loadFirstOf(
  follower: Follower,
  range: { readonly from: number; readonly to: number },
): Promise<boolean> {
  const { ports, request, reporter, signal } = follower;
  const { pool, node, say } = ports;
  const loaded = await loadFirst(
    {
      pool,
      lease: request.lease,
      node,
      say: named(request.stored.network, say),
      onStaged: (height, blocks, records) => reporter.stored(height, blocks, records),
      compare: (block) => compare(follower, block),
      ...(request.firstLoadFrom === undefined ? {} : { leastBlocks: request.firstLoadFrom }),
    },
    range,
    signal,
  );
  if (loaded === null) return false;
  follower.held = loaded.held;
  follower.changed += loaded.records;
  return true;
}

async function store(follower: Follower, blocks: readonly FollowedBlock[]): Promise<void> {
  const { ports, request, reporter } = follower;
  const last = blocks.at(-1);
  if (last === undefined) return;
  await compare(follower, last);
  const { records } = await storeBlocks(ports.pool, request.lease, follower.assets, {
    blocks,
    finalHeight: follower.finalHeight,
  });
  follower.held = { height: last.height, hash: last.hash, parentHash: last.parentHash, time: last.time };
  follower.changed += records;
  await reporter.stored(last.height, blocks.length, records);
}

async function join(follower: Follower): Promise<void> {
  const joined = await follower.added.join(follower.signal);
  if (joined.length > 0) follower.assets = [...follower.assets, ...joined];
}

/** @throws NodeError, FollowError where the second node has another block */
async function compare({ ports, request, comparison, finalHeight, signal }: Follower, block: BlockRef): Promise<void> {
  if (comparison === null || ports.second === undefined) return;
  const height = await comparison.compare(block, finalHeight, signal);
  if (height !== null) await writeCompared(ports.pool, request.lease, { node: ports.second.name, height });
}

function named(network: NetworkId, say: (text: string) => void): (text: string) => void {
  return (text) => say(`${network}: ${text}`);
}
