/** What sections 3.1 and 3.2 read of an account, alike for both forms of records. */
import type { Step } from './balances.ts';
import type { HeldTransaction } from './coins.ts';
import { COINBASE, FEE } from './question.ts';

export interface Part {
  readonly other: string;
  readonly amount: bigint;
}

/** One inflow or one outflow of an account; parts say with whom. Fees are left out. */
export interface Flow {
  readonly way: 'in' | 'out';
  readonly time: number;
  readonly transaction: string;
  readonly amount: bigint;
  readonly parts: readonly Part[];
  /** The balance after it. */
  readonly left: bigint;
}

export type Flows = ReadonlyMap<string, readonly Flow[]>;

function collector() {
  const flows = new Map<string, Flow[]>();
  const add = (address: string, flow: Omit<Flow, 'amount'>): void => {
    const amount = flow.parts.reduce((total, part) => total + part.amount, 0n);
    const held = flows.get(address) ?? [];
    flows.set(address, held);
    if (amount > 0n) held.push({ ...flow, amount });
  };
  return { flows, add };
}

export function accountFlows(steps: readonly Step[]): Flows {
  const { flows, add } = collector();
  for (const { transfer, left } of steps) {
    const { from, to, amount, time, place } = transfer;
    if (to === FEE) continue;
    const transaction = `${place.block}:${place.transaction}`;
    add(from, { way: 'out', time, transaction, parts: [{ other: to, amount }], left });
    // What is left is read after outflows only.
    add(to, { way: 'in', time, transaction, parts: [{ other: from, amount }], left: 0n });
  }
  return flows;
}

/** Net per party: above 0 it received more than it spent. Inputs without an owner or value are a party of their own. */
function netOf(transaction: HeldTransaction): Map<string, bigint> {
  const net = new Map<string, bigint>();
  const add = (party: string, amount: bigint) => net.set(party, (net.get(party) ?? 0n) + amount);
  for (const { owner, value } of transaction.inputs) if (value !== undefined) add(owner ?? '', -value);
  if (transaction.unknownIn > 0n) add('', -transaction.unknownIn);
  for (const { owner, value } of transaction.outputs) if (owner !== undefined) add(owner, value);
  if (transaction.coinbase) {
    add(COINBASE, -transaction.outputs.reduce((total, output) => total + output.value, 0n));
  }
  return net;
}

/** Net flows between owners: those who spend more pay those who receive more, in proportion, rounded down. */
export function coinFlows(transactions: readonly HeldTransaction[]): Flows {
  const { flows, add } = collector();
  const balances = new Map<string, bigint>();
  for (const transaction of transactions) {
    const { time, id } = transaction;
    const net = netOf(transaction);
    const payers = [...net].filter(([, amount]) => amount < 0n).map(([party, amount]) => ({ party, spent: -amount }));
    const spent = payers.reduce((total, payer) => total + payer.spent, 0n);
    for (const [party, amount] of net) balances.set(party, (balances.get(party) ?? 0n) + amount);
    const pays = (payer: bigint, received: bigint) => (payer * received) / spent;
    const receivers = [...net].filter(([, amount]) => amount > 0n);
    for (const [party, received] of receivers) {
      const parts = payers.map((payer) => ({ other: payer.party, amount: pays(payer.spent, received) }));
      add(party, { way: 'in', time, transaction: id, parts, left: 0n });
    }
    for (const payer of payers) {
      const parts = receivers.map(([other, received]) => ({ other, amount: pays(payer.spent, received) }));
      add(payer.party, { way: 'out', time, transaction: id, parts, left: balances.get(payer.party) ?? 0n });
    }
  }
  return flows;
}
