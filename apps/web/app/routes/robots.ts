import { settingsContext } from '../load-context.ts';
import { PREVIEW_PATHS, PRIVATE_PATHS } from '../shell/listed-paths.ts';
import type { Route } from './+types/robots';

const DAY_SECONDS = 86_400;

/** Results are not named here: they say themselves that they are not to be listed, and only who may read them hears it. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(settingsContext);
  const lines = [
    'User-agent: *',
    ...PREVIEW_PATHS.map((path) => `Allow: ${path}`),
    ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': `public, max-age=${DAY_SECONDS}` },
  });
}
