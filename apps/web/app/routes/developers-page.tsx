import { data } from 'react-router';
import { GUIDES } from '../features/developers/guides.ts';
import { TextPage } from '../features/published/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { missingPageMeta, pageMeta } from '../shell/navigation/page-meta.ts';
import { SiteLink } from '../shell/navigation/site-link.tsx';
import { breadcrumbs } from '../shell/navigation/structured-data.ts';
import '../features/published/text.css';
import type { Route } from './+types/developers-page';

// One route for all: each route is in the list that every page loads.
export function loader({ params }: Route.LoaderArgs) {
  const found = GUIDES.get(params.page);
  if (found === undefined) throw data(null, { status: 404 });
  const { text, title, description, after } = found;
  return { page: { ...text, title }, description, after, path: `/developers/${params.page}` };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined
    ? missingPageMeta(matches)
    : pageMeta(loaderData.page.title, matches, {
        description: loaderData.description,
        isListed: true,
        structuredData: (site) => [
          breadcrumbs(site, [
            { name: site.productName, path: '/' },
            { name: 'Public API', path: '/developers' },
            { name: loaderData.page.title, path: loaderData.path },
          ]),
        ],
      });

export default function DevelopersPage({ loaderData: { page, after } }: Route.ComponentProps) {
  return (
    <TextPage
      page={page}
      lead={
        <p>
          Part of the <SiteLink to="/developers">public API</SiteLink>
          {after}
        </p>
      }
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
