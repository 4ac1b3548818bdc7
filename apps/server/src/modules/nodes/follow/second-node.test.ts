import { describe, expect, it } from 'vitest';
import { type BlockRef, type ChainNode, FollowError, NodeError, type NodeFault } from './follow.ports.ts';
import { SecondNode } from './second-node.ts';

const signal = AbortSignal.timeout(10_000);

/** A chain by the names of its blocks; the height is the index. */
function nodeOf(name: string, blocks: string[], identity = 'main'): ChainNode & { fault: NodeFault | null } {
  const refAt = (height: number): BlockRef | null => {
    const hash = blocks[height];
    return hash === undefined ? null : { height, hash, parentHash: blocks[height - 1] ?? '', time: height };
  };
  const node = {
    name,
    fault: null as NodeFault | null,
    blocksAtOnce: 1,
    readsAtOnce: 1,
    identity: async () => answered(identity),
    tip: async () => ({ ...(answered(refAt(blocks.length - 1)) as BlockRef), syncing: false }),
    refAt: async (height: number) => answered(refAt(height)),
    finalHeight: async () => 0,
    blocks: async () => [],
    lacks: async () => [],
  };
  function answered<T>(answer: T): T {
    if (node.fault !== null) throw new NodeError(node.fault);
    return answer;
  }
  return node;
}

function pair(ours: string[], theirs: string[], identity?: string) {
  const [node, second] = [nodeOf('first', ours), nodeOf('second', theirs, identity)];
  const said: string[] = [];
  const comparison = new SecondNode({ node, second, identity: 'main', say: (text) => void said.push(text) });
  const compare = async (height: number, final: number) => {
    const block = await node.refAt(height, signal);
    if (block === null) throw new Error(`no block ${height}`);
    return await comparison.compare(block, final, signal);
  };
  return { compare, said, second };
}

describe('a second node', () => {
  it('that has the same block agrees with all below it', async () => {
    const { compare, said } = pair(['a', 'b', 'c'], ['a', 'b', 'c', 'd']);
    expect(await compare(2, 0)).toBe(2);
    expect(said).toEqual([]);
  });

  it('that is behind is compared at its own newest block', async () => {
    const { compare } = pair(['a', 'b', 'c', 'd'], ['a', 'b']);
    expect(await compare(3, 0)).toBe(1);
  });

  it('that has another block which may be undone is waited for', async () => {
    const { compare } = pair(['a', 'b', 'c', 'd'], ['a', 'b', 'C', 'D']);
    const error = await compare(3, 1).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NodeError);
    expect(String(error)).toContain('first and second have different blocks at height 3: it waits until they agree');
  });

  it('that has another final block ends the following, whichever height shows it', async () => {
    const { compare } = pair(['a', 'b', 'c', 'd'], ['a', 'B', 'C', 'D']);
    const error = await compare(3, 2).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FollowError);
    expect(String(error)).toMatch(/different final blocks at height 2: c and C\. Nothing of them was stored/);
  });

  it('that is behind with another final block ends it too', async () => {
    const { compare } = pair(['a', 'b', 'c', 'd', 'e'], ['a', 'B']);
    await expect(compare(4, 3)).rejects.toThrow(FollowError);
  });

  it('of another chain is named as such', async () => {
    const { compare } = pair(['a', 'b'], ['a', 'b'], 'test');
    await expect(compare(1, 0)).rejects.toThrow('second is a node of chain test, expected main');
  });

  it('that gives no answer stops nothing, is said once, and is compared again when it answers', async () => {
    const { compare, said, second } = pair(['a', 'b', 'c'], ['a', 'b', 'c']);
    second.fault = { kind: 'unreachable', node: 'second', reason: 'the connection was refused' };
    expect(await compare(1, 0)).toBeNull();
    expect(await compare(2, 0)).toBeNull();
    expect(said).toEqual(['Blocks are not compared for now: second cannot be reached: the connection was refused']);
    second.fault = null;
    expect(await compare(2, 0)).toBe(2);
    second.fault = { kind: 'refused', node: 'second', reason: 'status 401' };
    await expect(compare(2, 0)).rejects.toThrow('second refuses the request');
  });
});
