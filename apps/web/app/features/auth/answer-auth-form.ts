import { ApiError } from '@assay/contracts/client';
import { data, type RouterContextProvider, redirect } from 'react-router';
import { formClient, textOf } from '../../shell/session/form-client.ts';
import { readOrder } from '../../shell/session/read-order.ts';
import { placeAfter } from '../../shell/session/return-place.ts';
import type { SentLink } from '../../shell/session/sent-link.ts';
import { type AuthFormState, isReady, reduceAuthForm, refusalOf, startAuthForm } from './auth-form-state.ts';

/** What the page says after its form was sent without a script: that a link is on its way, or what is wrong. */
export type AuthFormAnswer =
  | { readonly sent: SentLink; readonly state?: undefined }
  | { readonly sent?: undefined; readonly state: AuthFormState };

interface Visit {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}

const WRONG_FIELDS = 422;

/** For actions only: the same rules, the same call and the same words as with a script. */
export async function answerAuthForm(type: SentLink['type'], { context, request }: Visit) {
  const form = await request.formData();
  const { client, headers } = formClient(context);
  const email = textOf(form, 'email');
  const acceptTerms = form.has('acceptTerms');
  const typed = [{ type: 'terms ticked', isTicked: acceptTerms }, { type: 'submitted' }] as const;
  const state = typed.reduce(reduceAuthForm, startAuthForm(email, type === 'register' || form.has('asksTerms')));
  const isDemo = textOf(form, 'as') === 'demo';
  if (!isDemo && !isReady(state)) return data<AuthFormAnswer>({ state }, { status: WRONG_FIELDS });
  try {
    if (isDemo) {
      await client.call('POST /auth/demo');
      return redirect(placeAfter(request, headers), { headers });
    }
    const link = textOf(form, 'link') || null;
    const body = { email: email.toLowerCase(), acceptTerms, cryptoAssetOrder: await readOrder(form), link };
    await client.call('POST /auth/login', { body });
    return data<AuthFormAnswer>({ sent: { email: email.toLowerCase(), type } }, { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data<AuthFormAnswer>(
      { state: reduceAuthForm(state, refusalOf(type, error)) },
      { status: error.status || 502 },
    );
  }
}
