import { type FlowBalances, type FlowRatios, settleFlows } from '@assay/exposure/version-3';
import type { PoolClient } from '../../../../platform/db/index.ts';
import { secondOf } from '../positions.ts';
import { type FlowAccount, payFrom, rewind, takeInto, writeFlowAccounts } from './flow-accounts.store.ts';
import { readFlowsOf, type StoredFlow, writeFlowRatios } from './flows.store.ts';

const FLOWS_PER_READ = 20_000;

/**
 * Replays all flows of accounts from their opening balances, and writes the ratios that changed and what the flows then
 * say of the accounts. Only the ends that belong to these accounts are touched.
 */
export async function replayAccounts(
  client: PoolClient,
  ledgerId: number,
  accounts: readonly FlowAccount[],
): Promise<void> {
  const byId = new Map(accounts.filter(({ rule }) => rule === 'account').map((account) => [account.id, account]));
  if (byId.size === 0) return;
  for (const account of byId.values()) rewind(account);
  const balances = balancesOf(byId);
  for await (const transactions of readTransactions(client, ledgerId, [...byId.keys()])) {
    const changed: (FlowRatios & { readonly position: number })[] = [];
    for (const flows of transactions) {
      for (const [at, { inflowShare, covered }] of settleFlows(flows, balances).entries()) {
        const flow = flows[at];
        if (flow === undefined || (flow.inflowShare === inflowShare && flow.covered === covered)) continue;
        changed.push({ position: flow.position, inflowShare, covered });
      }
    }
    await writeFlowRatios(client, ledgerId, changed);
  }
  await writeFlowAccounts(client, ledgerId, [...byId.values()]);
}

/** What is not replayed keeps the ratios that it has. */
function balancesOf(accounts: ReadonlyMap<number, FlowAccount>): FlowBalances<StoredFlow> {
  return {
    pay: (payer, amount, [first]) => {
      const account = accounts.get(payer);
      const { position = 0, covered = 1 } = first ?? {};
      return account === undefined ? covered : payFrom(account, amount, position);
    },
    take: ({ to, amount, position, inflowShare }) => {
      const account = accounts.get(to);
      return account === undefined ? inflowShare : takeInto(account, amount, position);
    },
  };
}

/** The flows of accounts by transaction, in order. */
async function* readTransactions(
  client: PoolClient,
  ledgerId: number,
  ids: readonly number[],
): AsyncGenerator<readonly (readonly StoredFlow[])[]> {
  let after = -1;
  let limit = FLOWS_PER_READ;
  for (;;) {
    const flows = await readFlowsOf(client, ledgerId, ids, after, limit);
    const transactions = [...Map.groupBy(flows, transactionOf).values()];
    if (flows.length < limit) {
      yield transactions;
      return;
    }
    // The last one may go on.
    const whole = transactions.slice(0, -1);
    const last = whole.at(-1)?.at(-1);
    if (last === undefined) {
      limit *= 2;
      continue;
    }
    yield whole;
    after = last.position;
  }
}

const transactionOf = ({ position, transactionRank }: StoredFlow): string => `${secondOf(position)} ${transactionRank}`;
