import { data } from 'react-router';
import type { Route } from './+types/not-found';

export function loader({ request }: Route.LoaderArgs) {
  return data({ path: new URL(request.url).pathname }, { status: 404 });
}

export const meta: Route.MetaFunction = () => [{ title: 'Page Not Found' }];

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return (
    <main className="page" id="main">
      <div className="wrap plain">
        <h1>Page Not Found: {loaderData.path}</h1>
      </div>
    </main>
  );
}
