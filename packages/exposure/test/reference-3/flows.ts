/** What sections 3.1 and 3.2 read of an account, alike for both forms of records. */
import type { Step } from './balances.ts';
import type { HeldTransaction } from './coins.ts';
import { FEE } from './question.ts';

export interface Part {
  readonly other: string;
  readonly amount: bigint;
}

/** One inflow or one outflow of an account; parts say with whom, where there is somebody. Fees are left out. */
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
  const add = (address: string, flow: Flow): void => {
    const held = flows.get(address) ?? [];
    flows.set(address, held);
    const parts = flow.parts.filter((part) => !part.other.startsWith(NOBODY) && part.amount > 0n);
    if (flow.amount > 0n) held.push({ ...flow, parts });
  };
  return { flows, add };
}

export function accountFlows(steps: readonly Step[]): Flows {
  const { flows, add } = collector();
  for (const { transfer, left } of steps) {
    const { from, to, amount, time, place } = transfer;
    if (to === FEE) continue;
    const transaction = `${place.block}:${place.transaction}`;
    add(from, { way: 'out', time, transaction, amount, parts: [{ other: to, amount }], left });
    // What is left is read after outflows only.
    add(to, { way: 'in', time, transaction, amount, parts: [{ other: from, amount }], left: 0n });
  }
  return flows;
}

/** Begins the name of what has no owner: a coinbase, an input without a known owner or value, an output without one. */
const NOBODY = '?';

/** Net per party: above 0 it received more than it spent. What has no owner is never the change of another such coin. */
function netOf({ coinbase, inputs, outputs, unknownIn }: HeldTransaction): Map<string, bigint> {
  const net = new Map<string, bigint>();
  const add = (party: string, amount: bigint) => net.set(party, (net.get(party) ?? 0n) + amount);
  for (const { owner, value } of inputs) if (value !== undefined) add(owner ?? `${NOBODY} in`, -value);
  for (const { owner, value } of outputs) add(owner ?? `${NOBODY} out`, value);
  const minted = coinbase ? outputs.reduce((total, output) => total + output.value, 0n) : 0n;
  add(`${NOBODY} in`, -unknownIn - minted);
  return net;
}

/** Net flows between owners: those who spend more pay those who receive more, in proportion, rounded down. */
export function coinFlows(transactions: readonly HeldTransaction[]): Flows {
  const { flows, add } = collector();
  const balances = new Map<string, bigint>();
  for (const transaction of transactions) {
    const { time, id } = transaction;
    const net = netOf(transaction);
    for (const [party, amount] of net) balances.set(party, (balances.get(party) ?? 0n) + amount);
    const receivers = [...net].filter(([, amount]) => amount > 0n);
    const received = receivers.reduce((total, [, amount]) => total + amount, 0n);
    const spenders = [...net].filter(([, amount]) => amount < 0n);
    const spent = spenders.reduce((total, [, amount]) => total - amount, 0n);
    // First each payer's part of the fee is left out, then the rest is shared; both are rounded down.
    const payers = spenders.map(([party, amount]) => ({ party, pays: (-amount * received) / spent }));
    const part = (pays: bigint, amount: bigint) => (pays * amount) / received;
    for (const [party, amount] of receivers) {
      const parts = payers.map((payer) => ({ other: payer.party, amount: part(payer.pays, amount) }));
      add(party, { way: 'in', time, transaction: id, amount, parts, left: 0n });
    }
    for (const { party, pays } of payers) {
      const parts = receivers.map(([other, amount]) => ({ other, amount: part(pays, amount) }));
      add(party, { way: 'out', time, transaction: id, amount: pays, parts, left: balances.get(party) ?? 0n });
    }
  }
  return flows;
}
