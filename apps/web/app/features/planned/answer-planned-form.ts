import type { PlannedData } from '@assay/contracts';
import { ApiError } from '@assay/contracts/client';
import { data, type RouterContextProvider, redirect } from 'react-router';
import { readText } from '../../shell/secrets/read-text.ts';
import { sentRefusal } from '../../shell/secrets/sent-refusal.ts';
import { formClient, textOf } from '../../shell/session/form-client.ts';
import { readSessionIfKnown } from '../../shell/session/read-session.ts';
import { placeHeaders } from '../../shell/session/return-place.ts';

/** What the form holds, as it was sent. */
export interface PlannedFields {
  readonly direction: 'deposit' | 'withdrawal';
  readonly asset: string;
  readonly network: string;
  readonly amount: string;
  readonly address: string;
  readonly wallet: string;
}

export const NO_FIELDS: PlannedFields = {
  ...{ direction: 'withdrawal', asset: '', network: '', amount: '', address: '', wallet: '' },
};

export interface PlannedAnswer {
  readonly fields: PlannedFields;
  /** Why it is not rated; null where it is. */
  readonly error: string | null;
  /** Whether buying checks would help. */
  readonly isOutOfChecks: boolean;
  readonly planned: PlannedData | null;
}

const WRONG_FIELDS = 422;
const AMOUNT = /^(?=.*[1-9])\d{1,30}(?:\.\d{1,30})?$/;

/** For actions only: rates the planned payment that the form describes. */
export async function answerPlannedForm({
  context,
  request,
}: {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}) {
  const fields = fieldsOf(await request.formData());
  const refuse = (error: string, status = WRONG_FIELDS, isOutOfChecks = false, kept = fields) =>
    data<PlannedAnswer>({ fields: kept, error, isOutOfChecks, planned: null }, { status });
  for (const text of [fields.address, fields.wallet]) {
    const refusal = sentRefusal(await readText(text), true);
    // What may be a secret is not sent back into the page.
    if (refusal !== null) return refuse(refusal, WRONG_FIELDS, false, { ...fields, address: '', wallet: '' });
  }
  if (!AMOUNT.test(fields.amount)) return refuse('Write the amount as a number of more than zero, such as 1250.5');
  if ((await readSessionIfKnown({ context, request })) === null) return redirect('/register');
  const { address, amount, direction, wallet } = fields;
  try {
    const wish = { address, amount, direction, ticker: fields.asset, parent: textOrNull(fields.network) };
    const body = { ...wish, wallet: textOrNull(wallet) };
    const planned = await formClient(context).client.call('POST /monitor/check-planned', { body });
    return data<PlannedAnswer>({ fields, error: null, isOutOfChecks: false, planned });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return redirect('/login', { headers: placeHeaders(request) ?? {} });
    return refuse(error.message, error.status || 502, error.errorName === 'NotEnoughChecks');
  }
}

function fieldsOf(form: FormData): PlannedFields {
  const direction = textOf(form, 'direction') === 'deposit' ? 'deposit' : 'withdrawal';
  const [asset, network, amount] = ['asset', 'network', 'amount'].map((name) => textOf(form, name).slice(0, 64));
  const [address, wallet] = ['address', 'wallet'].map((name) => textOf(form, name).slice(0, 512));
  return {
    ...{ direction, asset: asset ?? '', network: network ?? '', amount: amount ?? '' },
    ...{ address: address ?? '', wallet: wallet ?? '' },
  };
}

function textOrNull(text: string): string | null {
  return text === '' ? null : text;
}
