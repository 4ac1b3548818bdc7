import { type FlowBalances, settleFlows, take } from '@assay/exposure/version-3';
import type { PoolClient } from '../../../../platform/db/index.ts';
import { type FlowAccount, payFrom, readFlowAccounts, takeInto, writeFlowAccounts } from './flow-accounts.store.ts';
import type { FlowLedger } from './flow-ledgers.store.ts';
import { type FlowRow, isPool } from './flow-row.ts';
import { deleteFlows, insertFlows } from './flows.store.ts';
import { type FlowsOfTransaction, placeFlows, type UnsettledFlow } from './place-flows.ts';
import type { SecondSpan } from './records-of-flows.store.ts';
import { replayAccounts } from './replay-accounts.ts';
import type { NetworkTransaction } from './transactions-of-network.ts';

/**
 * Writes the flows of a ledger in whole seconds, in place of those that are stored there. Of accounts whose flows all are
 * earlier, this reads the balance; accounts with later flows, or with flows that are gone, are replayed. The outcome
 * depends only on the set of records.
 *
 * @param stored seconds that may have flows
 * @param transactions all transactions of the seconds in which the ledger has records
 */
export async function writeFlows(
  client: PoolClient,
  ledger: FlowLedger,
  stored: readonly SecondSpan[],
  transactions: readonly NetworkTransaction[],
): Promise<void> {
  const gone = stored.length === 0 ? new Set<number>() : await deleteFlows(client, ledger.id, stored);
  const placed = placeFlows(ledger, transactions);
  const ends = new Set(gone);
  for (const flows of placed) for (const { from, to } of flows) ends.add(from).add(to);
  const ids = [...ends].filter((id) => !isPool(id));
  const accounts = await readFlowAccounts(client, ledger.id, ids);
  const late = lateAccounts(accounts, gone, placed);
  await insertFlows(client, ledger.id, settled(placed, accounts, late));
  await writeFlowAccounts(
    client,
    ledger.id,
    [...accounts.values()].filter((account) => !late.has(account)),
  );
  await replayAccounts(client, ledger.id, [...late]);
}

/** Accounts that lost flows, or have some after those that are placed. */
function lateAccounts(
  accounts: ReadonlyMap<number, FlowAccount>,
  gone: ReadonlySet<number>,
  placed: readonly FlowsOfTransaction[],
): ReadonlySet<FlowAccount> {
  const late = new Set<FlowAccount>();
  const note = (id: number, position: number): void => {
    const account = accounts.get(id);
    if (account?.rule === 'account' && position <= account.lastPosition) late.add(account);
  };
  for (const id of gone) note(id, 0);
  for (const { from, to, position } of placed.flat()) {
    note(from, position);
    note(to, position);
  }
  return late;
}

/** Flows with their ratios; those of late accounts get theirs by the replay. */
function* settled(
  placed: readonly FlowsOfTransaction[],
  accounts: ReadonlyMap<number, FlowAccount>,
  late: ReadonlySet<FlowAccount>,
): Generator<FlowRow> {
  for (const flows of placed) {
    const ratios = settleFlows(flows, balancesOf(accounts, late));
    for (const [at, flow] of flows.entries()) {
      const { inflowShare = 0, covered = 0 } = ratios[at] ?? {};
      yield { ...flow, inflowShare, covered };
    }
  }
}

/** Of one transaction: pools keep nothing beyond it. */
function balancesOf(
  accounts: ReadonlyMap<number, FlowAccount>,
  late: ReadonlySet<FlowAccount>,
): FlowBalances<UnsettledFlow> {
  const pools = new Map<number, bigint>();
  const accountOf = (id: number): FlowAccount => {
    const account = accounts.get(id);
    if (account === undefined) throw new Error(`Account ${id} of a flow is not stored`);
    return account;
  };
  return {
    pay: (payer, amount, [first]) => {
      if (isPool(payer)) return 1;
      const account = accountOf(payer);
      return late.has(account) ? 0 : payFrom(account, amount, first?.position ?? 0);
    },
    take: ({ to, amount, position }) => {
      if (isPool(to)) {
        const { after, inflowShare } = take('pool', pools.get(to) ?? 0n, amount);
        pools.set(to, after);
        return inflowShare;
      }
      const account = accountOf(to);
      return late.has(account) ? 0 : takeInto(account, amount, position);
    },
  };
}
