import { listenForStop } from '@assay/command';
import { serve } from '../../apps/server/src/main.ts';
// The server of `npm run dev`: the product's own, with the site from Vite instead of a build. On this machine only: Vite
// serves the sources, and the pages have no content security policy.
import { openServiceOutput } from '../../apps/server/src/platform/command/service-output.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { withSecretFiles } from '../../apps/server/src/platform/config/secret-files.ts';
import type { SiteVisit } from '../../apps/server/src/platform/host/site-build.ts';
import { isLoopbackServer } from '../../apps/server/src/platform/kernel/network/loopback.ts';
import { devSite } from '../../apps/web/tools/dev/dev-site.ts';

const stop = listenForStop();
const output = openServiceOutput();
try {
  const config = readConfig(withSecretFiles(process.env));
  if (!isLoopbackServer(config))
    throw new Error('npm run dev is for this machine: HOST and PUBLIC_URL must be loopback.');
  await serve(config, { ...output, signal: stop.signal, site: devSite<SiteVisit>() });
} catch (error) {
  process.exitCode = stop.signal.aborted ? 0 : 3;
  if (!stop.signal.aborted) output.fail(error instanceof Error ? (error.stack ?? error.message) : String(error), error);
} finally {
  output.clear();
  stop.dispose();
}
