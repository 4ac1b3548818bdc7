import { movesOfCalls, tracedCalls } from '../../../formats/call-tree.ts';
import { BALANCE_OF, hexBytes, isContractCode, word } from '../../../formats/evm-abi.ts';
import { contractOf, contractOn, type EvmNetwork } from '../../../formats/evm-networks.ts';
import { toHex } from '../../../formats/evm-wire.ts';
import { finalityDepth } from '../../../formats/finality.ts';
import { hexAmount, hexWhole } from '../../../formats/wire.ts';
import type { AccountSource, SourceCall, TransfersAsk, TransfersPage } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { askRpc, mustRpc, NO_METHOD, TOO_WIDE } from './ask-rpc.ts';
import { type EvmNode, lookUpByNode, nodeReceipt, nodeTransaction } from './evm-look-up.ts';
import { headAt } from './json-rpc-blocks.ts';
import { nativeReader } from './json-rpc-native.ts';
import { tokenReader } from './json-rpc-tokens.ts';

/**
 * Transfers, balances and the tip of one EVM network from a plain node: tokens by their logs, coins by the node's index
 * of traces or, on an archive node, by where balance and nonce changed.
 */
export function jsonRpcSource(network: EvmNetwork, provider: Provider): AccountSource {
  const native = nativeReader(network, provider);
  const tokens = tokenReader(network, provider);
  return {
    ledger: 'account',
    network,
    providers: [provider.name],
    concurrency: provider.limits.atOnce,
    canAsk: (asset) => contractOn(network, asset) !== undefined,
    async tip(call) {
      const newest = await mustRpc(provider, headAt('latest'), call);
      const final = await mustRpc(provider, headAt(toHex(Math.max(0, newest.number - finalityDepth(network)))), call);
      return {
        block: newest.number,
        time: newest.timestamp,
        finalBlock: final.number,
        finalTime: final.timestamp,
        provider: provider.name,
      };
    },
    async transfers(ask: TransfersAsk, call: SourceCall): Promise<TransfersPage> {
      const contract = contractOf(network, provider.name, ask.asset);
      return contract === null ? await native(ask, call) : await tokens(contract, ask, call);
    },
    lookUp: (id, call) => lookUpByNode(network, provider.name, jsonRpcNode(network, provider), id, call),
    async balance(asset, account, call) {
      const contract = contractOf(network, provider.name, asset);
      const head = await mustRpc(provider, headAt('latest'), call);
      const at = toHex(head.number);
      const question =
        contract === null
          ? { method: 'eth_getBalance', params: [account, at], result: hexAmount }
          : { method: 'eth_call', params: [{ to: contract, data: BALANCE_OF + word(account) }, at], result: hexAmount };
      return { amount: await mustRpc(provider, question, call), time: head.timestamp, provider: provider.name };
    },
    async counters(_asset, account, call) {
      const code = await mustRpc(
        provider,
        { method: 'eth_getCode', params: [account, 'latest'], result: hexBytes },
        call,
      );
      return {
        transactions: null,
        counterparties: null,
        isContract: isContractCode(code),
        received: null,
        sent: null,
        provider: provider.name,
      };
    },
  };
}

/** What a look-up of a transaction asks of a plain node. */
function jsonRpcNode(network: EvmNetwork, provider: Provider): EvmNode {
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
