import { ASSETS } from './assets/index.ts';
import type { NetworkId } from './network.ts';

/** Blocks may be dated so far ahead of the clocks of those who accept them (Bitcoin's rule, the widest of all). */
export const AHEAD_SECONDS = 2 * 60 * 60;
/** The last second that has a date (ECMA-262, 21.4.1.1). */
const LAST_DATE = 8_640_000_000_000;
/** Whole units of an asset that nothing moves: the largest supply of a listed one is a thousandth of it. */
const MOST_UNITS = 18;

/** What is checked of a record: when it was, and how much of which asset it moved. */
export interface RecordStatement {
  readonly network: NetworkId;
  readonly ticker: string;
  /** Unix seconds; null where it is not known yet. */
  readonly time: number | null;
  /** Base units. */
  readonly amounts: readonly bigint[];
}

const most = new Map<string, bigint>();

/**
 * Why a record cannot be true; null where it can.
 *
 * @param now Unix seconds
 */
export function implausible({ network, ticker, time, amounts }: RecordStatement, now: number): string | null {
  if (time !== null && time > now + AHEAD_SECONDS) {
    return `the time ${timeText(time)} is more than ${AHEAD_SECONDS / 3600} hours ahead of now`;
  }
  const limit = limitOf(network, ticker);
  const beyond = amounts.find((amount) => amount > limit);
  if (beyond === undefined) return null;
  return `the amount has ${beyond.toString().length} digits: more than 10^${MOST_UNITS} ${ticker}, which is more than there can be`;
}

/** A time without a date as the number it is. */
function timeText(seconds: number): string {
  return seconds > LAST_DATE ? `${seconds}` : `${new Date(seconds * 1000).toISOString().slice(0, -5)}Z`;
}

function limitOf(network: NetworkId, ticker: string): bigint {
  const key = `${network} ${ticker}`;
  const known = most.get(key);
  if (known !== undefined) return known;
  const decimals = ASSETS.find((asset) => asset.network === network && asset.ticker === ticker)?.decimals ?? 18;
  const limit = 10n ** BigInt(MOST_UNITS + decimals);
  most.set(key, limit);
  return limit;
}
