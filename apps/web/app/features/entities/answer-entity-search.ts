import { data, redirect } from 'react-router';
import { readText } from '../../shell/secrets/read-text.ts';
import { sentRefusal } from '../../shell/secrets/sent-refusal.ts';
import { textOf } from '../../shell/session/form-client.ts';

/** Why a search that was sent without a script was not made. */
export interface EntitySearchAnswer {
  readonly error: string;
}

const WRONG_FIELDS = 422;

/**
 * For actions only. The form is posted, and not a query, so that a secret typed into it is in no URL.
 *
 * @param pathOf path and query of what is found for a text
 */
export async function answerEntitySearch(request: Request, pathOf: (text: string) => string) {
  const query = textOf(await request.formData(), 'query');
  const error = sentRefusal(await readText(query));
  return error === null ? redirect(pathOf(query)) : data<EntitySearchAnswer>({ error }, { status: WRONG_FIELDS });
}
