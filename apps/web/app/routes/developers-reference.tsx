import { useLocation } from 'react-router';
import { apiFetchContext } from '../context/load-context.ts';
import { ReferenceDocument, referenceText } from '../features/developers/reference-text.ts';
import { ReferenceViewer } from '../features/developers/reference-viewer.tsx';
import { TextPage } from '../features/published/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { SiteLink } from '../shell/navigation/site-link.tsx';
import { breadcrumbs } from '../shell/navigation/structured-data.ts';
import '../features/published/text.css';
import '../features/developers/reference.css';
import type { Route } from './+types/developers-reference';

const TITLE = 'API reference';
const PATH = '/developers/reference';
const PLAIN = '?view=plain';

export async function loader({ context }: Route.LoaderArgs) {
  const answer = await context.get(apiFetchContext)('/api/v1/openapi.json');
  return { page: referenceText(ReferenceDocument.parse(await answer.json())) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(TITLE, matches, {
    description: 'Every call, field and answer of the public API, made of its OpenAPI document.',
    isListed: true,
    structuredData: (site) => [
      breadcrumbs(site, [
        { name: site.productName, path: '/' },
        { name: 'Public API', path: '/developers' },
        { name: TITLE, path: PATH },
      ]),
    ],
  });

export default function DevelopersReference({ loaderData: { page } }: Route.ComponentProps) {
  const isPlain = useLocation().search === PLAIN;
  const text = (
    <TextPage
      page={page}
      lead={
        <p>
          Every call, field and answer of the <SiteLink to="/developers">public API</SiteLink>, made of its{' '}
          <a href="/api/v1/openapi.json">OpenAPI document</a>. Also as{' '}
          {isPlain ? (
            <a href={PATH}>interactive reference</a>
          ) : (
            <a href={`${PATH}${PLAIN}`}>plain page, which stays as it is</a>
          )}
          .
        </p>
      }
    />
  );
  return isPlain ? text : <ReferenceViewer plain={`${PATH}${PLAIN}`}>{text}</ReferenceViewer>;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
