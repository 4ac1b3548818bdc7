import { data, redirect } from 'react-router';
import { readText } from '../../shell/secrets/read-text.ts';
import { sentRefusal } from '../../shell/secrets/sent-refusal.ts';
import { textOf } from '../../shell/session/form-client.ts';
import { entitiesPath } from './entity-paths.ts';

/** Why a search that was sent without a script was not made. */
export interface EntitySearchAnswer {
  readonly error: string;
}

const WRONG_FIELDS = 422;

/** For actions only. The form is posted, and not a query, so that a secret typed into it is in no URL. */
export async function answerEntitySearch(request: Request) {
  const query = textOf(await request.formData(), 'query');
  const error = sentRefusal(await readText(query));
  return error === null ? redirect(entitiesPath(query)) : data<EntitySearchAnswer>({ error }, { status: WRONG_FIELDS });
}
