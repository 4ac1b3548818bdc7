import type { NoFreeCheckReason } from '@assay/contracts';
import { ApiError } from '@assay/contracts/client';
import { data, type RouterContextProvider, redirect } from 'react-router';
import { EXPECTED_CHECK } from '../../shell/session/expected-answers.ts';
import { formClient, textOf } from '../../shell/session/form-client.ts';
import { orderFields, orderOf } from '../../shell/session/order-fields.ts';
import { placeAfter } from '../../shell/session/return-place.ts';
import type { SentLink } from '../../shell/session/sent-link.ts';
import { findingOf, type LinkFinding, orderKey } from './confirm-state.ts';
import type { OrderedCheckProps } from './ordered-check.tsx';

/** After the button of a link was pressed without a script, and no other page follows at once; one of them. */
export interface ConfirmAnswer {
  readonly found?: LinkFinding;
  readonly sent?: SentLink;
  readonly ordered?: Omit<OrderedCheckProps, 'link'>;
  /** Of an account that was made without its free check. */
  readonly withoutFreeCheck?: { readonly to: string; readonly reason: NoFreeCheckReason };
}

interface Visit {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}

/** For actions only: confirms the link, sends another one in place of an expired one, or runs the check of a link. */
export async function answerConfirmForm({ context, request }: Visit) {
  const form = await request.formData();
  if (textOf(form, 'as') === 'run') return await run(context, form);
  const email = textOf(form, 'email').toLowerCase();
  return email === '' ? await confirm({ context, request }, textOf(form, 'link')) : await renew(context, email);
}

async function confirm({ context, request }: Visit, link: string) {
  const { client, headers } = formClient(context);
  try {
    const answer = await client.call('GET /auth/confirm-link/:link', { link });
    if ('second_step' in answer) return redirect('/second-step', { headers });
    const { check, user, no_free_check: reason } = answer;
    if (check !== null && 'pending' in check) {
      return data<ConfirmAnswer>({ ordered: { order: check.pending, email: user.email, problem: null } }, { headers });
    }
    const isStarted = check !== null && 'data' in check;
    const next = isStarted ? `/riskcheck/${check.data.sub_id}` : placeAfter(request, headers);
    if (reason !== undefined) return data<ConfirmAnswer>({ withoutFreeCheck: { to: next, reason } }, { headers });
    return redirect(next, { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data<ConfirmAnswer>({ found: findingOf(error) }, { status: error.status || 502 });
  }
}

/** Runs the check that came with a link, once a link. */
async function run(context: Visit['context'], form: FormData) {
  const { client, headers } = formClient(context);
  const order = orderOf(form);
  if (order === null) return redirect('/');
  const { address, ticker, parent = null, subticker = null, name } = order;
  try {
    const idempotencyKey = orderKey(textOf(form, 'link'));
    const { asset } = await client.call('POST /monitor/check', {
      body: order,
      idempotencyKey,
      expects: EXPECTED_CHECK,
    });
    return redirect(`/riskcheck/${asset.sub_id}`, { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return redirect(`/login?${new URLSearchParams(orderFields(order))}`, { headers });
    const problem = { message: error.message, isOutOfChecks: error.errorName === 'NotEnoughChecks' };
    const pending = { address, ticker, parent, subticker, name: name ?? ticker };
    return data<ConfirmAnswer>(
      { ordered: { order: pending, email: null, problem } },
      { status: error.status || 502, headers },
    );
  }
}

async function renew(context: Visit['context'], email: string) {
  const { client, headers } = formClient(context);
  try {
    await client.call('POST /auth/login', { body: { email, acceptTerms: false, cryptoAssetOrder: null } });
    return data<ConfirmAnswer>({ sent: { email, type: 'login' } }, { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return redirect('/register');
  }
}
