import { pathOf } from '@assay/contracts/client';
import { data } from 'react-router';
import { apiFetchContext, settingsContext } from '../context/load-context.ts';
import { readFacts, VerifyPage } from '../features/verify/index.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { missingPageMeta, pageMeta } from '../shell/navigation/page-meta.ts';
import '../features/verify/verify.css';
import type { Route } from './+types/verify-check';

export async function loader({ context, params }: Route.LoaderArgs) {
  const apiFetch = context.get(apiFetchContext);
  const subject = { sub_id: params.subId };
  const answer = await apiFetch(`/api${pathOf('GET /monitor/check/:sub_id/certificate.json', subject)}`);
  // Running, failed, revoked, unknown: there is nothing to verify.
  if (!answer.ok) throw data('There is no certificate for this result, or it is no longer shared.', { status: 404 });
  return { siteUrl: context.get(settingsContext).publicUrl, facts: await readFacts(await answer.text()) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData === undefined
    ? missingPageMeta(matches)
    : pageMeta('Verify a report', matches, {
        description: `Check the signed report ${loaderData.facts.subId} in your browser, without uploading it.`,
      });

export default function VerifyCheck({ loaderData }: Route.ComponentProps) {
  return (
    <main className="page" id="main">
      <VerifyPage siteUrl={loaderData.siteUrl} facts={loaderData.facts} />
    </main>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
