import type { FastifyInstance } from 'fastify';
import { type BuildOrigin, type ServedSite, stampOf } from './site-build.ts';

/** Where the host takes the site from. */
export interface SiteSource<Site extends ServedSite = ServedSite> {
  /** The build to serve now; null while the site was never built. */
  current(): Promise<Site | null>;
  /** Adds to the server before its own plugins; the development site, which is never built, answers for its sources. */
  readonly attach?: (app: FastifyInstance) => Promise<void>;
}

export interface SiteSourceOptions<Site extends ServedSite> {
  /** Loads a build; one that cannot render is refused. */
  readonly load: (origin: BuildOrigin) => Promise<Site>;
  /** How often the folder is looked at, in milliseconds. */
  readonly lookEveryMs: number;
  readonly now?: () => number;
  /** Called once for each later build that cannot be loaded; the previous one is served on. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * The site under a folder, and the next one once it was built there, without a restart. While a build is being written,
 * or cannot be loaded, the former one stays.
 */
export function watchSite<Site extends ServedSite>(
  buildDir: string,
  options: SiteSourceOptions<Site>,
): SiteSource<Site> {
  const now = options.now ?? Date.now;
  let served: Site | null = null;
  let seen: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const stamp = await stampOf(buildDir);
    if (stamp === null || stamp === seen) return;
    seen = stamp;
    try {
      served = await options.load({ buildDir, stamp });
    } catch (error) {
      if (served === null) throw error;
      options.onFailure(error);
    }
  }

  return {
    async current() {
      if (looking === null && now() - lookedAt >= options.lookEveryMs) {
        lookedAt = now();
        looking = look().finally(() => {
          looking = null;
        });
      }
      // Only the very first visit waits: visits while the next build is loaded get the current one.
      if (looking !== null && served === null) await looking;
      else looking?.catch(options.onFailure);
      return served;
    },
  };
}

/** A site that never changes: a build held in memory, or none. */
export function fixedSite(build: ServedSite | null): SiteSource {
  return { current: async () => build };
}
