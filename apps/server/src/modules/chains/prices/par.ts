import { PAR, type Price } from '@assay/exposure';

/**
 * Stablecoins that count as one US dollar each on every day. A day with a stored price that is off par by more than
 * `DEPEG_PERCENT` counts at its price: a coin that lost its peg is not worth a dollar.
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

/** Percent of a dollar. */
export const DEPEG_PERCENT = 2;

/** Whether a price is so far from a dollar that par would be wrong. */
export function isOffPar(price: Price): boolean {
  const distance = price > PAR ? price - PAR : PAR - price;
  return distance * 100n > BigInt(DEPEG_PERCENT) * PAR;
}
