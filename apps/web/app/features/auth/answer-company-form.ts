import { ApiError } from '@assay/contracts/client';
import { data, type RouterContextProvider, redirect } from 'react-router';
import { formClient, textOf } from '../../shell/session/form-client.ts';
import { placeAfter } from '../../shell/session/return-place.ts';
import { type AuthFormState, isReady, reduceAuthForm, startAuthForm } from './auth-form-state.ts';
import type { CompanyReturnProblem } from './company-return-page.tsx';

/** After the form was sent without a script: where the login goes on, or what is wrong. */
export type CompanyFormAnswer =
  | { readonly url: string; readonly state?: undefined }
  | { readonly url?: undefined; readonly state: AuthFormState };

interface Visit {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}

const WRONG_FIELDS = 422;

/** For actions only. The address is answered, not redirected to: forms may not lead to other sites. */
export async function answerCompanyForm({ context, request }: Visit) {
  const form = await request.formData();
  const { client, headers } = formClient(context);
  const email = textOf(form, 'email');
  const acceptTerms = form.has('acceptTerms');
  const typed = [{ type: 'terms ticked', isTicked: acceptTerms }, { type: 'submitted' }] as const;
  const state = typed.reduce(reduceAuthForm, startAuthForm(email, form.has('asksTerms')));
  if (!isReady(state)) return data<CompanyFormAnswer>({ state }, { status: WRONG_FIELDS });
  try {
    const body = { email: email.trim().toLowerCase(), acceptTerms };
    const { url } = await client.call('POST /auth/company', { body });
    return data<CompanyFormAnswer>({ url }, { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const failed = reduceAuthForm(state, { type: 'failed', message: error.message });
    return data<CompanyFormAnswer>({ state: failed }, { status: error.status || 502 });
  }
}

/** For actions only: completes the login of who has no script. */
export async function answerCompanyReturn({ context, request }: Visit) {
  const form = await request.formData();
  const { client, headers } = formClient(context);
  try {
    const answer = await client.call('POST /auth/company/return', { body: { query: textOf(form, 'query') } });
    return redirect('second_step' in answer ? '/second-step' : placeAfter(request, headers), { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message, errorName } = error;
    const problem: CompanyReturnProblem = { message, needsTerms: errorName === 'TermsNotAccepted' };
    return data({ problem }, { status: error.status || 502, headers });
  }
}
