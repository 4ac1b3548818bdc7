import type { Category } from '@assay/domain';
import type { Label, RawTransfer } from '@assay/exposure';
import { RandomWords } from '../walk/graph/random-words.ts';
import type { OnDemandChain } from './chain.ts';

/**
 * Small neighbourhoods that share nothing but services, made again at each request: however many there are, the
 * one who serves them holds none.
 *
 * Each has a wallet, one or two that paid it and one that it paid, and one or two behind each of those; services with a
 * label are at the ends.
 */
const SERVICES = 200;
const FIRST_BLOCK = 1_000_000;
const BLOCKS = 1_000_000;
const SECONDS_PER_BLOCK = 12;
const CATEGORIES: readonly Category[] = ['exchange_licensed', 'mixer', 'gambling', 'scam', 'liquidity_pools', 'miner'];
const ADDRESS = /^0x3([0-9a-f]{8})([0-9a-f]{2})5ca1ab1e/;

export function openWorlds(count: number, seed: number): OnDemandChain {
  let last = -1;
  let made: readonly RawTransfer[] = [];
  const worldOf = (address: string): readonly RawTransfer[] => {
    const [, digits] = ADDRESS.exec(address) ?? [];
    if (digits === undefined) return [];
    const world = Number.parseInt(digits, 16);
    if (world !== last) [last, made] = [world, makeWorld(world, seed)];
    return made;
  };
  const own = (address: string) => worldOf(address).filter(({ from, to }) => from === address || to === address);
  const block = FIRST_BLOCK + BLOCKS;
  return {
    transfers: count,
    last: { block, time: block * SECONDS_PER_BLOCK },
    wallets: Array.from({ length: count }, (_, world) => accountIn(world, 0)),
    labels: new Map(Array.from({ length: SERVICES }, (_, index) => [serviceAt(index), labelAt(index)])),
    historyOf: (address, until, offset, limit) =>
      own(address)
        .filter(({ time }) => time <= until)
        .reverse()
        .slice(offset, offset + limit),
    balanceOf: (address) =>
      own(address).reduce((balance, { to, amount }) => (to === address ? balance + amount : balance - amount), 0n),
  };
}

/** Oldest first, each in a block of its own; nobody spends what it does not have. */
function makeWorld(world: number, seed: number): readonly RawTransfer[] {
  const random = new RandomWords(seed * 65_537 + world);
  const service = () => serviceAt(random.below(SERVICES));
  let accounts = 1;
  const account = () => accountIn(world, accounts++);
  const moves: { readonly from: string; readonly to: string; readonly amount: bigint }[] = [];
  /** In several parts, so that histories have pages. */
  const pay = (from: string, to: string, amount: bigint) => {
    const parts = BigInt(1 + random.below(4));
    for (let part = 0n; part < parts; part += 1n) moves.push({ from, to, amount: amount / parts });
  };
  const wallet = accountIn(world, 0);
  const payers = 1 + random.below(2);
  for (let payer = 0; payer < payers; payer += 1) {
    const near = account();
    const behind = 1 + random.below(2);
    for (let one = 0; one < behind; one += 1) {
      const far = account();
      pay(service(), far, 5_000_000_000n);
      pay(far, near, 4_000_000_000n);
    }
    pay(service(), near, 1_000_000_000n);
    pay(near, wallet, 3_000_000_000n);
  }
  const paid = account();
  pay(wallet, paid, 1_000_000_000n);
  pay(paid, service(), 600_000_000n);
  const then = account();
  pay(paid, then, 300_000_000n);
  pay(then, service(), 200_000_000n);
  const step = Math.floor(BLOCKS / (moves.length + 1));
  return moves.map(({ from, to, amount }, index) => {
    const block = FIRST_BLOCK + index * step + random.below(step);
    return {
      block,
      transactionIndex: 0,
      transactionId: `0x${(world * 1_000 + index).toString(16).padStart(64, '0')}`,
      kind: 'token',
      index,
      ordinal: 0,
      from,
      to,
      amount,
      time: block * SECONDS_PER_BLOCK,
    };
  });
}

function accountIn(world: number, index: number): string {
  return `0x3${world.toString(16).padStart(8, '0')}${index.toString(16).padStart(2, '0')}5ca1ab1e0ddba11c0ffeefacade00`;
}

function serviceAt(index: number): string {
  return `0x4${index.toString(16).padStart(10, '0')}5ca1ab1e0ddba11c0ffeefacade00`;
}

function labelAt(index: number): Label {
  const category = CATEGORIES[index % CATEGORIES.length] ?? 'other_entities';
  return {
    entity: `${category} ${index % 40}`,
    category,
    confidence: 70,
    source: 'bench',
    sourceUrl: null,
    sourceDate: null,
    validFrom: null,
    validTo: null,
    origin: 'given',
  };
}
