import type { Stars } from '@assay/domain';

/** A fraction as the evidence table shows it: one decimal, and never 0.0% or 100.0% for what is not quite that. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.0005) return 'under 0.1%';
  if (share < 1 && share >= 0.9995) return 'over 99.9%';
  return `${(share * 100).toFixed(1)}%`;
}

/** A bound of the rules: 3%, 0.5%, 0.1%. */
export function formatBound(share: number): string {
  return `${Number((share * 100).toFixed(3))}%`;
}

/** Points of 100, at most one decimal; a total just under a bound of the stars never reads as the bound. */
export function formatPoints(points: number): string {
  const rounded = Math.round(points * 10) / 10;
  return (rounded > points && Number.isInteger(rounded / 20) ? rounded - 0.1 : rounded).toFixed(1).replace(/\.0$/, '');
}

/** US dollars: cents under $1,000, whole dollars above. */
export function formatUsd(usd: number): string {
  if (usd > 0 && usd < 0.01) return 'under $0.01';
  const whole = usd >= 1000;
  const [dollars = '0', cents] = (whole ? Math.round(usd).toString() : usd.toFixed(2)).split('.');
  const grouped = dollars.replace(/\B(?=(\d{3})+$)/g, ',');
  return cents === undefined || cents === '00' ? `$${grouped}` : `$${grouped}.${cents}`;
}

const STAR_WORDS = ['No stars', 'One star', 'Two stars', 'Three stars', 'Four stars', 'Five stars'] as const;

/** 'Four stars', to begin a sentence. */
export function nameStars(stars: Stars): string {
  return STAR_WORDS[stars];
}

/** 'a, b and c'. */
export function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
