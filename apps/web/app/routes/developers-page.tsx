import { data } from 'react-router';
import batches from '../../../../docs/developers/batches.md';
import mcp from '../../../../docs/developers/mcp.md';
import testAddresses from '../../../../docs/developers/test-addresses.md';
import webhooks from '../../../../docs/developers/webhooks.md';
import { TextPage } from '../features/published/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { missingPageMeta, pageMeta } from '../shell/navigation/page-meta.ts';
import { SiteLink } from '../shell/navigation/site-link.tsx';
import { breadcrumbs } from '../shell/navigation/structured-data.ts';
import '../features/published/text.css';
import type { Route } from './+types/developers-page';

/** The pages beside the main one of the public API: one route, since each route is in the list that every page loads. */
const PAGES = new Map([
  [
    'batches',
    {
      text: batches,
      title: 'Batches',
      description: 'Up to 100,000 addresses by one request of the public API: rows, parts, results, costs and limits.',
      after: '; members of a workspace have the same in the account, under ‘Batches’.',
    },
  ],
  [
    'mcp',
    {
      text: mcp,
      title: 'MCP',
      description: 'Checks for agents: the Model Context Protocol server, its tools, and what a key opens to it.',
      after: ', for agents: a server of the Model Context Protocol.',
    },
  ],
  [
    'test-addresses',
    {
      text: testAddresses,
      title: 'Test addresses',
      description: 'The addresses that test keys of the public API know, and what a check of each answers.',
      after: ', for programs that are tried out with a test key.',
    },
  ],
  [
    'webhooks',
    {
      text: webhooks,
      title: 'Webhooks',
      description: 'Events of the public API sent to your own server: how to receive, verify and repeat them.',
      after: ': its events, sent to your own server.',
    },
  ],
]);

export function loader({ params }: Route.LoaderArgs) {
  const found = PAGES.get(params.page);
  if (found === undefined) throw data(null, { status: 404 });
  const { text, title, description, after } = found;
  return { page: { ...text, title }, description, after, path: `/developers/${params.page}` };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined
    ? missingPageMeta(matches)
    : pageMeta(loaderData.page.title, matches, {
        description: loaderData.description,
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
