import type { ResultPrices } from '@assay/contracts';
import type { Asset } from '@assay/domain';
import { type Direction, type ExposureStore, PAR, type Price, type SubjectFacts, usdOfAmounts } from '@assay/exposure';
import { dayOf, describePrices, type PricesService, STABLE_AT_PAR } from '../prices/index.ts';
import { type Flows, readFlows } from './own-flows.ts';

/** Dollars of what an address received and sent, by the price of each transfer's own day. */
export interface ValuedFlows {
  /** Null where any part of it has no price (docs/method, section 6.3). */
  readonly incomingUsd: number | null;
  readonly outgoingUsd: number | null;
  /** Of one amount, base units, at Unix seconds; null without a price. */
  readonly usdAt: (amount: bigint, time: number) => number | null;
  readonly facts: ResultPrices;
}

/** What a check needs of prices; a host without any leaves them out. */
export type CheckPrices = Pick<PricesService, 'modeOf' | 'pricesOf'>;

interface Subject {
  readonly store: ExposureStore;
  readonly facts: SubjectFacts;
  readonly amounts: Readonly<Record<Direction, bigint>>;
}

/** Prices the address's own transfers. `subject` is null where no record of it is held. */
export async function valueFlows(
  prices: CheckPrices | undefined,
  asset: Asset,
  subject: Subject | null,
  signal: AbortSignal,
): Promise<ValuedFlows> {
  const isStable = STABLE_AT_PAR.has(asset.ticker);
  const mode = (await prices?.modeOf(asset)) ?? (isStable ? 'par' : 'none');
  if (prices === undefined || mode !== 'by_day' || subject === null) {
    return constantValue(asset, subject, isStable ? PAR : null);
  }
  const incoming = await readFlows(subject.store, subject.facts, 'bwd', signal);
  const outgoing = await readFlows(subject.store, subject.facts, 'fwd', signal);
  const { byDay, facts } = await prices.pricesOf(asset, [...new Set([...incoming.keys(), ...outgoing.keys()])], signal);
  const priceOn = (day: string): Price | null => byDay.get(day)?.price ?? null;
  /** What providers count beyond the records read has no day: it takes the average of the rest. */
  const usdOf = (flows: Flows, total: bigint) => {
    const amounts = [...flows].map(([day, amount]) => ({ amount, price: priceOn(day) }));
    return amounts.length === 0 && !isStable ? null : usdOfAmounts(amounts, asset.decimals, total);
  };
  return {
    incomingUsd: usdOf(incoming, subject.amounts.bwd),
    outgoingUsd: usdOf(outgoing, subject.amounts.fwd),
    usdAt: (amount, time) => usdOfAmounts([{ amount, price: priceOn(dayOf(time)) }], asset.decimals),
    facts,
  };
}

function constantValue({ ticker, decimals }: Asset, subject: Subject | null, price: Price | null): ValuedFlows {
  const usdOf = (amount: bigint) => usdOfAmounts([{ amount, price }], decimals);
  return {
    incomingUsd: usdOf(subject?.amounts.bwd ?? 0n),
    outgoingUsd: usdOf(subject?.amounts.fwd ?? 0n),
    usdAt: usdOf,
    facts: describePrices(ticker, [], new Map(), price !== null),
  };
}
