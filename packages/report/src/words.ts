import type { CanonicalResult, CanonicalSlice } from '@assay/certificate';

/** Texts of the certificate that are the same on the page: shares, dollars, amounts, times, risk words. */
export type RiskKey = CanonicalSlice['group'];

export const RISK_WORDS: Record<RiskKey, string> = {
  high: 'High risk',
  mid: 'Medium risk',
  low: 'Low risk',
  none: 'Not attributed',
};

export const RISK_OF_VERDICT = { low: 'low', medium: 'mid', high: 'high', not_rated: 'none' } as const;

export const DIRECTION_WORDS = { incoming: 'Incoming', outgoing: 'Outgoing' } as const;

export type DirectionName = keyof typeof DIRECTION_WORDS;

/** '12.3%': one decimal. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

/** '$1,658.88', the same on every machine. */
export function formatUsd(usd: number): string {
  const [whole = '0', cents = '00'] = Math.abs(usd).toFixed(2).split('.');
  return `${usd < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}

/** Base units as a decimal number with thousands marked. Text that is no whole number stays as it is. */
export function formatAmount(baseUnits: string, decimals: number): string {
  if (!/^-?\d+$/.test(baseUnits)) return baseUnits;
  const negative = baseUnits.startsWith('-');
  const digits = baseUnits.replace('-', '').padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/^0+(?=\d)/, '');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const marked = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${negative ? '-' : ''}${marked}${fraction === '' ? '' : `.${fraction}`}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** '20 Nov 2026', in UTC. Text that is no time stays as it is. */
export function formatDay(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return `${twoDigits(time.getUTCDate())} ${MONTHS[time.getUTCMonth()]} ${time.getUTCFullYear()}`;
}

/** '20 Nov 2026, 11:47', in UTC. */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return `${formatDay(iso)}, ${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}`;
}

/** '3Nc9H…LijSj': first and last five characters of anything of fourteen or more. */
export function shortenAddress(address: string): string {
  return address.length < 14 ? address : `${address.slice(0, 5)}…${address.slice(-5)}`;
}

/** One sentence a line, as the headline is set. */
export function sentencesOf(text: string): readonly string[] {
  return text.match(/[^.!?]+[.!?]*/g)?.map((sentence) => sentence.trim()) ?? [text];
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** What goes round the rim of the rosette: plain letters and digits, whatever the product is called. */
export function rimLine(result: CanonicalResult): string {
  const { issuer, sub_id: subId, asset, checked_at: checkedAt } = result;
  const line = `${issuer.product.toUpperCase()} ${subId} ${asset.ticker} ${checkedAt.slice(0, 10)}`;
  return line
    .replace(/[^\x21-\x7e]+/g, ' ')
    .trim()
    .slice(0, 120);
}

/** The letters that stand on the disc of an asset without a glyph. */
export function discLetters(ticker: string): string {
  const letters = ticker.replace(/[^A-Za-z0-9]/g, '').slice(0, 4);
  return letters === '' ? '?' : letters;
}
