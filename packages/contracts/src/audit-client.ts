/** The calls of the audit log, apart from the client so that no first page carries them. */
import { objectOf } from './answer.ts';
import type { AuditLogData } from './audit/audit-log.ts';
import type { Sender } from './survey-client.ts';

/** Whose log. */
export type AuditScope = 'workspace' | 'service';

export interface AuditClient<Signal> {
  /** GET /audit/log and GET /audit/service/log; `query` as a form sends it. */
  page(scope: AuditScope, query: string, options?: { readonly signal?: Signal }): Promise<AuditLogData>;
}

/**
 * The audit log, over any client.
 *
 * @example
 * const { entries } = await auditClient(client).page('workspace', 'action=session.start');
 */
export function auditClient<Signal>({ send }: Sender<Signal>): AuditClient<Signal> {
  return {
    async page(scope, query, options) {
      const path = scope === 'service' ? '/audit/service/log' : '/audit/log';
      return objectOf<AuditLogData>(await send('GET', `${path}?${query}`, undefined, options), {
        entries: 'array',
        actions: 'array',
      });
    },
  };
}
