import { ApiError } from '@assay/contracts/client';
import { sentenceOnNotAddress } from '@assay/wording';
import { data, type RouterContextProvider, redirect } from 'react-router';
import { sentRefusal } from '../../shell/secrets/sent-refusal.ts';
import { EXPECTED_CHECK } from '../../shell/session/expected-answers.ts';
import { formClient, textOf } from '../../shell/session/form-client.ts';
import { orderFields } from '../../shell/session/order-fields.ts';
import { readSessionIfKnown } from '../../shell/session/read-session.ts';
import { judgeAddress } from './judge-address.ts';
import { pathOfFinding } from './path-of-finding.ts';
import { readTyped } from './read-typed.ts';
import { type CheckableAsset, MESSAGES, stripSpaces } from './search-state.ts';

/** Why a check that was asked for without a script was not made. */
export interface CheckFormAnswer {
  readonly address: string;
  readonly error: string;
  /** Whether buying checks would help. */
  readonly isOutOfChecks: boolean;
}

interface Visit {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}

const WRONG_FIELDS = 422;

/** For actions only: the same steps as with a script. A guest's check travels in the address of the registration. */
export async function answerCheckForm({ context, request }: Visit, asset: CheckableAsset) {
  const form = await request.formData();
  const text = textOf(form, 'address');
  const read = await readTyped(text);
  const address = read.address ?? stripSpaces(text);
  const refuse = (error: string, status: number, isOutOfChecks = false) =>
    data<CheckFormAnswer>({ address, error, isOutOfChecks }, { status });
  if (address === '') return refuse(MESSAGES.noAddress, WRONG_FIELDS);
  const verdict = await judgeAddress(address, asset);
  const path = verdict === 'invalid' ? pathOfFinding(read) : null;
  if (path !== null) return redirect(path);
  const refusal = sentRefusal(read.finding, verdict !== 'invalid');
  if (refusal !== null)
    return data<CheckFormAnswer>({ address: '', error: refusal, isOutOfChecks: false }, { status: WRONG_FIELDS });
  if (read.notice?.is === 'not an address') return refuse(sentenceOnNotAddress(read.notice.what), WRONG_FIELDS);
  if (verdict === 'invalid') return refuse(MESSAGES.unknownFormat, WRONG_FIELDS);
  const { ticker, parent, subticker, name } = asset;
  const order = { address, ticker, parent, subticker, name };
  if ((await readSessionIfKnown({ context, request })) === null) {
    return redirect(`/register?${new URLSearchParams(orderFields(order))}`);
  }
  const key = textOf(form, 'key');
  try {
    const { client } = formClient(context);
    const options = { idempotencyKey: key === '' ? undefined : key, expects: EXPECTED_CHECK };
    const check = await client.call('POST /monitor/check', { body: order, ...options });
    return redirect(`/riskcheck/${check.asset.sub_id}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return redirect(`/login?${new URLSearchParams(orderFields(order))}`);
    return refuse(error.message, error.status || 502, error.errorName === 'NotEnoughChecks');
  }
}
