import { data, redirect } from 'react-router';
import { readText } from '../../shell/secrets/read-text.ts';
import { sentRefusal } from '../../shell/secrets/sent-refusal.ts';
import { textOf } from '../../shell/session/form-client.ts';
import { type AuditScope, auditPath, searchOf } from './audit-paths.ts';

/** Why a search was not made. */
export interface AuditSearchAnswer {
  readonly error: string;
}

const WRONG_FIELDS = 422;

/** For actions only. The form is posted, and not a query, so that a secret typed into it is in no URL. */
export async function answerAuditSearch(scope: AuditScope, request: Request) {
  const form = await request.formData();
  const search = searchOf((name) => textOf(form, name));
  for (const text of [search.actor, search.target]) {
    const error = sentRefusal(await readText(text));
    if (error !== null) return data<AuditSearchAnswer>({ error }, { status: WRONG_FIELDS });
  }
  return redirect(auditPath(scope, search));
}
