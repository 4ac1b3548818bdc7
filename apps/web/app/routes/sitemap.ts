import { settingsContext } from '../context/load-context.ts';
import { GUIDES } from '../features/developers/guides.ts';
import { listedPaths } from '../shell/navigation/listed-paths.ts';
import type { Route } from './+types/sitemap';

const DAY_SECONDS = 86_400;

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(settingsContext);
  const guides = [...GUIDES.keys()].map((name) => `/developers/${name}`);
  const entries = [...listedPaths(), ...guides].map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
  return new Response(xml, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': `public, max-age=${DAY_SECONDS}` },
  });
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
