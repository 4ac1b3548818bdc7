import { settingsContext } from '../context/load-context.ts';
import { PREVIEW_PATHS, PRIVATE_PATHS } from '../shell/navigation/listed-paths.ts';
import type { Route } from './+types/robots';

const DAY_SECONDS = 86_400;

/** Results are not named here: their pages carry `noindex`, which a crawler must be able to read. */
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
