import { z } from 'zod';
import { toHex } from '../../../chains/index.ts';
import { NodeError } from '../../follow/follow.ports.ts';
import { type BlockReceipt, blockReceipt, type WholeBlock } from './evm-blocks-wire.ts';
import type { EvmRpc } from './evm-rpc.ts';

/** Receipts that one request asks for, where the node has no method for all of a block. */
const RECEIPTS_AT_ONCE = 100;

/** Reads the receipts of whole blocks, in one call where the node has it, otherwise transaction by transaction. */
export class ReceiptReader {
  readonly #rpc: EvmRpc;
  #hasBlockReceipts = true;

  constructor(rpc: EvmRpc) {
    this.#rpc = rpc;
  }

  /** The receipts of a block's transactions, in their order. @throws NodeError */
  async read(block: WholeBlock, signal: AbortSignal): Promise<readonly BlockReceipt[]> {
    if (block.transactions.length === 0) return [];
    const receipts = (await this.#ofBlock(block, signal)) ?? (await this.#oneByOne(block, signal));
    if (receipts.length !== block.transactions.length) {
      throw this.#contradiction(block, `${receipts.length} receipts of ${block.transactions.length} transactions`);
    }
    let lastLog = -1;
    for (const [index, { blockHash, blockNumber, transactionHash, transactionIndex, logs }] of receipts.entries()) {
      if (blockHash !== block.hash || blockNumber !== block.number)
        throw this.#contradiction(block, 'its receipts are of another block');
      if (transactionHash !== block.transactions[index]?.hash || transactionIndex !== index)
        throw this.#contradiction(block, `receipt ${index} is of another transaction`);
      for (const log of logs) {
        const isOwn = log.blockHash === blockHash && log.blockNumber === blockNumber;
        if (!isOwn || log.transactionHash !== transactionHash || log.transactionIndex !== index)
          throw this.#contradiction(block, `a log of receipt ${index} is of another transaction`);
        // Of two logs with the same index, one would be no record.
        if (log.logIndex <= lastLog) throw this.#contradiction(block, 'its logs are not in their order');
        lastLog = log.logIndex;
      }
    }
    return receipts;
  }

  async #ofBlock({ number: height }: WholeBlock, signal: AbortSignal): Promise<readonly BlockReceipt[] | null> {
    if (!this.#hasBlockReceipts) return null;
    const method = 'eth_getBlockReceipts';
    const question = { method, params: [toHex(height)], result: z.array(blockReceipt).nullable(), height };
    const { refused, result } = await this.#rpc.ask(question, signal);
    if (refused === 'no-method') {
      this.#hasBlockReceipts = false;
      return null;
    }
    if (refused === null && result === null)
      throw new NodeError({ kind: 'pruned', node: this.#rpc.name, height, what: 'the receipts' });
    return result;
  }

  async #oneByOne({ number: height, transactions }: WholeBlock, signal: AbortSignal): Promise<BlockReceipt[]> {
    const receipts: BlockReceipt[] = [];
    for (let from = 0; from < transactions.length; from += RECEIPTS_AT_ONCE) {
      const questions = transactions.slice(from, from + RECEIPTS_AT_ONCE).map(({ hash }) => ({
        method: 'eth_getTransactionReceipt',
        params: [hash],
        result: blockReceipt.nullable(),
        height,
      }));
      for (const receipt of await this.#rpc.batch(questions, signal)) {
        if (receipt === null) throw new NodeError({ kind: 'missing', node: this.#rpc.name, height });
        receipts.push(receipt);
      }
    }
    return receipts;
  }

  #contradiction({ number: height }: WholeBlock, what: string): NodeError {
    return new NodeError({ kind: 'contradiction', node: this.#rpc.name, height, what });
  }
}
