import type { WebSettings } from '../../context/load-context.ts';

/** What published texts may name of the installation. */
export interface TextFacts {
  readonly product: string;
  readonly company: string;
  /** Email address of support. */
  readonly support: string;
  /** Address of the end-user licence agreement. */
  readonly licence: string;
  /** The host of the site, as people write it: without `https://`. */
  readonly site: string;
  /** For how long checks are kept, as people say it: '3 years' or '90 days'. */
  readonly kept: string;
  /** For how long invoices are kept: '7 years'. */
  readonly invoices: string;
}

const DAYS_A_YEAR = 365;

export function textFactsOf({
  productName,
  publicUrl,
  operator,
  checksKeptDays,
  invoicesKeptYears,
}: WebSettings): TextFacts {
  return {
    product: productName,
    company: operator.company,
    support: operator.supportEmail,
    licence: operator.licenceUrl,
    site: new URL(publicUrl).host,
    kept: timeInWords(checksKeptDays),
    invoices: `${invoicesKeptYears} years`,
  };
}

/** In years where they are whole, as days else. */
export function timeInWords(days: number): string {
  const [count, unit] = days % DAYS_A_YEAR === 0 ? [days / DAYS_A_YEAR, 'year'] : [days, 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
