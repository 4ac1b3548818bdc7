/** A length as drawing operators have it: thousandths of a point are finer than any printer. */
export function decimal(points: number): number {
  return Math.round(points * 1000) / 1000;
}
