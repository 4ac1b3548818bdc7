import type { NetworkId } from '@assay/domain';
import { z } from 'zod';
import { addressIn, COIN_LOGS, callOfTransfer, hexBytes, TRANSFER_TOPIC } from '../../../formats/evm-abi.ts';
import { tokenMove, transactionMoves } from '../../../formats/evm-records.ts';
import { feeOf, type Receipt, receipt } from '../../../formats/evm-wire.ts';
import { type Move, partyOf } from '../../../formats/records.ts';
import { evmAddress, evmHash, hexAmount, hexWhole } from '../../../formats/wire.ts';
import type { PendingMove, SeenTransaction } from '../../../sources/seen-transaction.ts';
import { type SourceCall, SourceError } from '../../../sources/sources.ports.ts';
import { malformed } from '../common/read-rows.ts';
import { type AssetMoves, confirmedTransfers } from '../common/seen-transfers.ts';

/** A transaction as a node has it, in a block or waiting for one; null where it has none. */
export const nodeTransaction = z
  .object({
    hash: evmHash,
    from: evmAddress,
    to: evmAddress.nullable(),
    value: hexAmount,
    nonce: hexWhole,
    input: hexBytes,
    blockNumber: hexWhole.nullish(),
  })
  .nullable();
type NodeTransaction = NonNullable<z.output<typeof nodeTransaction>>;

const receiptLog = z.object({
  address: evmAddress,
  topics: z.array(z.string().regex(/^0x[0-9a-fA-F]{64}$/)),
  data: hexBytes,
  logIndex: hexWhole,
});

/** Null where the transaction is in no block. */
export const nodeReceipt = receipt.extend({ logs: z.array(receiptLog) }).nullable();
type NodeReceipt = NonNullable<z.output<typeof nodeReceipt>>;

/** What a node answers, asked directly or through an explorer that passes its answers on. */
export interface EvmNode {
  transaction(hash: string, call: SourceCall): Promise<z.output<typeof nodeTransaction>>;
  receipt(hash: string, call: SourceCall): Promise<z.output<typeof nodeReceipt>>;
  /** Unix seconds. */
  timeOf(block: number, call: SourceCall): Promise<number>;
  /** Transactions of an account that are in blocks. */
  sentBy(account: string, call: SourceCall): Promise<number>;
  /** Inner transfers of the network's coin; null where they are not to be had. */
  innerMoves(of: Receipt, time: number, call: SourceCall): Promise<readonly Move[] | null>;
}

/**
 * A transaction by its hash, at most four questions: itself, its receipt, the time of its block, its inner calls; or
 * itself and the nonce of its sender, where it is in no block.
 */
export async function lookUpByNode(
  network: NetworkId,
  provider: string,
  node: EvmNode,
  id: string,
  call: SourceCall,
): Promise<SeenTransaction> {
  const found = await node.transaction(id, call);
  if (found === null) return { is: 'unknown', id, provider };
  if (found.hash !== id) throw malformed(provider, 'result.hash');
  if (found.blockNumber === null || found.blockNumber === undefined) {
    // A nonce is used once: another transaction of the sender is in a block with it.
    if ((await node.sentBy(found.from, call)) > found.nonce) return { is: 'replaced', id, by: null, provider };
    return { is: 'pending', id, moves: pendingMoves(network, found), provider };
  }
  const receipt = await node.receipt(id, call);
  if (receipt === null) throw new SourceError({ kind: 'unavailable', provider, reason: 'it has no receipt yet' });
  const block = receipt.blockNumber;
  const time = await node.timeOf(block, call);
  if (receipt.status === '0x0') return { is: 'failed', id, block, time, provider };
  const inner = await node.innerMoves(receipt, time, call);
  const native = [...ownMoves(network, found, receipt, time), ...(inner ?? [])];
  const moved = [{ contract: null, moves: native }, ...tokenMoves(network, receipt, time)];
  return confirmedTransfers(provider, { id, block, time }, moved, inner !== null);
}

function ownMoves(network: NetworkId, of: NodeTransaction, receipt: NodeReceipt, time: number): Move[] {
  return transactionMoves(network, {
    hash: of.hash,
    block: receipt.blockNumber,
    transactionIndex: receipt.transactionIndex,
    time,
    from: of.from,
    to: of.to ?? receipt.contractAddress ?? null,
    value: of.value,
    fee: feeOf(receipt),
    failed: false,
  });
}

const WORD_HEX = 66;

/** Transfers by the logs of all tokens: a fourth topic is the id of a non-fungible one, which is no amount. */
function tokenMoves(network: NetworkId, receipt: NodeReceipt, time: number): AssetMoves[] {
  return receipt.logs.flatMap(({ address, topics, data, logIndex }) => {
    const [topic, from, to, fourth] = topics;
    if (topic !== TRANSFER_TOPIC || from === undefined || to === undefined || fourth !== undefined) return [];
    if (data.length !== WORD_HEX || address === COIN_LOGS) return [];
    const move = tokenMove(network, {
      hash: receipt.transactionHash,
      block: receipt.blockNumber,
      transactionIndex: receipt.transactionIndex,
      time,
      logIndex,
      from: addressIn(from),
      to: addressIn(to),
      value: BigInt(data),
    });
    return [{ contract: address, moves: [move] }];
  });
}

/** What it says itself: its value, and a plain transfer of a token. What a contract would do is not known before. */
export function pendingMoves(
  network: NetworkId,
  { from, to, value, input }: Pick<NodeTransaction, 'from' | 'to' | 'value' | 'input'>,
): PendingMove[] {
  const called = to === null ? null : callOfTransfer(input);
  const payer = partyOf(network, from);
  return [
    ...(value === 0n
      ? []
      : [{ contract: null, from: payer, to: to === null ? null : partyOf(network, to), amount: value }]),
    ...(called === null || to === null
      ? []
      : [{ contract: to, from: called.from ?? payer, to: partyOf(network, called.to), amount: called.amount }]),
  ];
}
