/**
 * Stablecoins that count as one US dollar each. No other price is known to this version, so the dollar rules of the
 * method use these only; every other asset has no USD.
 */
export const STABLE_AT_PAR: ReadonlySet<string> = new Set([
  'USDT',
  'USDC',
  'DAI',
  'BUSD',
  'TUSD',
  'USDP',
  'GUSD',
  'FDUSD',
  'PYUSD',
]);

/** USD of an amount in base units, rounded to cents; null where no price is known. */
export function usdOf(ticker: string, amount: bigint, decimals: number): number | null {
  if (!STABLE_AT_PAR.has(ticker)) return null;
  const unit = 10n ** BigInt(decimals);
  // Whole dollars and cents apart: a sum of base units passes what a number holds exactly.
  const cents = (amount * 100n + unit / 2n) / unit;
  return Number(cents) / 100;
}
