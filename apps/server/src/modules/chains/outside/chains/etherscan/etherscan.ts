import { hexBytes, isContractCode } from '../../../formats/evm-abi.ts';
import { contractOf, contractOn, type EvmNetwork } from '../../../formats/evm-networks.ts';
import { finalityDepth } from '../../../formats/finality.ts';
import { amountText, hexWhole } from '../../../formats/wire.ts';
import type { AccountSource, SourceCall, TransfersAsk, TransfersPage } from '../../../sources/sources.ports.ts';
import { type EvmNode, lookUpByNode, nodeReceipt, nodeTransaction } from '../json-rpc/evm-look-up.ts';
import { innerRowMoves, readHistory } from './etherscan-history.ts';
import { askList, askNode, askValue, block, type EtherscanOptions, innerRow } from './etherscan-wire.ts';

/** Transfers, balances and the tip of one EVM network from an API in Etherscan's format. */
export function etherscanSource(network: EvmNetwork, options: EtherscanOptions): AccountSource {
  const provider = options.provider.name;
  const blockAt = (tag: string, call: SourceCall) =>
    askNode(options, { action: 'eth_getBlockByNumber', tag, boolean: 'false' }, block, call);
  return {
    ledger: 'account',
    network,
    providers: [provider],
    concurrency: options.provider.limits.atOnce,
    canAsk: (asset) => contractOn(network, asset) !== undefined,
    async tip(call) {
      const newest = await blockAt('latest', call);
      const final = await blockAt(`0x${Math.max(0, newest.number - finalityDepth(network)).toString(16)}`, call);
      return {
        block: newest.number,
        time: newest.timestamp,
        finalBlock: final.number,
        finalTime: final.timestamp,
        provider,
      };
    },
    transfers: (ask: TransfersAsk, call: SourceCall): Promise<TransfersPage> =>
      readHistory(network, contractOf(network, provider, ask.asset), options, ask, call),
    lookUp: (id, call) => lookUpByNode(network, provider, etherscanNode(network, options), id, call),
    async balance(asset, account, call) {
      const contract = contractOf(network, provider, asset);
      const what: Readonly<Record<string, string>> =
        contract === null
          ? { action: 'balance', address: account }
          : { action: 'tokenbalance', contractaddress: contract, address: account };
      const held = await askValue(options, { module: 'account', tag: 'latest', ...what }, amountText, call);
      return { amount: held, time: null, provider };
    },
    async counters(_asset, account, call) {
      const code = await askNode(options, { action: 'eth_getCode', address: account, tag: 'latest' }, hexBytes, call);
      return {
        transactions: null,
        counterparties: null,
        isContract: isContractCode(code),
        received: null,
        sent: null,
        provider,
      };
    },
  };
}

/** Etherscan passes questions on to its node, but for inner transfers, which it lists itself. */
function etherscanNode(network: EvmNetwork, options: EtherscanOptions): EvmNode {
  return {
    transaction: (hash, call) =>
      askNode(options, { action: 'eth_getTransactionByHash', txhash: hash }, nodeTransaction, call),
    receipt: (hash, call) => askNode(options, { action: 'eth_getTransactionReceipt', txhash: hash }, nodeReceipt, call),
    timeOf: async (height, call) => {
      const tag = `0x${height.toString(16)}`;
      const action = 'eth_getBlockByNumber';
      return (await askNode(options, { action, tag, boolean: 'false' }, block, call)).timestamp;
    },
    sentBy: (account, call) =>
      askNode(options, { action: 'eth_getTransactionCount', address: account, tag: 'latest' }, hexWhole, call),
    innerMoves: async ({ transactionHash: hash, transactionIndex }, _time, call) => {
      const query = { module: 'account', action: 'txlistinternal', txhash: hash };
      const rows = await askList(options, query, innerRow, call);
      return rows.flatMap((row, at) =>
        innerRowMoves(network, options.provider.name, { ...row, hash }, at).map((move) => ({
          ...move,
          transactionIndex,
        })),
      );
    },
  };
}
