import { ApiError, createClient } from '@assay/contracts/client';
import type { RouterContextProvider } from 'react-router';
import { apiFetchContext } from '../../context/load-context.ts';

/** What signing in may offer on the machine the service runs on; nothing anywhere else. */
export interface LocalOffer {
  readonly hasDemo: boolean;
  /** Page of the mails that were not really sent. */
  readonly outboxPath: string | null;
  /** Whether the link that the terminal printed would bring both: this visit has not opened it. */
  readonly needsPrintedLink: boolean;
}

const NOTHING: LocalOffer = { hasDemo: false, outboxPath: null, needsPrintedLink: false };

/** For loaders only. A comfort that cannot be found out about is none. */
export async function readLocalOffer(visit: Readonly<RouterContextProvider>): Promise<LocalOffer> {
  const client = createClient<AbortSignal>({ fetch: visit.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  try {
    const { offered, outbox_path, needs_printed_link } = await client.call('GET /auth/demo');
    return { hasDemo: offered, outboxPath: outbox_path, needsPrintedLink: needs_printed_link };
  } catch (error) {
    if (error instanceof ApiError) return NOTHING;
    throw error;
  }
}
