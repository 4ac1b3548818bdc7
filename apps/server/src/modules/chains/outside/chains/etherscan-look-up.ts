import { innerRowMoves } from './etherscan-history.ts';
import { askList, askNode, block, type EtherscanOptions, innerRow } from './etherscan-wire.ts';
import { type EvmNode, nodeReceipt, nodeTransaction } from './evm-look-up.ts';
import type { EvmNetwork } from './evm-networks.ts';
import { hexWhole } from './wire.ts';

/** Etherscan passes questions on to its node, but for inner transfers, which it lists itself. */
export function etherscanNode(network: EvmNetwork, options: EtherscanOptions): EvmNode {
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
