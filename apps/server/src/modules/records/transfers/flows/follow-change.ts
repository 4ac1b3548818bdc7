import type { PoolClient } from '../../../../platform/db/index.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';
import { secondOf } from '../positions.ts';
import { readFlowAccounts } from './flow-accounts.store.ts';
import { type FlowLedger, ledgersOfNetwork } from './flow-ledgers.store.ts';
import { latestFlow, writeFlowMarks } from './flows.store.ts';
import { flowsOf } from './place-flows.ts';
import { type FlowRecord, readRecordsIn, type SecondSpan } from './records-of-flows.store.ts';
import { replayAccounts } from './replay-accounts.ts';
import { type NetworkTransaction, transactionsOf } from './transactions-of-network.ts';
import { wholeSeconds } from './whole-seconds.ts';
import { writeFlows } from './write-flows.ts';

/** A record that came or went, with the second that it is in. */
type Changed = { readonly time: number; readonly transactionId: string };

type Name = Pick<Ledger, 'id' | 'network'>;

/**
 * Keeps flows equal to those that would be built now, after records of a ledger have changed: its own flows in these
 * seconds, and the marks of other assets' flows in the same transactions. Nothing where no ledger of the network has
 * flows. Must run in the transaction that changed the records, with the ledger locked (`lockLedger`).
 *
 * @param changed records that came or went; all others of their seconds are read
 */
export async function followChange(
  client: PoolClient,
  { id, network }: Name,
  changed: readonly Changed[],
): Promise<void> {
  const ledgers = await ledgersOfNetwork(client, network);
  if (changed.length === 0 || !ledgers.some(({ hasFlows }) => hasFlows)) return;
  const seconds = [...new Set(changed.map(({ time }) => time))].sort((a, b) => a - b);
  const spans = seconds.map((second) => ({ first: second, last: second }));
  await followSeconds(client, ledgers, id, spans, await readRecordsIn(client, id, spans), changed);
}

/** As `followChange`, where all records of a ledger after a position are new. */
export async function followRecordsAfter(client: PoolClient, { id, network }: Name, position: number): Promise<void> {
  const ledgers = await ledgersOfNetwork(client, network);
  if (!ledgers.some(({ hasFlows }) => hasFlows)) return;
  for await (const records of wholeSeconds(client, id, position)) {
    const [first, last] = [records[0]?.position ?? 0, records.at(-1)?.position ?? 0];
    await followSeconds(client, ledgers, id, [{ first: secondOf(first), last: secondOf(last) }], records, []);
  }
}

/** Keeps the flows of accounts whose opening balances have changed. Conditions as of `followChange`. */
export async function followOpenings(
  client: PoolClient,
  { id, network }: Name,
  accounts: readonly number[],
): Promise<void> {
  const own = (await ledgersOfNetwork(client, network)).find((ledger) => ledger.id === id);
  if (own?.hasFlows !== true) return;
  await replayAccounts(client, id, [...(await readFlowAccounts(client, id, accounts)).values()]);
}

async function followSeconds(
  client: PoolClient,
  ledgers: readonly FlowLedger[],
  changedId: number,
  spans: readonly SecondSpan[],
  records: readonly FlowRecord[],
  gone: readonly Changed[],
): Promise<void> {
  const others = ledgers.filter(({ id }) => id !== changedId);
  const transactions = await transactionsOf(
    client,
    records,
    others.map(({ id }) => id),
    gone,
  );
  for (const ledger of ledgers) {
    if (!ledger.hasFlows) continue;
    if (ledger.id !== changedId) {
      await markAgain(client, ledger, transactions);
      continue;
    }
    const tip = secondOf(await latestFlow(client, ledger.id));
    await writeFlows(
      client,
      ledger,
      spans.filter(({ first }) => first <= tip),
      transactions,
    );
  }
}

/** Marks of flows whose own records are as they were. */
async function markAgain(
  client: PoolClient,
  ledger: FlowLedger,
  transactions: readonly NetworkTransaction[],
): Promise<void> {
  const marks = transactions.flatMap((transaction) =>
    flowsOf(ledger, transaction, 0).map(({ recordRank, marks }, number) => ({
      ...{ second: { first: transaction.second, last: transaction.second }, recordRank, number, marks },
    })),
  );
  await writeFlowMarks(client, ledger.id, marks);
}
