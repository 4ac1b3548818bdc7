/** Orders text by code units, not by a locale, so that every machine agrees. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
