import {
  addressIn,
  type EvmNetwork,
  feeOf,
  type Move,
  movesOfCalls,
  partyOf,
  recordsOfBlocks,
  TRANSFER_TOPIC,
  tokenMove,
  transactionMoves,
} from '../../../chains/index.ts';
import type { FollowedTransfer } from '../../follow/follow.ports.ts';
import type { BlockTraces } from './block-traces.ts';
import type { BlockLog, BlockReceipt, WholeBlock } from './evm-blocks-wire.ts';

/** Tickers of followed tokens by their contract, in lower case. */
export type FollowedTokens = ReadonlyMap<string, string>;

/** Transfers of the network's own coin in a block: fees, values, inner calls, rewards. */
export function nativeTransfers(
  network: EvmNetwork,
  ticker: string,
  block: WholeBlock,
  receipts: readonly BlockReceipt[],
  traces: BlockTraces | null,
): FollowedTransfer[] {
  const { timestamp: time } = block;
  const moves = receipts.flatMap((receipt, index): Move[] => {
    const transaction = block.transactions[index];
    if (transaction === undefined) throw new RangeError(`There is no transaction ${index}`);
    const { hash, from, to, value } = transaction;
    return [
      ...transactionMoves(network, {
        hash,
        block: block.number,
        transactionIndex: index,
        time,
        from,
        to: to ?? receipt.contractAddress ?? null,
        value,
        fee: feeOf(receipt),
        failed: receipt.status === '0x0',
      }),
      ...movesOfCalls(network, receipt, time, traces?.calls[index] ?? []),
    ];
  });
  const records = recordsOfBlocks(moves);
  // As files of ethereum-etl state them: two equal rewards of one block are one record.
  for (const { to, amount } of traces?.rewards ?? []) {
    const place = { block: block.number, transactionIndex: null, transactionId: `reward:${block.number}` } as const;
    const reward = { kind: 'internal', index: null, ordinal: 0, from: 'issuer', to: partyOf(network, to) } as const;
    records.push({ ...place, ...reward, amount, time });
  }
  return records.map((transfer) => ({ ticker, transfer }));
}

/** Contracts that a block's transactions created. */
export function createdContracts(receipts: readonly BlockReceipt[], traces: BlockTraces | null): string[] {
  const created = new Set<string>();
  for (const { contractAddress, status } of receipts) {
    if (contractAddress !== null && contractAddress !== undefined && status !== '0x0') created.add(contractAddress);
  }
  for (const calls of traces?.calls ?? []) {
    for (const { type, to, isDone } of calls)
      if (isDone && type.startsWith('create') && to !== undefined) created.add(to);
  }
  return [...created];
}

/** Transfers of followed tokens among logs of one block. */
export function tokenTransfers(
  network: EvmNetwork,
  tokens: FollowedTokens,
  logs: readonly BlockLog[],
  time: number,
): FollowedTransfer[] {
  return logs.flatMap((log) => {
    const ticker = tokens.get(log.address);
    const words = ticker === undefined ? null : transferWords(log);
    if (ticker === undefined || words === null) return [];
    const [from, to, value] = words;
    const move = tokenMove(network, {
      hash: log.transactionHash,
      block: log.blockNumber,
      transactionIndex: log.transactionIndex,
      time,
      logIndex: log.logIndex,
      from: addressIn(from),
      to: addressIn(to),
      value: BigInt(value),
    });
    return recordsOfBlocks([move]).map((transfer) => ({ ticker, transfer }));
  });
}

/** Sender, recipient and amount of a `Transfer`, whichever of them are indexed; null for any other event. */
function transferWords({ topics, data }: BlockLog): readonly [string, string, string] | null {
  const [event, ...indexed] = topics;
  if (event !== TRANSFER_TOPIC || data.length % 64 !== 2) return null;
  const rest = data.slice(2).match(/.{64}/g) ?? [];
  const [from, to, value, fourth] = [...indexed, ...rest.map((word) => `0x${word}`)];
  // A third topic is the id of a non-fungible token, not an amount.
  if (from === undefined || to === undefined || value === undefined || fourth !== undefined) return null;
  return indexed.length > 2 ? null : [from, to, value];
}
