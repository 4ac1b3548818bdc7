import { createClient } from '@assay/contracts/client';
import { apiFetchContext } from '../context/load-context.ts';
// By file: what one page alone needs is not loaded by the others.
import { answerDisputeForm } from '../features/disputes/answer-dispute-form.ts';
import { DisputeFormPage } from '../features/disputes/dispute-form-page.tsx';
import { askForPage } from '../shell/data/ask-for-page.ts';
import { ErrorPage } from '../shell/layout/error-page.tsx';
import { pageMeta } from '../shell/navigation/page-meta.ts';
import { readLinkedAddress } from '../shell/secrets/linked-address.ts';
import '../features/published/text.css';
import '../features/disputes/disputes.css';
import type { Route } from './+types/dispute';

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const address = await readLinkedAddress(url);
  const network = url.searchParams.get('network') ?? '';
  const service = url.searchParams.get('service') ?? '';
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  const { signal } = request;
  if (service !== '') {
    const { service: row } = await askForPage(
      client.call('GET /services/:slug', { slug: service, signal }),
      'This name is not on the list of services that identify their customers.',
    );
    return { place: null, service: row };
  }
  if (address === '' || network === '') return { place: null, service: null };
  const place = await askForPage(client.call('GET /disputes/labels', { query: { network, address }, signal }));
  return { place, service: null };
}

export async function action({ context, request }: Route.ActionArgs) {
  return await answerDisputeForm({ context, request });
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta((loaderData?.service ?? null) === null ? 'Dispute a label' : 'Dispute a service’s row', matches);

export default function Dispute({ loaderData, actionData }: Route.ComponentProps) {
  return <DisputeFormPage {...loaderData} answer={actionData ?? null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
