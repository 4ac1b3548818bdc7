import { ApiError } from '@assay/contracts/client';
import { data, type RouterContextProvider, redirect } from 'react-router';
import { formClient, textOf } from '../../shell/session/form-client.ts';
import type { SentLink } from '../../shell/session/sent-link.ts';
import { findingOf, type LinkFinding } from './confirm-state.ts';

/** After the button of a link was pressed without a script, and the link did not lead anywhere. */
export type ConfirmAnswer =
  | { readonly found: LinkFinding; readonly sent?: undefined }
  | { readonly sent: SentLink; readonly found?: undefined };

interface Visit {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}

/** For actions only: confirms the link, or sends another one in place of an expired one. */
export async function answerConfirmForm({ context, request }: Visit) {
  const form = await request.formData();
  const email = textOf(form, 'email').toLowerCase();
  return email === '' ? await confirm(context, textOf(form, 'link')) : await renew(context, email);
}

async function confirm(context: Visit['context'], link: string) {
  const { client, headers } = formClient(context);
  try {
    const { check } = await client.confirmLink(link);
    const isStarted = check !== null && 'data' in check;
    return redirect(isStarted ? `/riskcheck/${check.data.sub_id}` : '/', { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data<ConfirmAnswer>({ found: findingOf(error) }, { status: error.status || 502 });
  }
}

async function renew(context: Visit['context'], email: string) {
  const { client, headers } = formClient(context);
  try {
    await client.login({ email, acceptTerms: false, cryptoAssetOrder: null });
    return data<ConfirmAnswer>({ sent: { email, type: 'login' } }, { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return redirect('/register');
  }
}
