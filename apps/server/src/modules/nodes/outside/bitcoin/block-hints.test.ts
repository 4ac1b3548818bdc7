import { setTimeout as sleep } from 'node:timers/promises';
import { type CoreRpcFrontOptions, startCoreRpcFront } from '@assay/testkit/chains';
import { expect, it } from 'vitest';
import { Publisher } from 'zeromq';
import { openTestNode } from './test/open-test-node.ts';

const METHOD_NOT_FOUND = { code: -32_601, message: 'Method not found' };

/** A node that answers nothing but what it publishes. */
function publishing(listed: readonly object[] | null, options: CoreRpcFrontOptions = {}) {
  const answer = listed === null ? { result: null, error: METHOD_NOT_FOUND } : { result: listed, error: null };
  return startCoreRpcFront(async () => ({ id: 0, ...answer }), options);
}

async function count(hints: AsyncIterable<void> | undefined): Promise<number> {
  let hinted = 0;
  for await (const _hint of hints ?? []) hinted += 1;
  return hinted;
}

it.each([
  ['publishes no blocks', []],
  ['publishes transactions only', [{ type: 'pubhashtx', address: 'tcp://127.0.0.1:1' }]],
  ['publishes over a socket file', [{ type: 'pubhashblock', address: 'ipc:///tmp/block.socket' }]],
  ['was built without ZMQ', null],
])('a node that %s gives no hints, and no error', async (_what, listed) => {
  const server = await publishing(listed);
  const node = openTestNode(server.url);
  expect(await count(node.newBlocks?.(AbortSignal.timeout(5_000)))).toBe(0);
  await node.close?.();
  await server.close();
});

it('a closed node gives no more hints, so that nothing of it keeps the process', async () => {
  const publisher = new Publisher({ linger: 0 });
  await publisher.bind('tcp://127.0.0.1:*');
  const server = await publishing([{ type: 'pubhashblock', address: publisher.lastEndpoint }]);
  const node = openTestNode(server.url);
  const hints = count(node.newBlocks?.(new AbortController().signal));
  while (server.asked.length === 0) await sleep(10);
  await node.close?.();
  expect(await hints).toBe(0);
  publisher.close();
  await server.close();
});

/** The library lets go of the port of a closed socket a moment later. */
async function bindOnceFree(publisher: Publisher, address: string): Promise<void> {
  for (;;) {
    try {
      return await publisher.bind(address);
    } catch (error) {
      if (!(error instanceof Error && error.message === 'Address already in use')) throw error;
      await sleep(20);
    }
  }
}

it('a published block is a hint, also after the publisher was started again, until nobody listens any more', async () => {
  const first = new Publisher({ linger: 0 });
  await first.bind('tcp://127.0.0.1:*');
  const address = first.lastEndpoint ?? '';
  // The address to which a node is set to bind; it is asked at the host of its RPC.
  const listed = [{ type: 'pubhashblock', address: address.replace('127.0.0.1', '0.0.0.0'), hwm: 1000 }];
  const server = await publishing(listed);
  const node = openTestNode(server.url);
  const listening = new AbortController();
  let hinted = 0;
  const done = (async () => {
    for await (const _hint of node.newBlocks?.(listening.signal) ?? []) hinted += 1;
  })();
  const publishUntil = async (publisher: Publisher, wanted: number): Promise<void> => {
    while (hinted < wanted) {
      await publisher.send(['rawtx', Buffer.alloc(8)]);
      await publisher.send(['hashblock', Buffer.alloc(32), Buffer.alloc(4)]);
      await sleep(20);
    }
  };
  await publishUntil(first, 1);
  first.close();
  const second = new Publisher({ linger: 0 });
  await bindOnceFree(second, address);
  await publishUntil(second, hinted + 1);
  listening.abort();
  await done;
  const before = hinted;
  await second.send(['hashblock', Buffer.alloc(32), Buffer.alloc(4)]);
  expect(hinted).toBe(before);
  second.close();
  await node.close?.();
  await server.close();
}, 30_000);
