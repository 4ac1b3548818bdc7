import type { AccountSource, SourceCall, TransfersAsk, TransfersPage } from '../../sources/index.ts';
import type { Provider } from '../providers/provider.ts';
import { BALANCE_OF, hexBytes, isContractCode, word } from './evm-abi.ts';
import { lookUpByNode } from './evm-look-up.ts';
import { contractOf, contractOn, type EvmNetwork } from './evm-networks.ts';
import { finalityDepth } from './finality.ts';
import { headAt } from './json-rpc-blocks.ts';
import { jsonRpcNode } from './json-rpc-look-up.ts';
import { nativeReader } from './json-rpc-native.ts';
import { tokenReader } from './json-rpc-tokens.ts';
import { mustRpc, toHex } from './json-rpc-wire.ts';
import { hexAmount } from './wire.ts';

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
