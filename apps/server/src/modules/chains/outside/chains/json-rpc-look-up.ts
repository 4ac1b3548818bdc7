import type { Provider } from '../providers/provider.ts';
import { movesOfCalls, tracedCalls } from './call-tree.ts';
import { type EvmNode, nodeReceipt, nodeTransaction } from './evm-look-up.ts';
import type { EvmNetwork } from './evm-networks.ts';
import { headAt } from './json-rpc-blocks.ts';
import { askRpc, mustRpc, NO_METHOD, TOO_WIDE, toHex } from './json-rpc-wire.ts';
import { hexWhole } from './wire.ts';

/** What a look-up of a transaction asks of a plain node. */
export function jsonRpcNode(network: EvmNetwork, provider: Provider): EvmNode {
  return {
    transaction: (hash, call) =>
      mustRpc(provider, { method: 'eth_getTransactionByHash', params: [hash], result: nodeTransaction }, call),
    receipt: (hash, call) =>
      mustRpc(provider, { method: 'eth_getTransactionReceipt', params: [hash], result: nodeReceipt }, call),
    timeOf: async (block, call) => (await mustRpc(provider, headAt(toHex(block)), call)).timestamp,
    sentBy: (account, call) =>
      mustRpc(provider, { method: 'eth_getTransactionCount', params: [account, 'latest'], result: hexWhole }, call),
    innerMoves: async (of, time, call) => {
      const params = [of.transactionHash, { tracer: 'callTracer' }];
      const calls = await askRpc(provider, { method: 'debug_traceTransaction', params, result: tracedCalls }, call);
      return calls === NO_METHOD || calls === TOO_WIDE ? null : movesOfCalls(network, of, time, calls);
    },
  };
}
