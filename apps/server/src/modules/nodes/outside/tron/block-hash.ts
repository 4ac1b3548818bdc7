import { createHash } from 'node:crypto';
import { encodeMessage, type Field } from './protobuf.ts';
import type { BlockHeader, TransactionResult, WrittenTransaction } from './wire.ts';

const HEIGHT_BYTES = 8;

/**
 * The id of a block: its height in eight bytes, then the last 24 of the SHA-256 of its header, as Protocol Buffers
 * write it (`protocol.BlockHeader.raw` of java-tron).
 */
export function blockIdOf(header: BlockHeader): string {
  const raw = encodeMessage([
    { number: 1, value: header.timestamp },
    { number: 2, value: bytesOf(header.txTrieRoot) },
    { number: 3, value: bytesOf(header.parentHash) },
    { number: 7, value: BigInt(header.number) },
    { number: 8, value: header.witness_id },
    { number: 9, value: bytesOf(header.witness_address) },
    { number: 10, value: BigInt(header.version) },
    { number: 11, value: bytesOf(header.accountStateRoot) },
  ]);
  const height = Buffer.alloc(HEIGHT_BYTES);
  height.writeBigUInt64BE(BigInt(header.number));
  return Buffer.concat([height, sha256(raw).subarray(HEIGHT_BYTES)]).toString('hex');
}

/** The id of a transaction: the SHA-256 of its raw data. */
export function transactionIdOf(transaction: WrittenTransaction): string {
  return sha256(bytesOf(transaction.raw_data_hex)).toString('hex');
}

const NO_ROOT = '0'.repeat(64);

/**
 * The root of a block's tree of transactions. A transaction's leaf is the SHA-256 of all of it, with signatures and
 * result; a node without a neighbour rises as it is.
 *
 * @returns null where a result has a part that this code cannot write, so that the root cannot be computed
 */
export function transactionRootOf(transactions: readonly WrittenTransaction[]): string | null {
  const leaves: Buffer[] = [];
  for (const transaction of transactions) {
    const bytes = bytesOfTransaction(transaction);
    if (bytes === null) return null;
    leaves.push(sha256(bytes));
  }
  let level = leaves;
  while (level.length > 1) {
    const above: Buffer[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const pair = level.slice(at, at + 2);
      const [only] = pair;
      above.push(pair.length === 1 && only !== undefined ? only : sha256(Buffer.concat(pair)));
    }
    level = above;
  }
  return level[0]?.toString('hex') ?? NO_ROOT;
}

function bytesOfTransaction(transaction: WrittenTransaction): Buffer | null {
  const fields: Field[] = [{ number: 1, value: bytesOf(transaction.raw_data_hex), isListed: true }];
  for (const signature of transaction.signature) {
    fields.push({ number: 2, value: bytesOf(signature), isListed: true });
  }
  for (const result of transaction.ret) {
    const bytes = bytesOfResult(result);
    if (bytes === null) return null;
    fields.push({ number: 5, value: bytes, isListed: true });
  }
  return encodeMessage(fields);
}

/** `protocol.Transaction.Result.contractResult`. */
const CONTRACT_RESULTS = [
  'DEFAULT',
  'SUCCESS',
  'REVERT',
  'BAD_JUMP_DESTINATION',
  'OUT_OF_MEMORY',
  'PRECOMPILED_CONTRACT',
  'STACK_TOO_SMALL',
  'STACK_TOO_LARGE',
  'ILLEGAL_OPERATION',
  'STACK_OVERFLOW',
  'OUT_OF_ENERGY',
  'OUT_OF_TIME',
  'JVM_STACK_OVER_FLOW',
  'UNKNOWN',
  'TRANSFER_FAILED',
  'INVALID_CODE',
];

/** `protocol.Transaction.Result.code`, as java-tron spells it. */
const CODES = ['SUCESS', 'FAILED'];

/** Numbers of the amounts and ids in `protocol.Transaction.Result`, which kinds of transactions other than calls state. */
const RESULT_NUMBERS = {
  withdraw_amount: 15,
  unfreeze_amount: 16,
  exchange_received_amount: 18,
  exchange_inject_another_amount: 19,
  exchange_withdraw_another_amount: 20,
  exchange_id: 21,
  shielded_transaction_fee: 22,
  withdraw_expire_amount: 27,
} as const satisfies Partial<Record<keyof TransactionResult, number>>;

/** Null for an outcome that is not known here, and for lists of orders and of amounts. */
function bytesOfResult(result: TransactionResult): Buffer | null {
  const { contractRet = 'DEFAULT', ret = 'SUCESS', fee = 0n, assetIssueID = '', orderId = '', ...others } = result;
  const [contractResult, code] = [CONTRACT_RESULTS.indexOf(contractRet), CODES.indexOf(ret)];
  if (contractResult < 0 || code < 0 || Object.keys(others).some((name) => !isNumbered(name))) return null;
  const numbers = Object.entries(RESULT_NUMBERS).map(([name, number]) => ({
    number,
    value: others[name as keyof typeof RESULT_NUMBERS] ?? 0n,
  }));
  const fields: Field[] = [
    { number: 1, value: fee },
    { number: 2, value: BigInt(code) },
    { number: 3, value: BigInt(contractResult) },
    { number: 14, value: Buffer.from(assetIssueID) },
    { number: 25, value: bytesOf(orderId) },
    ...numbers,
  ];
  return encodeMessage(fields.sort((a, b) => a.number - b.number));
}

function isNumbered(name: string): boolean {
  return Object.hasOwn(RESULT_NUMBERS, name);
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
