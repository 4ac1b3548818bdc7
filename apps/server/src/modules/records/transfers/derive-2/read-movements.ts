import { NETWORKS } from '@assay/domain';
import { coinMovement, type Movement, type NodeId } from '@assay/exposure';
import type { PoolClient } from '../../../../platform/db/index.ts';
import { readHistory } from '../coin-records.store.ts';
import type { Known } from '../derive/read-known.ts';
import { readAccountRecords } from './movements.store.ts';

const RECORDS_PER_READ = 1_000;

/** What moved into and out of an account, in the order of records, a page at a time. */
export function readMovements(
  client: PoolClient,
  known: Known,
  node: NodeId,
  signal: AbortSignal,
): AsyncGenerator<readonly Movement[]> {
  const isUtxo = NETWORKS[known.ledger.network].ledger === 'utxo';
  return isUtxo ? coinMovements(client, node, signal) : accountMovements(client, known, node, signal);
}

async function* coinMovements(
  client: PoolClient,
  node: NodeId,
  signal: AbortSignal,
): AsyncGenerator<readonly Movement[]> {
  for (let after: number | null = null; ; ) {
    signal.throwIfAborted();
    const page: Awaited<ReturnType<typeof readHistory>> = await readHistory(client, node, after, RECORDS_PER_READ);
    const { transactions, more } = page;
    yield transactions.map((transaction) => coinMovement(transaction, node)).filter((movement) => movement !== null);
    const last = transactions.at(-1);
    if (!more || last === undefined) return;
    after = last.position;
  }
}

async function* accountMovements(
  client: PoolClient,
  known: Known,
  node: NodeId,
  signal: AbortSignal,
): AsyncGenerator<readonly Movement[]> {
  for (let after = -1; ; ) {
    signal.throwIfAborted();
    const records = await readAccountRecords(client, known.ledger, node, after, RECORDS_PER_READ);
    yield records.map(({ transactionId, time, from, to, amount }): Movement => {
      const isIn = to === node;
      const isFee = !isIn && known.facts(to).role === 'fee';
      return {
        transaction: transactionId,
        time,
        direction: isIn ? 'in' : 'out',
        amount,
        flow: isFee ? 0n : amount,
        parties: isFee ? [] : [{ party: isIn ? from : to, amount }],
      };
    });
    const last = records.at(-1);
    if (last === undefined || records.length < RECORDS_PER_READ) return;
    after = last.position;
  }
}
