import { data } from 'react-router';
import { PlainPage } from '../shell/layout/error-page.tsx';
import { missingPageMeta } from '../shell/navigation/page-meta.ts';
import type { Route } from './+types/not-found';

export function loader({ request }: Route.LoaderArgs) {
  return data({ path: new URL(request.url).pathname }, { status: 404 });
}

export const meta: Route.MetaFunction = ({ matches }) => missingPageMeta(matches);

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return (
    <PlainPage title={`Page Not Found: ${loaderData.path}`}>
      <p>There is no page at this address. It may have a typing error. To check a wallet, start a new check.</p>
    </PlainPage>
  );
}
