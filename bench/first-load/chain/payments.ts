import { CATEGORY_CODES, type CategoryCode } from '../../walk/graph/parties.ts';
import { World } from '../../walk/graph/world.ts';

/** What the parties of one asset pay one another, in order; parties have numbers. */
export interface Payments {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Satoshi. */
  readonly amount: Float64Array;
  readonly kindOf: (party: number) => 'user' | 'deposit' | 'service';
  /** Of the label that the party has; `none` for no label. */
  readonly categoryOf: (party: number) => CategoryCode;
  /** Services that are paid by every block. */
  readonly miners: readonly number[];
}

/** Share of the transfers of the graph that are of its first asset, somewhat less. */
const FIRST_ASSET = 0.44;
/** Of all addresses of the graph; a party has several in coins, of which one is labelled. */
const LABELLED = 0.02;
const SATOSHI_A_DOLLAR = 2_500;
/** A service never runs dry in the graph. */
const BOTTOMLESS = 1e29;

/** The first asset of the graph of `bench walk`, whose parties and labels it has: so many payments at least. */
export function generatePayments(count: number, seed: number): Payments {
  const room = Math.ceil(count / FIRST_ASSET) + 20_000;
  const from = new Uint32Array(room);
  const to = new Uint32Array(room);
  const amount = new Float64Array(room);
  const services = new Set<number>();
  const deposits = new Set<number>();
  let made = 0;
  const world = new World({ transfers: room - 10_000, seed, labelledShare: LABELLED }, (payer, payee, dollars) => {
    const { addressOf, assetOf, balance } = parties;
    if (assetOf[payer] !== 0 || assetOf[payee] !== 0) return;
    const [ours, theirs] = [addressOf[payer] ?? 0, addressOf[payee] ?? 0];
    if ((balance[payer] ?? 0) >= BOTTOMLESS) services.add(ours);
    if ((balance[payee] ?? 0) >= BOTTOMLESS) services.add(theirs);
    for (const party of [ours, theirs]) if (parties.isDeposit[party] === 1) deposits.add(party);
    from[made] = ours;
    to[made] = theirs;
    amount[made] = Math.max(1_000, Math.round(dollars * SATOSHI_A_DOLLAR));
    made += 1;
  });
  const { parties } = world;
  world.run();
  if (made < count) throw new Error(`The graph has ${made} of ${count} payments`);
  const categoryOf = (party: number): CategoryCode => CATEGORY_CODES[parties.category[party] ?? 0] ?? 'none';
  return {
    from: from.subarray(0, made),
    to: to.subarray(0, made),
    amount: amount.subarray(0, made),
    kindOf: (party) => (services.has(party) ? 'service' : deposits.has(party) ? 'deposit' : 'user'),
    categoryOf,
    miners: [...services].filter((party) => categoryOf(party) === 'miner'),
  };
}
