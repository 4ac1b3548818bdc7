import type { Texts } from '../texts/texts.ts';

const MILLION = 1_000_000;

/** Day and minute, as people of the language write them; the zone never stands alone on a line. */
export function dateText(t: Texts, iso: string): string {
  const text = new Intl.DateTimeFormat(t.code === 'en' ? 'en-GB' : t.code, {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(iso));
  return `${text}\u00a0UTC`;
}

export function percentText(t: Texts, share: number): string {
  return new Intl.NumberFormat(t.code, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    Math.min(1, share),
  );
}

/** Dollars of a result; from a million on shortened, because a phone's line holds no more. */
export function usdText(t: Texts, usd: number): string {
  if (usd >= MILLION) return dollars(t, { notation: 'compact', maximumFractionDigits: 1 }).format(usd);
  return dollars(t, { maximumFractionDigits: usd < 100 ? 2 : 0 }).format(usd);
}

/** What something costs, to the cent. */
export function priceText(t: Texts, cents: number): string {
  return dollars(t, {}).format(cents / 100);
}

function dollars(t: Texts, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(t.code === 'en' ? 'en-US' : t.code, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    ...options,
  });
}
