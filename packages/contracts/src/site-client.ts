/** The calls that pages of the site make while they are rendered, apart from the client that browsers load. */
import { objectOf } from './answer.ts';
import type { CoverageData } from './site/coverage.ts';
import type { ShowcaseData } from './site/showcase.ts';
import type { Sender } from './survey-client.ts';

export interface SiteClient<Signal> {
  /** GET /site/coverage. */
  coverage(
    query?: { readonly page?: number; readonly conflicts?: number },
    options?: { readonly signal?: Signal },
  ): Promise<CoverageData>;
  /** GET /site/showcase. */
  showcase(options?: { readonly signal?: Signal }): Promise<ShowcaseData>;
}

/**
 * What the landing page and the page of sources show, over any client.
 *
 * @example
 * const { sets, records } = await siteClient(client).coverage({ page: 2 });
 */
export function siteClient<Signal>({ send }: Sender<Signal>): SiteClient<Signal> {
  return {
    async coverage({ page = 1, conflicts = 1 } = {}, options) {
      const data = await send('GET', `/site/coverage?page=${page}&conflicts=${conflicts}`, undefined, options);
      return objectOf<CoverageData>(data, { sets: 'array', records: 'array' });
    },
    async showcase(options) {
      return objectOf<ShowcaseData>(await send('GET', '/site/showcase', undefined, options), { checks: 'array' });
    },
  };
}
