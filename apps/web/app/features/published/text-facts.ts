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
}

export function textFactsOf({ productName, publicUrl, operator }: WebSettings): TextFacts {
  return {
    product: productName,
    company: operator.company,
    support: operator.supportEmail,
    licence: operator.licenceUrl,
    site: new URL(publicUrl).host,
  };
}
