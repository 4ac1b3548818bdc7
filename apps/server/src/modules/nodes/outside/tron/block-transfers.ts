import { FEE_SINK, ISSUER, type RawTransfer } from '@assay/exposure';
import { partyOf, TRANSFER_TOPIC, tronAddressOfHex } from '../../../chains/index.ts';
import { type FollowedTransfer, NodeError } from '../../follow/follow.ports.ts';
import { readMessage } from './protobuf.ts';
import type { TransactionInfo, WrittenBlock, WrittenTransaction } from './wire.ts';

/** What a transaction does with coins, as far as the bytes that its id is the hash of say it. */
interface TronContract {
  /** Who signed it and pays its fee. */
  readonly owner: string;
  /** Null for kinds that pay nobody. */
  readonly pays: { readonly to: string | null; readonly amount: bigint } | null;
  readonly isCall: boolean;
  /** Creates a contract, whose address only the transaction's result states; `pays.to` is null. */
  readonly isCreation: boolean;
  /** Collects rewards for blocks and votes; how much, its result says. */
  readonly isWithdrawal: boolean;
}

/** What is followed on Tron. */
export interface TronAssets {
  /** Whether TRX is. */
  readonly hasCoin: boolean;
  /** Tickers by contract, as logs name it: twenty bytes in lower-case hexadecimal digits. */
  readonly tokens: ReadonlyMap<string, string>;
}

export interface BlockTransfers {
  readonly transfers: readonly FollowedTransfer[];
  readonly contracts: readonly string[];
}

const COIN = 'TRX';

/** A call by a contract, the creation of one, and what it leaves when it ends; other notes are staking and votes. */
const NOTES_THAT_PAY: ReadonlySet<string> = new Set(['call', 'create', 'suicide']);
const CREATE = 'create';
const COLLECTS_REWARD = 'withdrawReward';

/**
 * The records of a block: fees, coins by transfers and calls, coins moved by contracts, rewards that are collected, and
 * TRC-20 transfers by their logs. Of a failed transaction only the fee was paid. Staking moves no coins between
 * accounts: what is staked still belongs to the account.
 *
 * @param infos the results of the block's transactions; none for the first block, which has none
 * @throws NodeError `contradiction` where results do not fit the transactions
 */
export function transfersOfBlock(
  node: string,
  block: WrittenBlock,
  infos: readonly TransactionInfo[],
  assets: TronAssets,
): BlockTransfers {
  const { number: height, timestamp } = block.block_header.raw_data;
  const time = Number(timestamp / 1000n);
  const contradiction = (what: string) => new NodeError({ kind: 'contradiction', node, height, what });
  const transfers: FollowedTransfer[] = [];
  const contracts = new Set<string>();
  let logs = 0;
  for (const [transactionIndex, transaction] of block.transactions.entries()) {
    const info = infos[transactionIndex];
    if (height > 0 && info?.id !== transaction.txID) throw contradiction('results of other transactions');
    const contract = readContract(Buffer.from(transaction.raw_data_hex, 'hex'), ISSUER);
    if (contract === null) throw contradiction(`transaction ${transactionIndex} cannot be read`);
    const hasFailed = info === undefined ? false : failed(transaction, info);
    if (hasFailed === null) throw contradiction(`transaction ${transactionIndex} both failed and succeeded`);
    const place = { block: height, transactionIndex, transactionId: transaction.txID, ordinal: 0, time };
    const done = hasFailed ? null : effectsOf(contract, info);
    if (done?.isWithoutContract === true) throw contradiction(`transaction ${transactionIndex} made no contract`);
    for (const made of done?.made ?? []) contracts.add(made);
    if (assets.hasCoin) {
      const coins = [...feeOf(contract, info), ...(done?.coins ?? [])].filter(({ amount }) => amount > 0n);
      transfers.push(...coins.map((coin) => ({ ticker: COIN, transfer: { ...place, ...coin } })));
    }
    const written = hasFailed ? [] : (info?.log ?? []);
    transfers.push(...tokenTransfers(written, place, logs, assets.tokens));
    logs += written.length;
  }
  return { transfers, contracts: [...contracts] };
}

/** Whether a transaction failed; null where block and result disagree. */
function failed({ ret }: WrittenTransaction, { result }: TransactionInfo): boolean | null {
  const outcome = ret[0]?.contractRet ?? 'DEFAULT';
  const hasFailed = result === 'FAILED';
  // Old blocks state no outcome.
  if (outcome === 'DEFAULT') return hasFailed;
  return hasFailed === (outcome !== 'SUCCESS') ? hasFailed : null;
}

type Coins = Pick<RawTransfer, 'kind' | 'index' | 'from' | 'to' | 'amount'>;

function feeOf({ owner }: TronContract, info: TransactionInfo | undefined): Coins[] {
  if (info === undefined) return [];
  return [{ kind: 'fee', index: 0, from: partyOf('TRX', owner), to: FEE_SINK, amount: info.fee }];
}

interface Effects {
  readonly coins: readonly Coins[];
  /** Addresses that became contracts. */
  readonly made: readonly string[];
  /** It should have created a contract, and its result names none. */
  readonly isWithoutContract: boolean;
}

/** What a transaction that succeeded did with coins. */
function effectsOf(contract: TronContract, info: TransactionInfo | undefined): Effects {
  const created = contract.isCreation ? tronAddressOfHex(info?.contract_address ?? '') : null;
  const inner = (info?.internal_transactions ?? []).flatMap((one, at) => innerCoins(one, at + 1) ?? []);
  return {
    coins: [...ownCoins(contract, created, info), ...inner.map(({ coins }) => coins)],
    made: [
      ...(created === null ? [] : [created]),
      ...inner.flatMap(({ creates }) => (creates === null ? [] : [creates])),
    ],
    isWithoutContract: contract.isCreation && created === null,
  };
}

function ownCoins(contract: TronContract, created: string | null, info: TransactionInfo | undefined): Coins[] {
  const owner = partyOf('TRX', contract.owner);
  if (contract.isWithdrawal) {
    return [{ kind: 'native', index: 0, from: ISSUER, to: owner, amount: info?.withdraw_amount ?? 0n }];
  }
  const to = contract.pays?.to ?? created;
  if (contract.pays === null || to === null) return [];
  return [{ kind: 'native', index: 0, from: owner, to: partyOf('TRX', to), amount: contract.pays.amount }];
}

type Inner = NonNullable<TransactionInfo['internal_transactions']>[number];

interface InnerCoins {
  readonly coins: Coins;
  /** The contract it created. */
  readonly creates: string | null;
}

/** Null for a call that was undone, one that moves nothing, and one without two addresses (a vote). */
function innerCoins(inner: Inner, index: number): InnerCoins | null {
  const note = Buffer.from(inner.note, 'hex').toString('utf8');
  const [caller, to] = [tronAddressOfHex(inner.caller_address), tronAddressOfHex(inner.transferTo_address)];
  if (inner.rejected || caller === null || to === null) return null;
  const isReward = note === COLLECTS_REWARD;
  if (!isReward && !NOTES_THAT_PAY.has(note)) return null;
  const from = isReward ? ISSUER : partyOf('TRX', caller);
  const amount = inner.callValueInfo.reduce((sum, one) => (one.tokenId === '' ? sum + one.callValue : sum), 0n);
  return {
    coins: { kind: 'internal', index, from, to: partyOf('TRX', to), amount },
    creates: note === CREATE ? to : null,
  };
}

type Log = TransactionInfo['log'][number];
type Place = Pick<RawTransfer, 'block' | 'transactionId' | 'ordinal' | 'time'>;

/** @param first index in the block of the first of these logs */
function tokenTransfers(
  logs: readonly Log[],
  place: Place,
  first: number,
  tokens: TronAssets['tokens'],
): FollowedTransfer[] {
  return logs.flatMap((log, at): FollowedTransfer[] => {
    const ticker = tokens.get(log.address.toLowerCase());
    const moved = ticker === undefined ? null : tokenTransfer(log);
    if (ticker === undefined || moved === null) return [];
    // The index of a log counts through the block, so it orders as the index of the transaction would.
    const index = first + at;
    return [{ ticker, transfer: { ...place, transactionIndex: index, kind: 'token', index, ...moved } }];
  });
}

const WORD = /^[0-9a-f]{64}$/;

/** Null for an event that is not `Transfer(address indexed, address indexed, uint256)`. */
function tokenTransfer({ topics, data }: Log) {
  const [topic, from, to, ...others] = topics;
  if (`0x${topic ?? ''}` !== TRANSFER_TOPIC || from === undefined || to === undefined || others.length > 0) return null;
  if (!WORD.test(data)) return null;
  const [sender, receiver] = [tronAddressOfHex(`41${from.slice(-40)}`), tronAddressOfHex(`41${to.slice(-40)}`)];
  if (sender === null || receiver === null) return null;
  return { from: partyOf('TRX', sender), to: partyOf('TRX', receiver), amount: BigInt(`0x${data}`) };
}

/** `protocol.Transaction.Contract.ContractType`. */
const TRANSFER_COINS = 1;
const PARTICIPATE_ASSET_ISSUE = 9;
const WITHDRAW_BALANCE = 13;
const CREATE_SMART_CONTRACT = 30;
const TRIGGER_SMART_CONTRACT = 31;

/** The first block names this text where a transaction names its owner. */
const OWNER_OF_GENESIS = Buffer.from('0x000000000000000000000');

/**
 * Reads the one contract of a transaction. Kinds that move no coins between accounts (staking, votes, TRC-10 tokens)
 * have an owner only.
 *
 * @param rawData `protocol.Transaction.raw`
 * @param issuer the owner in the first block
 * @returns null for bytes that are no transaction
 */
function readContract(rawData: Buffer, issuer: string): TronContract | null {
  const contract = messageIn(rawData, 11);
  const parameter = contract?.bytes(2);
  const value = parameter === null || parameter === undefined ? null : readMessage(parameter)?.bytes(2);
  const body = value === null || value === undefined ? null : readMessage(value);
  if (contract === null || body === null) return null;
  const ownerBytes = body.bytes(1);
  const owner = ownerBytes?.equals(OWNER_OF_GENESIS) === true ? issuer : addressOf(ownerBytes);
  if (owner === null) return null;
  const plain = { owner, pays: null, isCall: false, isCreation: false, isWithdrawal: false };
  switch (Number(contract.integer(1))) {
    case TRANSFER_COINS:
      return paid(plain, addressOf(body.bytes(2)), body.integer(3));
    case PARTICIPATE_ASSET_ISSUE:
      return paid(plain, addressOf(body.bytes(2)), body.integer(4));
    case TRIGGER_SMART_CONTRACT:
      return paid({ ...plain, isCall: true }, addressOf(body.bytes(2)), body.integer(3));
    case CREATE_SMART_CONTRACT: {
      const made = body.bytes(2);
      const amount = made === null ? 0n : (readMessage(made)?.integer(5) ?? 0n);
      return { ...plain, isCall: true, isCreation: true, pays: { to: null, amount } };
    }
    case WITHDRAW_BALANCE:
      return { ...plain, isWithdrawal: true };
    default:
      return plain;
  }
}

function paid(plain: TronContract, to: string | null, amount: bigint): TronContract | null {
  return to === null ? null : { ...plain, pays: { to, amount } };
}

function messageIn(bytes: Buffer, number: number) {
  const inner = readMessage(bytes)?.bytes(number);
  return inner === null || inner === undefined ? null : readMessage(inner);
}

function addressOf(bytes: Buffer | null): string | null {
  return bytes === null ? null : tronAddressOfHex(bytes.toString('hex'));
}
