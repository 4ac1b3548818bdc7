import type { ApiFetch } from './api-fetch.ts';
import type { ServedSite, SiteSettings } from './site-build.ts';

/** One page to render. Plain data, so that it can be sent to another thread. */
export interface PageJob {
  readonly method: string;
  /** Absolute, on the public origin of the site. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The fields of a form; null for GET and HEAD. */
  readonly body: string | null;
  readonly settings: SiteSettings;
  readonly nonces: { readonly script: string; readonly style: string };
}

export interface RenderedPage {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** How a page asks for its data, and when nobody waits for it any more. */
export interface PageVisit {
  readonly apiFetch: ApiFetch;
  readonly signal: AbortSignal;
}

export interface PageRenderer {
  /** @throws what the page threw, or that it answered with an error that is not a page */
  render(build: ServedSite, job: PageJob, visit: PageVisit): Promise<RenderedPage>;
  close(): Promise<void>;
}
