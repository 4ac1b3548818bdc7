/**
 * How many digits of an amount are decimal places, where they are not two.
 *
 * Source: https://docs.stripe.com/currencies, 'Zero-decimal currencies' and 'Three-decimal currencies'.
 */
const NO_PLACES = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const THREE_PLACES = 'bhd jod kwd omr tnd'.split(' ');

/** An amount in a currency's smallest unit, as the provider states it, as a decimal number: 1000 in `eur` is '10.00'. */
export function decimalOf(minor: number, currency: string): string {
  const places = NO_PLACES.includes(currency) ? 0 : THREE_PLACES.includes(currency) ? 3 : 2;
  if (places === 0) return String(minor);
  const digits = String(minor).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
