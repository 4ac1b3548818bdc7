import { ApiError, createClient } from '@assay/contracts/client';
import { type RouterContextProvider, redirect } from 'react-router';
import { apiFetchContext } from '../../context/load-context.ts';
import { askForPage } from '../../shell/data/ask-for-page.ts';
import { readText } from '../../shell/secrets/read-text.ts';
import { requireUser } from '../../shell/session/read-session.ts';
import { type AuditScope, askedOf, auditPath, searchOf } from './audit-paths.ts';

interface Visit {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}

const LOGS = { workspace: 'GET /audit/log', service: 'GET /audit/service/log' } as const;

/** For loaders only: a page of an audit log, with the search that its address names. */
export async function loadAuditPage(scope: AuditScope, { context, request }: Visit) {
  const { isAdmin } = await requireUser({ context, request });
  const params = new URL(request.url).searchParams;
  const search = searchOf((name) => params.get(name));
  for (const text of [search.actor, search.target]) {
    if ((await readText(text)).is !== 'clear')
      throw redirect(
        auditPath(
          scope,
          searchOf(() => null),
        ),
      );
  }
  const before = params.get('before') ?? '';
  const client = createClient<AbortSignal>({ fetch: context.get(apiFetchContext), baseUrl: '/api', timezone: 'UTC' });
  const query = { ...askedOf(search), ...(before === '' ? {} : { before: Number(before) }) };
  const log = await askForPage(pageOf(client.call(LOGS[scope], { query, signal: request.signal })));
  return { isAdmin, scope, search, isNewest: before === '', log };
}

/** An administrator without a second factor is led to where one is added. */
async function pageOf<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'FactorNeeded') throw redirect('/account/security');
    throw error;
  }
}

export type AuditPageData = Awaited<ReturnType<typeof loadAuditPage>>;
