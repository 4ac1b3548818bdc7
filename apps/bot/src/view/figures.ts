import { boundOfShare, formatCents, formatTime, LEAST_USD } from '@assay/wording';
import type { Texts } from '../texts/texts.ts';

const MILLION = 1_000_000;

/** Day and minute in the format of the language; no line break comes before the zone. */
export function dateText(t: Texts, iso: string): string {
  if (t.code === 'en') return `${formatTime(iso)}\u00a0UTC`;
  const text = new Intl.DateTimeFormat(t.code, {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(iso));
  return `${text}\u00a0UTC`;
}

/** A share in the format of the language; in English, as everywhere in the product. */
export function percentText(t: Texts, share: number): string {
  const bound = boundOfShare(share);
  const format = new Intl.NumberFormat(t.code, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  return bound === null ? format.format(Math.min(1, share)) : t.figures[bound.side](format.format(bound.share));
}

/** Dollars of a result; shortened from a million on to fit a phone's line. */
export function usdText(t: Texts, usd: number): string {
  if (usd > 0 && usd < LEAST_USD) return t.figures.under(dollars(t, {}).format(LEAST_USD));
  if (usd >= MILLION) return dollars(t, { notation: 'compact', maximumFractionDigits: 1 }).format(usd);
  return dollars(t, { maximumFractionDigits: usd < 100 ? 2 : 0 }).format(usd);
}

/** A price to the cent. */
export function priceText(t: Texts, cents: number): string {
  if (t.code === 'en') return formatCents(cents);
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
