import type { FastifyRequest } from 'fastify';
import type { ApiFetch } from './api-fetch.ts';
import { hashInline } from './inline-hashes.ts';
import { PageCache, pageKeyOf, type StoredPage, storedPage } from './page-cache.ts';
import type { PageJob, RenderedPage } from './page-renderer.ts';
import { isUnchanged, recordCalls } from './recorded-calls.ts';
import type { ServedSite } from './site-build.ts';

/**
 * How long a page that is the same for everybody is sent without asking whether its data changed. Pages of one result
 * ask before every answer: a result that is no longer shared is not shown a second longer.
 */
const ASK_EVERY_MS = 1_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** The cookies of this site: who sends one may see another page than a visitor. */
const OWN_COOKIE = /(?:^|;)\s*(?:__Host-)?assay_/;

/** Renders through the queue; `apiFetch` is what the page asks its data from. */
export type RenderShared = (job: PageJob, apiFetch: ApiFetch) => Promise<RenderedPage>;

interface SharedVisit {
  readonly build: ServedSite;
  /** Without anything that only this visitor sent. */
  readonly job: PageJob;
  readonly apiFetch: ApiFetch;
  readonly render: RenderShared;
}

/** Pages that visitors share: rendered once for each build, settings and data, and sent as bytes. */
export class SharedPages {
  readonly #cache = new PageCache(MAX_BYTES);
  /** Pages that are being rendered or confirmed now: visitors who come together wait for one answer. */
  readonly #pending = new Map<string, Promise<StoredPage | RenderedPage>>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The stored page of this path if it is the same for everybody and needs no question to the API now. */
  fresh(build: ServedSite, path: string, settings: PageJob['settings']): StoredPage | null {
    if (build.sharingOf(path) !== 'everybody') return null;
    const stored = this.#cache.get(pageKeyOf(path, build.id, settings));
    return stored !== null && this.#now() - stored.confirmedAtMs < ASK_EVERY_MS ? stored.page : null;
  }

  /** The page, or what the site answered instead of one that can be shared. */
  async read(visit: SharedVisit): Promise<StoredPage | RenderedPage> {
    const { pathname } = new URL(visit.job.url);
    const key = pageKeyOf(pathname, visit.build.id, visit.job.settings);
    return visit.build.sharingOf(pathname) === 'with its data'
      ? this.#readWithData(key, visit)
      : this.#read(key, visit);
  }

  async #read(key: string, visit: SharedVisit): Promise<StoredPage | RenderedPage> {
    const stored = this.#cache.get(key);
    if (stored !== null && this.#now() - stored.confirmedAtMs < ASK_EVERY_MS) return stored.page;
    return this.#together(key, async () => {
      if (stored === null || !(await isUnchanged(stored.page.calls, visit.apiFetch))) return this.#render(key, visit);
      this.#cache.set(key, { page: stored.page, confirmedAtMs: this.#now() });
      return stored.page;
    });
  }

  async #readWithData(key: string, visit: SharedVisit): Promise<StoredPage | RenderedPage> {
    // What others wait for began before this visit: it is asked again below whether it still holds.
    await this.#pending.get(key)?.catch(() => undefined);
    const stored = this.#cache.get(key);
    if (stored !== null && (await isUnchanged(stored.page.calls, visit.apiFetch))) return stored.page;
    return this.#together(key, () => this.#render(key, visit));
  }

  #together(key: string, work: () => Promise<StoredPage | RenderedPage>): Promise<StoredPage | RenderedPage> {
    const known = this.#pending.get(key);
    if (known !== undefined) return known;
    const answer = work().finally(() => this.#pending.delete(key));
    this.#pending.set(key, answer);
    return answer;
  }

  async #render(key: string, visit: SharedVisit): Promise<StoredPage | RenderedPage> {
    this.#cache.delete(key);
    const confirmedAtMs = this.#now();
    const recorder = recordCalls(visit.apiFetch);
    const page = await visit.render(visit.job, recorder.fetch);
    const calls = recorder.calls();
    if (page.status !== 200 || calls === null || page.headers.some(([name]) => name === 'set-cookie')) return page;
    const stored = await storedPage(hashInline(page.body.toString(), visit.job.nonces), page.headers, calls);
    this.#cache.set(key, { page: stored, confirmedAtMs });
    return stored;
  }
}

/** Whether this visit may get a page that others get too: a visitor's, of a page that says so, without a query. */
export function isSharedVisit(request: FastifyRequest, build: ServedSite): boolean {
  const { method, url, headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
  return !OWN_COOKIE.test(headers.cookie ?? '') && build.sharingOf(url) !== 'never';
}
