import { sentenceOnNotAddress } from '@assay/wording';
import { data, type RouterContextProvider, redirect } from 'react-router';
import { apiFetchContext } from '../../context/load-context.ts';
import { sentRefusal } from '../../shell/secrets/sent-refusal.ts';
import { textOf } from '../../shell/session/form-client.ts';
import { pathOfFinding } from './path-of-finding.ts';
import { readChoices } from './read-choices.ts';
import { readTyped } from './read-typed.ts';
import { type CheckableAsset, MESSAGES, stripSpaces } from './search-state.ts';

/** What an address can belong to, or why that was not looked up. */
export interface ChoicesAnswer {
  readonly address: string;
  readonly choices: readonly CheckableAsset[];
  readonly error: string | null;
}

interface Visit {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}

const WRONG_FIELDS = 422;

/** For actions only: the form of the landing and of the header, sent without a script. */
export async function answerChoicesForm({ context, request }: Visit) {
  const text = textOf(await request.formData(), 'address');
  const refuse = (error: string) => data<ChoicesAnswer>({ address: '', choices: [], error }, { status: WRONG_FIELDS });
  if (text === '') return refuse(MESSAGES.noAddress);
  const read = await readTyped(text);
  const path = pathOfFinding(read);
  if (path !== null) return redirect(path);
  const refusal = sentRefusal(read.finding);
  if (refusal !== null) return refuse(refusal);
  if (read.notice?.is === 'not an address') return refuse(sentenceOnNotAddress(read.notice.what));
  const address = read.address ?? stripSpaces(text);
  const choices = await readChoices(context.get(apiFetchContext), address, request.signal);
  return data<ChoicesAnswer>({ address, choices, error: null });
}
