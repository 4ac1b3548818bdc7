/**
 * Ratios of a transfer, fixed once at append (docs/method, section 2). Balances and amounts are base units of any
 * size; a ratio is the double nearest to the exact fraction, so every store that keeps exact balances agrees bit for
 * bit.
 */

/** Running balance of one account in base units; never negative. */
export type Balance = bigint;

export interface InflowStep {
  /** Balance after the inflow. */
  readonly after: Balance;
  /** a: share of the balance just after that this inflow is, 0..1. */
  readonly inflowShare: number;
}

export interface OutflowStep {
  /** Balance after the outflow; 0 when more left than was known. */
  readonly after: Balance;
  /** kappa: share of the amount that the known balance covers, 0..1. */
  readonly covered: number;
  /** phi: share of the balance just before that leaves, 0..1. */
  readonly outflowShare: number;
}

/** The ratios of one record and the balances of both ends after it. */
export interface TransferStep {
  readonly fromAfter: Balance;
  readonly toAfter: Balance;
  readonly inflowShare: number;
  readonly covered: number;
  readonly outflowShare: number;
}

const EXACT_DOUBLE = 9_007_199_254_740_992n;

/**
 * The double nearest to `part / whole` (ties to even), for any size of either.
 *
 * @param part Base units, at least 0.
 * @param whole Base units, more than 0.
 * @throws RangeError when `part` is negative or `whole` is not positive.
 * @example
 * ratio(1n, 3n); // 0.3333333333333333
 */
export function ratio(part: bigint, whole: bigint): number {
  if (whole <= 0n || part < 0n) throw new RangeError(`ratio expected 0 <= part and 0 < whole, got ${part}/${whole}`);
  if (part === 0n) return 0;
  if (part < EXACT_DOUBLE && whole < EXACT_DOUBLE) return Number(part) / Number(whole);
  // A quotient of at least 64 bits, its last bit set when anything was cut off, rounds as the exact fraction does.
  const shift = Math.max(0, bitLength(whole) - bitLength(part) + 65);
  const scaled = part << BigInt(shift);
  const quotient = scaled / whole;
  const sticky = quotient * whole === scaled ? quotient : quotient | 1n;
  return Number(sticky) * 2 ** -shift;
}

/**
 * What an inflow does to its receiver (docs/method, section 2).
 *
 * @param before Balance before it, base units.
 * @param amount Base units, more than 0.
 * @example
 * receive(300n, 100n); // { after: 400n, inflowShare: 0.25 }
 */
export function receive(before: Balance, amount: bigint): InflowStep {
  const after = before + amount;
  return { after, inflowShare: ratio(amount, after) };
}

/**
 * What an outflow does to its sender (docs/method, section 2): a deficit leaves nothing behind and is only partly
 * covered.
 *
 * @param before Balance before it, base units.
 * @param amount Base units, more than 0.
 * @example
 * spend(300n, 400n); // { after: 0n, covered: 0.75, outflowShare: 1 }
 */
export function spend(before: Balance, amount: bigint): OutflowStep {
  if (before === 0n) return { after: 0n, covered: 0, outflowShare: 1 };
  if (amount >= before) return { after: 0n, covered: ratio(before, amount), outflowShare: 1 };
  return { after: before - amount, covered: 1, outflowShare: ratio(amount, before) };
}

/**
 * Advances both ends of one transfer. Zero amounts and self transfers are no records (`isRecord`) and must not come
 * here.
 *
 * @example
 * advance(300n, 0n, 100n);
 * // { fromAfter: 200n, toAfter: 100n, inflowShare: 1, covered: 1, outflowShare: 0.3333333333333333 }
 */
export function advance(fromBefore: Balance, toBefore: Balance, amount: bigint): TransferStep {
  const out = spend(fromBefore, amount);
  const into = receive(toBefore, amount);
  return {
    fromAfter: out.after,
    toAfter: into.after,
    inflowShare: into.inflowShare,
    covered: out.covered,
    outflowShare: out.outflowShare,
  };
}

/** Whole base units in a share of an amount, rounded down; exact for every double from 0 to 1. */
export function shareOf(share: number, amount: bigint): bigint {
  if (share >= 1) return amount;
  if (!(share > 0)) return 0n;
  if (amount < EXACT_DOUBLE) return BigInt(floorOfProduct(share, Number(amount)));
  let mantissa = share;
  let shift = 0;
  // A power of two loses nothing, and more of it than needed is shifted out again.
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2 ** 53;
    shift += 53;
  }
  return (amount * BigInt(mantissa)) >> BigInt(shift);
}

/**
 * The exact product, rounded down, of a number from 0 to 1 and a whole one below 2^53. A rounded product that is not
 * whole lies between the same whole numbers as the exact one; of a whole one, the part that was rounded away (Dekker,
 * "A floating-point technique for extending the available precision", 1971) says on which side the exact one lies.
 */
function floorOfProduct(share: number, amount: number): number {
  const product = share * amount;
  const whole = Math.floor(product);
  if (product !== whole || whole === 0) return whole;
  const shareHigh = highHalf(share);
  const amountHigh = highHalf(amount);
  const shareLow = share - shareHigh;
  const amountLow = amount - amountHigh;
  const lost =
    shareLow * amountLow - (product - shareHigh * amountHigh - shareLow * amountHigh - shareHigh * amountLow);
  return lost < 0 ? whole - 1 : whole;
}

/** The leading 26 bits of a double. */
function highHalf(value: number): number {
  const scaled = value * 134_217_729;
  return scaled - (scaled - value);
}

function bitLength(value: bigint): number {
  const hex = value.toString(16);
  return hex.length * 4 - Math.clz32(Number.parseInt(hex.slice(0, 1), 16)) + 28;
}
