import { configuredSite } from './app/composition/site-settings.ts';
import { openDatabase } from './app/databases/open-database.ts';
import { pageThreads } from './modules/reports/outside/rendering/page-threads.ts';
import { type Config, ConfigError } from './platform/config/config.ts';
import { requireEnoughMemory } from './platform/config/enough-memory.ts';
import type { TelemetryFacts } from './platform/config/settings/telemetry-settings.ts';
import { unsafeToServe, warningsToServe } from './platform/config/unsafe-to-serve.ts';
import type { PageJob } from './platform/host/page-renderer.ts';
import { SITE_BUILD_DIR } from './platform/host/site-build.ts';
import { settleAddress } from './platform/http/listen.ts';
import { PRODUCT_VERSION } from './platform/kernel/product-version.ts';
import type { ServeContext } from './product.ts';

/** Runs the whole product until the signal stops it; returns when everything it started has ended. */
export async function serve(configured: Config, context: ServeContext): Promise<void> {
  const settingsMs = performance.now();
  const reasons = unsafeToServe(configured);
  if (reasons.length > 0) {
    throw new ConfigError(`These settings are not safe to open to others:\n  ${reasons.join('\n  ')}`);
  }
  requireEnoughMemory();
  for (const warning of warningsToServe(configured)) context.log.warn(warning);
  const { config, release } = await settleAddress(configured);
  const closers: (() => Promise<void>)[] = [release];
  try {
    if (config.telemetry !== null) closers.push(await startTelemetry(config.telemetry, context));
    const begun = Promise.withResolvers<void>();
    const opening = openDatabase(config, {
      isServer: true,
      signal: context.signal,
      report: (text) => context.say(`${text}.`),
      onStandby: (text) => context.log.warn(text),
      onBegun: begun.resolve,
    });
    // What could not be opened has nothing to close, and its error is thrown below.
    closers.push(() =>
      opening.then(
        (database) => database.close(),
        () => undefined,
      ),
    );
    // PostgreSQL starts, and the thread of the pages loads the site, while this thread loads the modules of the product.
    // It does so in one go: what is to be done meanwhile has to have begun.
    if (config.databaseUrl === null) await Promise.race([begun.promise, opening]);
    const pages = pageThreads(
      context.site === undefined ? { ahead: { buildDir: SITE_BUILD_DIR, rehearsal: landing(config) } } : {},
    );
    closers.push(() => pages.close());
    const [database, { openProduct }] = await Promise.all([opening, import('./product.ts')]);
    const readyMs = performance.now();
    await openProduct(config, database, closers, { ...context, pages, release, settingsMs, readyMs });
  } finally {
    await closeAll(closers, context);
  }
}

/** The first page of a visitor, without what the database holds. */
function landing(config: Config): PageJob {
  return {
    method: 'GET',
    url: new URL('/', config.publicUrl).href,
    headers: [],
    body: null,
    settings: { ...configuredSite(config), coverage: [], examples: [] },
    nonces: { script: '', style: '' },
  };
}

/** Before anything that is traced. Loaded here: without it, no start waits for its code. */
async function startTelemetry(facts: TelemetryFacts, { log, onLine }: ServeContext): Promise<() => Promise<void>> {
  const { openTelemetry } = await import('./platform/telemetry/open-telemetry.ts');
  const telemetry = openTelemetry(facts, PRODUCT_VERSION, log);
  onLine?.(telemetry.line);
  return () => telemetry.close();
}

/** What was started last stops first, so that nothing loses the database it works with. */
async function closeAll(closers: readonly (() => Promise<void>)[], { log }: ServeContext): Promise<void> {
  for (const close of closers.toReversed()) {
    try {
      await close();
    } catch (error) {
      log.error({ err: error }, 'something could not be stopped');
    }
  }
}
