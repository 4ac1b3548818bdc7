import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultyServer, type ReadChain, type ReadTransaction, startEsploraStandIn } from '@assay/testkit/chains';

/** A chain behind a slow block explorer, so that a journey can examine a check while it runs. */
export interface SlowChain {
  readonly explorer: FaultyServer;
  /** Addresses with a history of the same shape; one for each check, because what was read is kept. */
  readonly subjects: readonly string[];
  /** Ids: a payment to the first subject, one that creates coins, and one that is in no block yet. */
  readonly ids: { readonly payment: string; readonly coinbase: string; readonly waiting: string };
  /** Sets how long each answer takes from now on. */
  take(ms: number): void;
}

const SUBJECTS = 4;
const PAYERS = 12;
const START = Date.UTC(2024, 0, 1) / 1000;
const BLOCK_SECONDS = 600;
const COIN = 100_000_000;
const WAITING = sha256(Buffer.from('a transaction that waits')).toString('hex');

/** Each subject was paid by a dozen wallets, each of which was paid by a miner of its own, and made one payment itself. */
export async function startSlowChain(): Promise<SlowChain> {
  let takes = 0;
  const subjects = Array.from({ length: SUBJECTS }, (_, at) => addressOf(`subject ${at}`));
  const chain = chainOf(subjects);
  const explorer = await startEsploraStandIn(async () => {
    await sleep(takes);
    return chain;
  });
  const [coinbase = '', , payment = ''] = chain.transactions.map(({ id }) => id);
  return {
    explorer,
    subjects,
    ids: { payment, coinbase, waiting: WAITING },
    take: (ms) => {
      takes = ms;
    },
  };
}

function chainOf(subjects: readonly string[]): ReadChain {
  const transactions: ReadTransaction[] = [];
  const spenders = new Map<string, ReadTransaction>();
  const mine = (from: ReadTransaction | null, owner: string, coins: number): ReadTransaction => {
    const height = transactions.length;
    const block = { height, hash: idOf(`block ${height}`), time: START + height * BLOCK_SECONDS };
    const [spent = null] = from?.outputs ?? [];
    const inputs = from === null ? [] : [{ transactionId: from.id, index: 0, spent, sequence: 0xffffffff }];
    const output = { value: coins * COIN, address: owner, type: 'pubkeyhash', script: '' };
    const transaction: ReadTransaction = {
      id: idOf(`transaction ${height}`),
      block,
      index: 0,
      coinbase: from === null,
      inputs: from === null ? [{ transactionId: '0'.repeat(64), index: 0xffffffff, spent: null, sequence: 0 }] : inputs,
      outputs: [output],
      version: 2,
      locktime: 0,
      size: 200,
      weight: 800,
    };
    if (from !== null) spenders.set(`${from.id}:0`, transaction);
    transactions.push(transaction);
    return transaction;
  };
  for (const [at, subject] of subjects.entries()) {
    const paid = Array.from({ length: PAYERS }, (_, payer) => {
      const mined = mine(null, addressOf(`miner ${at} ${payer}`), 1);
      return mine(mine(mined, addressOf(`payer ${at} ${payer}`), 1), subject, 1);
    });
    const [first] = paid;
    if (first !== undefined) mine(first, addressOf(`shop ${at}`), 1);
  }
  // What is above finality may still be undone: a dozen empty blocks are on top.
  for (let more = 0; more < 12; more += 1) mine(null, addressOf(`later ${more}`), 1);
  const [, , last] = transactions;
  if (last !== undefined) transactions.push({ ...last, id: WAITING, block: null });
  const blocks = transactions.flatMap(({ block }) => (block === null ? [] : [block]));
  return { blocks, transactions, byId: new Map(transactions.map((one) => [one.id, one])), spenders };
}

function idOf(name: string): string {
  return sha256(Buffer.from(name)).toString('hex');
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A valid address without a known owner: twenty bytes of a name's hash in base58 with its checksum. */
function addressOf(name: string): string {
  const payload = Buffer.concat([Buffer.from([0]), sha256(Buffer.from(name)).subarray(0, 20)]);
  const bytes = Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]);
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = (ALPHABET[Number(rest % 58n)] ?? '') + text;
  return `1${text}`;
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
