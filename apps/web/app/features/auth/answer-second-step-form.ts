import type { ConfirmLinkData } from '@assay/contracts';
import { ApiError } from '@assay/contracts/client';
import { data, type RouterContextProvider, redirect } from 'react-router';
import { formClient, textOf } from '../../shell/session/form-client.ts';
import { placeAfter } from '../../shell/session/return-place.ts';

interface Visit {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}

/** For actions only: takes a factor, or begins or completes a recovery, where the page has no script. */
export async function answerSecondStepForm({ context, request }: Visit) {
  const form = await request.formData();
  const { client, headers } = formClient(context);
  try {
    switch (textOf(form, 'as')) {
      case 'begin':
        await client.call('POST /auth/recovery');
        return redirect('/second-step', { headers });
      case 'complete':
        return redirect(pageAfter(await client.call('POST /auth/recovery/complete'), request, headers), { headers });
      default: {
        const method = textOf(form, 'method') === 'totp' ? 'totp' : 'recovery_code';
        const answer = await client.call('POST /auth/second-step', { body: { method, code: textOf(form, 'code') } });
        return redirect(pageAfter(answer, request, headers), { headers });
      }
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ problem: error.message }, { status: error.status || 502, headers });
  }
}

function pageAfter({ check }: Pick<ConfirmLinkData, 'check'>, request: Request, headers: Headers): string {
  return check !== null && 'data' in check ? `/riskcheck/${check.data.sub_id}` : placeAfter(request, headers);
}
