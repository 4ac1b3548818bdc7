import { Spinner } from '@assay/ui';
import type { ReactNode } from 'react';
import { useData } from '../../shell/data/use-data.ts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { call } from '../../shell/session/browser-client.ts';

export interface AdminGateProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page of administrators: until one has a second factor it says how to get one, as its calls are refused. */
export default function AdminGate({ title, children }: AdminGateProps) {
  const { data, problem } = useData('factors', (signal) => call('GET /auth/factors', { signal }));
  if (data === null && problem === null) {
    return (
      <>
        <Head title={title} />
        <Spinner />
      </>
    );
  }
  if (data !== null && data.factors.length === 0) {
    return (
      <>
        <Head title={title} />
        <p className="admin-gate">
          Administrators need a second factor. Add a passkey or an authenticator app on the page Security; this page
          then opens at once.
        </p>
        <SiteLink className="btn btn-primary" to="/account/security">
          Add a second factor
        </SiteLink>
      </>
    );
  }
  // Where the factors could not be loaded, the page says for itself what it lacks.
  return children;
}

function Head({ title }: { readonly title: string }) {
  return (
    <div className="acc-head">
      <h1>{title}</h1>
    </div>
  );
}
