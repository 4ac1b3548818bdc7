/** Records on which every walker is compared: wallets, deposit addresses that are swept, and a service of many. */
import { compareTransfers, isRecord, type RawTransfer } from '@assay/exposure';
import { Random } from '@assay/testkit';

const HOUR = 3600;
const START = 1_650_000_000;
const WALLETS = 40;
const random = new Random(18);
const account = (group: string, at: number): string => `0x${group}${at.toString(16).padStart(40 - group.length, '0')}`;
export const wallet = (at: number): string => account('a1', at);
export const customer = (at: number): string => account('c1', at);
export const deposit = (at: number): string => account('d1', at);
export const EXCHANGE = account('e1', 0);
export const MIXER = wallet(0);
export const HUB = account('b1', 0);
/** Listed on BNB Smart Chain only: on Ethereum its label is a carried one. */
export const LISTED_ELSEWHERE = wallet(1);
/** As the former, and a contract there: its label is not carried. */
export const CONTRACT_ELSEWHERE = wallet(2);

/** Payments among wallets, deposit addresses that are swept, and a service of many; in an order of their own. */
export function payments(): readonly RawTransfer[] {
  const made: { readonly from: string; readonly to: string; readonly amount: bigint; readonly hour: number }[] = [];
  for (let at = 0; at < 600; at += 1) {
    const [from, to] = [wallet(random.below(WALLETS)), wallet(random.below(WALLETS))];
    made.push({ from, to, amount: random.amount(), hour: random.below(2_000) });
  }
  for (let at = 0; at < 20; at += 1) {
    for (const hour of [10 + at, 700 + at]) {
      made.push({ from: wallet(at + 10), to: customer(at), amount: 5_000_000n, hour });
      made.push({ from: customer(at), to: deposit(at), amount: 4_000_000n, hour: hour + 1 });
      made.push({ from: deposit(at), to: EXCHANGE, amount: 4_000_000n, hour: hour + 2 });
    }
    // What a deposit address once paid somebody else is looked through.
    made.push({ from: deposit(at), to: wallet(at), amount: 1_000n, hour: 900 + at });
  }
  for (let at = 0; at < 600; at += 1) {
    made.push({ from: at < WALLETS ? wallet(at) : account('f1', at), to: HUB, amount: 1_000_000n, hour: 100 + at });
    made.push({ from: HUB, to: at < WALLETS ? wallet(at) : account('f2', at), amount: 900_000n, hour: 900 + at });
  }
  return made
    .map(({ from, to, amount, hour }, at): RawTransfer => {
      const id = {
        transactionIndex: at,
        transactionId: `0x${at.toString(16).padStart(64, '0')}`,
        index: 0,
        ordinal: 0,
      };
      return { block: 10_000_000 + hour, ...id, kind: 'token', from, to, amount, time: START + hour * HOUR };
    })
    .filter(isRecord)
    .sort(compareTransfers);
}
