import type { Category } from '@assay/domain';
import type { Label, RawTransfer } from '@assay/exposure';
import { buildLabel } from './assessments.ts';
import { Random } from './random.ts';

/** A heavy-tailed account graph: hubs, cycles, dust, sweeps, deficits, self transfers, zero amounts, fees, mints. */
export interface AccountGraph {
  readonly transfers: readonly RawTransfer[];
  readonly labels: ReadonlyMap<string, readonly Label[]>;
  readonly openings: ReadonlyMap<string, bigint>;
  readonly openingUnread: ReadonlySet<string>;
  /** Addresses without a label that took part in a transfer. */
  readonly wallets: readonly string[];
}

export interface GraphSize {
  readonly seed: number;
  readonly accounts: number;
  readonly transfers: number;
  /** A whole history, as a chain keeps it: nobody begins with money or spends what it has not. */
  readonly isWhole?: boolean;
}

const CATEGORIES: readonly Category[] = [
  'sanctions',
  'scam',
  'mixer',
  'exchange_licensed',
  'gambling',
  'other_entities',
];
const START = 1_600_000_000;

/** Labels for about a sixth of the addresses: several to one, weak ones, and sanctions that begin or end midway. */
export function randomLabels(random: Random, addresses: readonly string[], until: number): Map<string, Label[]> {
  const labels = new Map<string, Label[]>();
  for (const address of addresses) {
    if (!random.chance(0.17)) continue;
    const count = 1 + random.below(3, 2);
    const midway = START + random.below(until);
    labels.set(
      address,
      Array.from({ length: count }, () =>
        buildLabel({
          entity: `Entity ${random.below(6)}`,
          category: random.pick(CATEGORIES),
          confidence: random.pick([10, 20, 40, 50, 70, 100]),
          source: `list ${random.below(3)}`,
          validFrom: random.chance(0.5) ? midway : null,
          validTo: random.chance(0.2) ? midway + 50 : null,
        }),
      ),
    );
  }
  return labels;
}

/** Builds an account graph; the same size and seed give the same graph. */
export function accountGraph({ seed, accounts, transfers, isWhole = false }: GraphSize): AccountGraph {
  const random = new Random(seed);
  const addresses = Array.from({ length: accounts }, (_, index) => `wallet-${index}`);
  const balances = new Map<string, bigint>();
  const openings = new Map<string, bigint>();
  for (const address of addresses) if (random.chance(0.1) && !isWhole) openings.set(address, random.amount());
  for (const [address, amount] of openings) balances.set(address, amount);

  const list: RawTransfer[] = [];
  for (let index = 0; index < transfers; index += 1) {
    const sender = random.chance(0.04) ? 'issuer' : (addresses[random.below(accounts, 2)] ?? '');
    const from = isWhole && (balances.get(sender) ?? 0n) === 0n ? 'issuer' : sender;
    const to = random.chance(0.04) ? 'fee' : random.chance(0.03) ? from : (addresses[random.below(accounts, 2)] ?? '');
    const balance = balances.get(from) ?? 0n;
    const drawn = amountOf(random, balance);
    const amount = isWhole && from !== 'issuer' && drawn > balance ? balance : drawn;
    balances.set(from, balance > amount ? balance - amount : 0n);
    balances.set(to, (balances.get(to) ?? 0n) + amount);
    const block = Math.floor(index / 4);
    list.push({
      block,
      transactionIndex: index % 4,
      transactionId: `tx-${index}`,
      kind: 'token',
      index: 0,
      ordinal: 0,
      from,
      to,
      amount,
      time: START + block,
    });
  }

  const labels = randomLabels(random, addresses, transfers / 4);
  const openingUnread = new Set(addresses.filter(() => random.chance(0.05) && !isWhole));
  const named = new Set(list.flatMap(({ from, to }) => [from, to]));
  const wallets = addresses.filter((address) => named.has(address) && !labels.has(address));
  return { transfers: list, labels, openings, openingUnread, wallets };
}

/** Mostly what the sender has: all of it, a part, dust; sometimes nothing, sometimes more than is known. */
function amountOf(random: Random, balance: bigint): bigint {
  if (random.chance(0.03)) return 0n;
  if (balance === 0n || random.chance(0.12)) return random.amount();
  if (random.chance(0.3)) return balance;
  if (random.chance(0.15)) return 1n;
  return (balance * BigInt(1 + random.below(99))) / 100n;
}
