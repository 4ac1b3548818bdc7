import { z } from 'zod';
import { TRANSFER_TOPIC, toHex } from '../../../chains/index.ts';
import { NodeError } from '../../follow/follow.ports.ts';
import { type BlockLog, blockLog } from './evm-blocks-wire.ts';
import type { EvmRpc } from './evm-rpc.ts';

const NARROWER = 4;
/** After this many answers in a row, a wider range is tried again. */
const WIDEN_AFTER = 50;

/** Reads logs of token transfers in ranges as wide as the node accepts, which its refusals show. */
export class LogReader {
  readonly #rpc: EvmRpc;
  readonly #contracts: readonly string[];
  #widest = Number.POSITIVE_INFINITY;
  #answers = 0;

  constructor(rpc: EvmRpc, contracts: readonly string[]) {
    this.#rpc = rpc;
    this.#contracts = contracts;
  }

  /** Every `Transfer` of the contracts in the blocks from `from` to `to`, both inclusive. @throws NodeError */
  async read(from: number, to: number, signal: AbortSignal): Promise<readonly BlockLog[]> {
    const logs: BlockLog[] = [];
    let next = from;
    while (next <= to) {
      const last = Math.min(to, next + this.#widest - 1);
      const filter = {
        address: this.#contracts,
        topics: [TRANSFER_TOPIC],
        fromBlock: toHex(next),
        toBlock: toHex(last),
      };
      const question = { method: 'eth_getLogs', params: [filter], result: z.array(blockLog), height: next };
      const { refused, result } = await this.#rpc.ask(question, signal);
      if (refused === 'no-method') throw this.#notSupported('eth_getLogs');
      if (refused === 'too-wide') {
        this.#narrow(last - next + 1);
        continue;
      }
      for (const log of result ?? []) if (log.removed !== true) logs.push(log);
      this.#widen();
      next = last + 1;
    }
    return logs;
  }

  #narrow(width: number): void {
    if (width === 1) throw this.#notSupported('so many logs of one block');
    this.#widest = Math.max(1, Math.floor(width / NARROWER));
    this.#answers = 0;
  }

  #widen(): void {
    this.#answers += 1;
    if (this.#answers % WIDEN_AFTER === 0) this.#widest *= 2;
  }

  #notSupported(what: string): NodeError {
    return new NodeError({ kind: 'not-supported', node: this.#rpc.name, what });
  }
}
