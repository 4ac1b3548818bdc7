/**
 * Marks thousands in a string of digits: '1234567' is '1,234,567'. Without `Intl`, so that every machine gives the same
 * bytes.
 */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}
