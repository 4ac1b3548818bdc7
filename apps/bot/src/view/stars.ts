const ALL = 5;

/**
 * Stars as text: struck and blank ones, countable without colour.
 *
 * @example starsText(2) // '★★☆☆☆'
 */
export function starsText(stars: number): string {
  return '★'.repeat(stars) + '☆'.repeat(ALL - stars);
}

/** The marks of the certificate: the shape tells the group where colour cannot. */
export const MARKS = { high: '▲', mid: '◆', low: '●', none: '□' } as const;
