import { createHash } from 'node:crypto';
import type { BlockRef, ChainNode, FollowedBlock } from '../../../apps/server/src/modules/nodes/follow/follow.ports.ts';
import type { RawTransaction } from '../../../packages/exposure/src/index.ts';
import type { CategoryCode } from '../../walk/graph/parties.ts';
import { generatePayments, type Payments } from './payments.ts';
import { Transactions } from './transactions.ts';

const START = 1_400_000_000;
const TRANSACTIONS = 2_000;
/** Payments of a block at most: some share a transaction. */
const PAYMENTS = 5_200;
const SEED = 42;

/** An address of a party that is labelled. */
export interface LabelledAddress {
  readonly address: string;
  readonly party: number;
  readonly category: CategoryCode;
}

export interface CoinNode extends ChainNode {
  readonly outputs: number;
  /** Labels of the parties that the blocks have paid so far, each at its first address. */
  readonly labels: () => readonly LabelledAddress[];
}

/** What is paid in so many blocks; made once, and turned into blocks by each node of it. */
export function paymentsFor(blocks: number): Payments {
  return generatePayments(blocks * PAYMENTS, SEED);
}

/**
 * Blocks of coins as a node gives them, made when they are asked for, in order: each of 2,000 transactions. Ids are
 * digests, so that indexes by them meet no order.
 */
export function coinNode(payments: Payments, blocks: number): CoinNode {
  const transactions = new Transactions(payments);
  const made: FollowedBlock[] = [];
  let begun = 0;
  let outputs = 0;
  const hashOf = (height: number): string => createHash('sha256').update(`block ${height}`).digest('hex');
  const refOf = (height: number): BlockRef => ({
    height,
    hash: hashOf(height),
    parentHash: hashOf(height - 1),
    time: START + 600 * height,
  });

  function makeBlock(height: number): FollowedBlock {
    const ref = refOf(height);
    const all = Array.from({ length: TRANSACTIONS }, (_, index): RawTransaction => {
      const loose = index === 0 ? transactions.reward() : transactions.next();
      outputs += loose.outputs.length;
      return { ...loose, block: height, transactionIndex: index, time: ref.time };
    });
    return { ...ref, ledger: 'utxo', transactions: all };
  }

  return {
    name: 'coins.example',
    blocksAtOnce: 4,
    readsAtOnce: 1,
    get outputs() {
      return outputs;
    },
    labels: () =>
      [...transactions.wallets.firstAddresses()].flatMap(([party, address]) => {
        const category = payments.categoryOf(party);
        return category === 'none' ? [] : [{ address, party, category }];
      }),
    identity: async () => hashOf(0),
    tip: async () => ({ ...refOf(blocks - 1), syncing: false }),
    refAt: async (height) => (height < blocks ? refOf(height) : null),
    finalHeight: async () => blocks - 1,
    blocks: async (from, to) => {
      for (; begun <= to; begun += 1) {
        made.push(makeBlock(begun));
        if (made.length > 64) made.shift();
      }
      return made.filter(({ height }) => height >= from && height <= to);
    },
    lacks: async () => [],
  };
}
