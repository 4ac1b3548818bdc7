import { createHash } from 'node:crypto';
import { idOf, type MadeTransaction, transactionBytes } from '../../../../records/transfers/import/test/build-block.ts';
import type { Bitcoind } from './bitcoind.ts';

/** Somebody whose coins need no signature: a script hash of `NUMBER OP_DROP OP_TRUE`. */
export interface OpenOwner {
  readonly redeem: Buffer;
  readonly script: Buffer;
}

export function openOwner(number: number): OpenOwner {
  const redeem = Buffer.from([1, number, 0x75, 0x51]);
  const hash = createHash('ripemd160').update(createHash('sha256').update(redeem).digest()).digest();
  return { redeem, script: Buffer.concat([Buffer.from('a914', 'hex'), hash, Buffer.of(0x87)]) };
}

export interface Spendable {
  readonly id: Buffer;
  readonly index: number;
}

/** A transaction that spends coins of one owner. */
export function pay(
  from: OpenOwner,
  spends: readonly Spendable[],
  to: readonly { readonly owner: OpenOwner | null; readonly amount: bigint }[],
): MadeTransaction {
  return {
    inputs: spends,
    outputs: to.map(({ owner, amount }) => ({ amount, script: owner?.script ?? Buffer.from('6a0100', 'hex') })),
    script: Buffer.concat([Buffer.of(from.redeem.length), from.redeem]),
  };
}

export const outputOf = (made: MadeTransaction, index: number): Spendable => ({ id: idOf(made), index });

const descriptorOf = (owner: OpenOwner): string => `raw(${owner.script.toString('hex')})`;

/** Blocks without payments; returns their hashes. */
export async function mineEmpty(node: Bitcoind, blocks: number, to: OpenOwner): Promise<readonly string[]> {
  const descriptor = descriptorOf(to);
  const { descriptor: checked } = await node.rpc<{ descriptor: string }>('getdescriptorinfo', descriptor);
  return node.rpc<string[]>('generatetodescriptor', blocks, checked);
}

const SECONDS_BETWEEN_BLOCKS = 60;

/** Sets the clock of the node after its last block: blocks that are mined at once have times of their own. */
export async function passTime(node: Bitcoind): Promise<void> {
  const { time } = await node.rpc<{ time: number }>('getblockheader', await node.rpc('getbestblockhash'));
  await node.rpc('setmocktime', time + SECONDS_BETWEEN_BLOCKS);
}

/** One block with these payments, in this order. */
export async function minePaid(node: Bitcoind, to: OpenOwner, paid: readonly MadeTransaction[]): Promise<string> {
  const { descriptor } = await node.rpc<{ descriptor: string }>('getdescriptorinfo', descriptorOf(to));
  const hex = paid.map((made) => transactionBytes(made).toString('hex'));
  return (await node.rpc<{ hash: string }>('generateblock', descriptor, hex)).hash;
}

/** The coin that the block at a height created. */
export async function rewardOf(node: Bitcoind, height: number): Promise<Spendable> {
  const hash = await node.rpc<string>('getblockhash', height);
  const { tx } = await node.rpc<{ tx: string[] }>('getblock', hash, 1);
  return { id: Buffer.from(tx[0] ?? '', 'hex').reverse(), index: 0 };
}
