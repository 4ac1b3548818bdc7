import { BlockError, BlockReader, coinsOf } from './block-reader.ts';
import type { Block } from './parse-block.ts';
import { ownerOfScript } from './script-owner.ts';

/** What an input spends, in the order of the block's inputs without the coinbase's. */
export interface SpentCoin {
  readonly amount: bigint;
  readonly owner: string | null;
}

/** Undo data as Bitcoin Core writes it: amounts and scripts in short forms, transaction by transaction. */
export function readCoreUndo(bytes: Uint8Array): readonly (readonly SpentCoin[])[] {
  const reader = new BlockReader(bytes);
  const transactions: SpentCoin[][] = [];
  const count = reader.count();
  for (let at = 0; at < count; at += 1) {
    const coins: SpentCoin[] = [];
    const inputs = reader.count();
    for (let input = 0; input < inputs; input += 1) coins.push(readCoin(reader));
    transactions.push(coins);
  }
  if (!reader.isAtEnd) throw new BlockError('bytes follow its undo data');
  return transactions;
}

/** Undo data in full: amount and script of each input, one after the other. */
export function readPlainUndo(bytes: Uint8Array, block: Block): readonly (readonly SpentCoin[])[] {
  const reader = new BlockReader(bytes);
  const transactions = block.transactions.slice(1).map(({ inputs }) =>
    inputs.map((): SpentCoin => {
      const amount = reader.amount();
      return { amount, owner: ownerOfScript(reader.lengthAndBytes()) };
    }),
  );
  if (!reader.isAtEnd) throw new BlockError('bytes follow its undo data');
  return transactions;
}

/** @throws BlockError for undo data that cannot be of this block */
export function checkUndo(block: Block, undo: readonly (readonly SpentCoin[])[]): void {
  const spending = block.transactions.slice(1);
  const fits =
    undo.length === spending.length && undo.every((coins, at) => coins.length === spending[at]?.inputs.length);
  if (!fits) throw new BlockError('its undo data is about other inputs than it has');
  for (const [at, { outputs }] of spending.entries()) {
    const spent = (undo[at] ?? []).reduce((sum, { amount }) => sum + amount, 0n);
    if (spent < outputs.reduce((sum, { amount }) => sum + amount, 0n)) {
      throw new BlockError('a transaction pays more than its undo data says it spends');
    }
  }
}

function readCoin(reader: BlockReader): SpentCoin {
  const heightAndKind = reader.varint();
  // Older versions of Bitcoin Core wrote a version number here; a number is still written.
  if (heightAndKind >> 1n > 0n) reader.varint();
  const amount = coinsOf(fullAmount(reader.varint()));
  return { amount, owner: ownerOfScript(readScript(reader)) };
}

/** Core drops trailing zeros of amounts and keeps their number. */
export function fullAmount(short: bigint): bigint {
  if (short === 0n) return 0n;
  let rest = short - 1n;
  const zeros = Number(rest % 10n);
  rest /= 10n;
  if (zeros === 9) return (rest + 1n) * 10n ** 9n;
  const digit = (rest % 9n) + 1n;
  return ((rest / 9n) * 10n + digit) * 10n ** BigInt(zeros);
}

const KNOWN_SCRIPTS = 6;

function readScript(reader: BlockReader): Buffer {
  const kind = Number(reader.varint());
  if (kind === 0) return Buffer.concat([Buffer.from('76a914', 'hex'), reader.take(20), Buffer.from('88ac', 'hex')]);
  if (kind === 1) return Buffer.concat([Buffer.from('a914', 'hex'), reader.take(20), Buffer.of(0x87)]);
  if (kind === 2 || kind === 3) return Buffer.concat([Buffer.of(33, kind), reader.take(32), Buffer.of(0xac)]);
  if (kind === 4 || kind === 5)
    return Buffer.concat([Buffer.of(65), fullKey(kind - 2, reader.take(32)), Buffer.of(0xac)]);
  return reader.take(kind - KNOWN_SCRIPTS);
}

/** Prime of secp256k1 (SEC 2, 2.4.1), whose curve is y² = x³ + 7. */
const P = 2n ** 256n - 2n ** 32n - 977n;

function fullKey(parity: number, x: Buffer): Buffer {
  const value = BigInt(`0x${x.toString('hex')}`);
  const square = (((value * value) % P) * value + 7n) % P;
  const root = powerOf(square, (P + 1n) / 4n);
  if ((root * root) % P !== square) throw new BlockError('a key in its undo data is no key');
  const y = Number(root & 1n) === (parity & 1) ? root : P - root;
  return Buffer.concat([Buffer.of(4), x, Buffer.from(y.toString(16).padStart(64, '0'), 'hex')]);
}

function powerOf(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let factor = base % P;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * factor) % P;
    factor = (factor * factor) % P;
  }
  return result;
}
