/** '3Nc9H…LijSj': first and last five characters of anything of fourteen or more. */
export function shortenAddress(address: string): string {
  return address.length < 14 ? address : `${address.slice(0, 5)}…${address.slice(-5)}`;
}

/**
 * Base units as a decimal number with thousands marked: `formatAmount('1500000', 6)` is '1.5'.
 *
 * @throws SyntaxError when `baseUnits` is no whole number.
 */
export function formatAmount(baseUnits: string, decimals: number): string {
  const negative = baseUnits.startsWith('-');
  const digits = BigInt(negative ? baseUnits.slice(1) : baseUnits)
    .toString()
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** '20 Nov 2026, 11:47', in UTC: a report says the same to whoever opens it. Text that is no time stays as it is. */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const clock = `${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}`;
  return `${formatDay(iso)}, ${clock}`;
}

/** '20 Nov 2026', in UTC. */
export function formatDay(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return `${twoDigits(time.getUTCDate())} ${MONTHS[time.getUTCMonth()]} ${time.getUTCFullYear()}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
