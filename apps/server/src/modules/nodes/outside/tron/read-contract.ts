import { tronAddressOfHex } from '../../../chains/index.ts';
import { readMessage } from './protobuf.ts';

/** What a transaction does with coins, as far as the bytes that its id is the hash of say it. */
export interface TronContract {
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

/** `protocol.Transaction.Contract.ContractType`. */
const TRANSFER = 1;
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
export function readContract(rawData: Buffer, issuer: string): TronContract | null {
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
    case TRANSFER:
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
