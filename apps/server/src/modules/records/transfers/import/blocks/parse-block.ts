import { type BlockHeader, readHeader } from './block-header.ts';
import { BlockError, BlockReader } from './block-reader.ts';
import { merkleRoot, sha256d } from './hashes.ts';
import { hasOpenSignature, isOpenSignature } from './open-signature.ts';

export interface BlockInput {
  /** As stored. */
  readonly transaction: Buffer;
  readonly index: number;
}

export interface BlockOutput {
  readonly amount: bigint;
  readonly script: Buffer;
}

export interface BlockTransaction {
  /** As stored. */
  readonly id: Buffer;
  readonly witnessId: Buffer;
  readonly hasWitness: boolean;
  /** Witness of the first input. */
  readonly firstWitness: readonly Buffer[];
  /** A signature of an input commits to no other input. */
  readonly isSignedBySeveral: boolean;
  readonly inputs: readonly BlockInput[];
  readonly outputs: readonly BlockOutput[];
}

export interface Block extends BlockHeader {
  readonly transactions: readonly BlockTransaction[];
}

const NO_TRANSACTION = Buffer.alloc(32);
const NO_INDEX = 0xffffffff;

/**
 * A block from its bytes, verified as far as it can be alone: its work, its transactions by the merkle root, their
 * witnesses by the commitment, every length, and that nothing follows.
 *
 * @param easiestTarget for tests, whose blocks nobody worked for
 * @throws BlockError
 */
export function parseBlock(bytes: Uint8Array, easiestTarget?: bigint): Block {
  const reader = new BlockReader(bytes);
  const header = readHeader(reader, easiestTarget);
  const count = reader.count();
  if (count === 0) throw new BlockError('it holds no transaction');
  const transactions: BlockTransaction[] = [];
  for (let at = 0; at < count; at += 1) transactions.push(readTransaction(reader));
  if (!reader.isAtEnd) throw new BlockError(`${reader.bytes.length - reader.at} bytes follow its last transaction`);
  const { root, isDoubled } = merkleRoot(transactions.map(({ id }) => id));
  if (!root.equals(header.merkleRoot)) throw new BlockError('its transactions are not those of its header');
  if (isDoubled) throw new BlockError('it holds the same transactions twice');
  for (const [at, { inputs }] of transactions.entries()) {
    const isCoinbase = inputs.length === 1 && inputs[0] !== undefined && isNothing(inputs[0]);
    if (isCoinbase !== (at === 0)) throw new BlockError('new coins are not made by the first transaction alone');
    if (!isCoinbase && inputs.some(isNothing)) throw new BlockError('a transaction spends nothing');
  }
  verifyWitnesses(transactions);
  return { ...header, transactions };
}

function readTransaction(reader: BlockReader): BlockTransaction {
  const start = reader.at;
  reader.uint32();
  let inputCount = reader.count();
  const hasWitness = inputCount === 0;
  if (hasWitness) {
    if (reader.byte() !== 1) throw new BlockError('a transaction has an unknown kind of part');
    inputCount = reader.count();
  }
  if (inputCount === 0) throw new BlockError('a transaction has no input');
  const bodyStart = hasWitness ? start + 6 : start + 4;
  const inputs: BlockInput[] = [];
  let isSignedBySeveral = false;
  for (let at = 0; at < inputCount; at += 1) {
    const transaction = reader.take(32);
    const index = reader.uint32();
    if (hasOpenSignature(reader.lengthAndBytes())) isSignedBySeveral = true;
    reader.uint32();
    inputs.push({ transaction, index });
  }
  const outputs: BlockOutput[] = [];
  const outputCount = reader.count();
  if (outputCount === 0) throw new BlockError('a transaction has no output');
  for (let at = 0; at < outputCount; at += 1) {
    outputs.push({ amount: reader.amount(), script: reader.lengthAndBytes() });
  }
  const bodyEnd = reader.at;
  const firstWitness: Buffer[] = [];
  let items = 0;
  if (hasWitness) {
    for (let at = 0; at < inputCount; at += 1) {
      const size = reader.count();
      items += size;
      for (let item = 0; item < size; item += 1) {
        const part = reader.lengthAndBytes();
        if (at === 0) firstWitness.push(part);
        if (isOpenSignature(part)) isSignedBySeveral = true;
      }
    }
    if (items === 0) throw new BlockError('a transaction announces witnesses and has none');
  }
  reader.uint32();
  const whole = reader.bytes.subarray(start, reader.at);
  const witnessId = sha256d(whole);
  const { bytes } = reader;
  const id = hasWitness
    ? sha256d(
        Buffer.concat([
          bytes.subarray(start, start + 4),
          bytes.subarray(bodyStart, bodyEnd),
          bytes.subarray(reader.at - 4, reader.at),
        ]),
      )
    : witnessId;
  return { id, witnessId, hasWitness, firstWitness, isSignedBySeveral, inputs, outputs };
}

function isNothing({ transaction, index }: BlockInput): boolean {
  return index === NO_INDEX && transaction.equals(NO_TRANSACTION);
}

const COMMITMENT = Buffer.from('6a24aa21a9ed', 'hex');
const COMMITMENT_BYTES = 38;

/** Blocks that were stored without their witnesses have nothing to hold against the commitment. */
function verifyWitnesses(transactions: readonly BlockTransaction[]): void {
  if (!transactions.some(({ hasWitness }) => hasWitness)) return;
  const [coinbase] = transactions;
  const commitment = coinbase?.outputs.findLast(
    ({ script }) => script.length >= COMMITMENT_BYTES && script.subarray(0, COMMITMENT.length).equals(COMMITMENT),
  );
  const [reserved] = coinbase?.firstWitness ?? [];
  if (commitment === undefined) throw new BlockError('it holds witnesses it does not commit to');
  if (coinbase?.firstWitness.length !== 1 || reserved?.length !== 32) {
    throw new BlockError('its commitment to witnesses lacks its other half');
  }
  const leaves = transactions.map(({ witnessId }, at) => (at === 0 ? NO_TRANSACTION : witnessId));
  const expected = sha256d(Buffer.concat([merkleRoot(leaves).root, reserved]));
  if (!expected.equals(commitment.script.subarray(COMMITMENT.length, COMMITMENT_BYTES))) {
    throw new BlockError('its witnesses are not those it commits to');
  }
}
