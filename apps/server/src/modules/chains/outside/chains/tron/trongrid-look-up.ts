import type { z } from 'zod';
import { callOfTransfer, TRANSFER_TOPIC } from '../../../formats/evm-abi.ts';
import { type Move, partyOf } from '../../../formats/records.ts';
import { tronAddressOfHex } from '../../../formats/tron-address.ts';
import { parseJson, readAnswer } from '../../../formats/wire.ts';
import type { PendingMove, SeenTransaction } from '../../../sources/seen-transaction.ts';
import type { SourceCall } from '../../../sources/sources.ports.ts';
import type { Provider } from '../../providers/provider.ts';
import { malformed } from '../common/read-rows.ts';
import { type AssetMoves, confirmedTransfers } from '../common/seen-transfers.ts';
import { positionOf, transactionMoves } from './trongrid-history.ts';
import { callData, transactionById, transactionInfo } from './trongrid-wire.ts';

type Found = NonNullable<z.output<typeof transactionById>>;
type Info = NonNullable<z.output<typeof transactionInfo>>;

/** A transaction by its id: two questions, to the chain; or, where that has none, to the chain and the waiting ones. */
export async function lookUpByTronGrid(provider: Provider, id: string, call: SourceCall): Promise<SeenTransaction> {
  const { name } = provider;
  const ask = <Schema extends z.ZodType>(method: string, schema: Schema) =>
    provider.ask({ method: 'POST', path: `/wallet/${method}`, body: { value: id } }, call, (text) =>
      readAnswer(name, parseJson(name, text), schema),
    );
  const found = await ask('gettransactionbyid', transactionById);
  if (found === null) {
    const waiting = await ask('gettransactionfrompending', transactionById);
    if (waiting === null) return { is: 'unknown', id, provider: name };
    return { is: 'pending', id, moves: pendingMoves(waiting), provider: name };
  }
  if (found.txID !== id) throw malformed(name, 'txID');
  const info = await ask('gettransactioninfobyid', transactionInfo);
  if (info === null) return { is: 'pending', id, moves: pendingMoves(found), provider: name };
  if (info.id !== id) throw malformed(name, 'id');
  const place = { id, block: info.blockNumber, time: Math.floor(info.blockTimeStamp / 1000) };
  const result = found.ret?.[0]?.contractRet ?? 'SUCCESS';
  if (result !== 'SUCCESS' || info.result === 'FAILED') return { is: 'failed', ...place, provider: name };
  const own = transactionMoves({
    txID: id,
    blockNumber: info.blockNumber,
    block_timestamp: info.blockTimeStamp,
    ret: [{ contractRet: 'SUCCESS', fee: info.fee }],
    raw_data: found.raw_data,
  });
  const native = { contract: null, moves: [...own, ...innerMoves(info)] };
  // A node keeps inner calls only where it is set up to; where it lists some, it is.
  const isCall = found.raw_data.contract.some(({ type }) => type === 'TriggerSmartContract');
  const isWhole = !isCall || info.internal_transactions !== undefined;
  return confirmedTransfers(name, place, [native, ...tokenMoves(name, info)], isWhole);
}

function innerMoves({ id, blockTimeStamp, internal_transactions: inner = [] }: Info): Move[] {
  const position = { ...positionOf(id, blockTimeStamp, 0), kind: 'internal', index: null } as const;
  return inner.flatMap(({ caller_address, transferTo_address, callValueInfo, rejected }) => {
    if (rejected === true) return [];
    const [from, to] = [partyOf('TRX', caller_address), partyOf('TRX', transferTo_address)];
    return callValueInfo.flatMap(({ callValue, tokenId }) =>
      callValue === undefined || (tokenId ?? '') !== '' ? [] : [{ ...position, from, to, amount: callValue }],
    );
  });
}

/** Transfers by the events of all tokens of the TRC-20 kind. */
function tokenMoves(provider: string, { id, blockTimeStamp, log = [] }: Info): AssetMoves[] {
  const addressOf = (hex: string, at: number): string => {
    const address = tronAddressOfHex(`41${hex.slice(-40)}`);
    if (address === null) throw malformed(provider, `log.${at}`);
    return address;
  };
  return log.flatMap(({ address, topics, data = '' }, at) => {
    const [topic, from, to, fourth] = topics;
    if (`0x${topic ?? ''}` !== TRANSFER_TOPIC || from === undefined || to === undefined) return [];
    if (fourth !== undefined || !/^[0-9a-fA-F]{64}$/.test(data)) return [];
    const ends = { from: partyOf('TRX', addressOf(from, at)), to: partyOf('TRX', addressOf(to, at)) };
    const position = positionOf(id, blockTimeStamp, 0);
    const move: Move = { ...position, kind: 'token', index: null, ...ends, amount: BigInt(`0x${data}`) };
    return [{ contract: addressOf(address, at), moves: [move] }];
  });
}

function pendingMoves({ raw_data }: Found): PendingMove[] {
  return raw_data.contract.flatMap(({ type, parameter: { value } }): PendingMove[] => {
    const { owner_address: owner, to_address, contract_address: contract, amount, call_value } = value;
    const from = partyOf('TRX', owner);
    if (type === 'TransferContract' && to_address !== undefined && amount !== undefined) {
      return [{ contract: null, from, to: partyOf('TRX', to_address), amount }];
    }
    if (type !== 'TriggerSmartContract' || contract === undefined) return [];
    const data = callData.safeParse(value['data']);
    const called = data.success ? callOfTransfer(`0x${data.data}`) : null;
    const payee = called === null ? null : tronOf(called.to);
    const payer = called?.from === null || called === null ? from : (tronOf(called.from) ?? from);
    return [
      ...(call_value === undefined || call_value === 0n
        ? []
        : [{ contract: null, from, to: partyOf('TRX', contract), amount: call_value }]),
      ...(called === null || payee === null
        ? []
        : [{ contract, from: payer, to: partyOf('TRX', payee), amount: called.amount }]),
    ];
  });
}

function tronOf(evmAddress: string): string | null {
  return tronAddressOfHex(`41${evmAddress.slice(2)}`);
}
