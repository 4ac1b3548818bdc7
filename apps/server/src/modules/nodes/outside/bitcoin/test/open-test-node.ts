import { type ChainNode, NodeError, type NodeFault } from '../../../follow/follow.ports.ts';
import { type BitcoinNodeOptions, openBitcoinNode } from '../bitcoin-node.ts';

/** Hash of the first block of Bitcoin's chain for tests. */
export const REGTEST = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';

/** A node at an address of this machine, with the user and the password of the stand-ins. */
export function openTestNode(url: string, options: Partial<BitcoinNodeOptions> = {}): ChainNode {
  const withPassword = new URL(url);
  withPassword.username = 'user';
  withPassword.password = 'password';
  return openBitcoinNode({ url: withPassword, cookieFile: null, blocksDir: null, spent: 'records', ...options });
}

/** What is wrong with a node, from an answer that has to fail. */
export async function faultOf(asked: Promise<unknown>): Promise<NodeFault> {
  const error = await asked.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof NodeError)) throw new Error(`expected a NodeError, got ${String(error)}`);
  return error.fault;
}
