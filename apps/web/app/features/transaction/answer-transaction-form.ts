import { ApiError } from '@assay/contracts/client';
import { data, type RouterContextProvider, redirect } from 'react-router';
import { pathOfTransaction } from '../../shell/navigation/path-of-transaction.ts';
import { transactionPath } from '../../shell/navigation/transaction-path.ts';
import { readText } from '../../shell/secrets/read-text.ts';
import { sentRefusal } from '../../shell/secrets/sent-refusal.ts';
import { EXPECTED_CHECK } from '../../shell/session/expected-answers.ts';
import { formClient, textOf } from '../../shell/session/form-client.ts';
import { readSessionIfKnown } from '../../shell/session/read-session.ts';
import { placeHeaders } from '../../shell/session/return-place.ts';
import { SAYINGS, type TransactionFormAnswer } from './form-answer.ts';
import { sideOf } from './side-value.ts';

interface Visit {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}

const WRONG_FIELDS = 422;

/** For actions only: the forms of the page of a transaction. */
export async function answerTransactionForm(visit: Visit) {
  const form = await visit.request.formData();
  switch (textOf(form, 'form')) {
    case 'check':
      return await checkPayment(visit, form);
    case 'side':
      return await findSide(form);
    default:
      return await findTransaction(form);
  }
}

function refuse(
  form: TransactionFormAnswer['form'],
  error: string,
  more: Partial<TransactionFormAnswer> = {},
  status = WRONG_FIELDS,
) {
  return data<TransactionFormAnswer>({ form, error, isOutOfChecks: false, isKeyPossible: false, ...more }, { status });
}

async function findTransaction(form: FormData) {
  const text = textOf(form, 'transaction');
  if (text === '') return refuse('find', SAYINGS.nothingPasted);
  const finding = await readText(text);
  if (finding.is === 'secret') return refuse('find', sentRefusal(finding) ?? '');
  if (finding.is === 'key or transaction' && textOf(form, 'is') !== 'transaction') {
    return refuse('find', SAYINGS.keyPossible, { isKeyPossible: true });
  }
  const path = await pathOfTransaction(text);
  return path === null ? refuse('find', SAYINGS.noTransaction) : redirect(path);
}

async function findSide(form: FormData) {
  const side = textOf(form, 'side');
  const finding = await readText(side);
  const refusal = sentRefusal(finding, true);
  if (refusal !== null) return refuse('side', refusal);
  return redirect(transactionPath({ ...viewOf(form), side: side === '' ? undefined : side }));
}

function viewOf(form: FormData) {
  return { id: textOf(form, 'id'), network: textOf(form, 'network'), ticker: textOf(form, 'ticker') };
}

async function checkPayment({ context, request }: Visit, form: FormData) {
  const side = sideOf(textOf(form, 'chosen'));
  if (side === null) return refuse('check', SAYINGS.noSide);
  if ((await readSessionIfKnown({ context, request })) === null) return redirect('/register');
  const { id, ticker } = viewOf(form);
  const parent = textOf(form, 'parent');
  const key = textOf(form, 'key');
  try {
    const body = { transaction: id, ticker, parent: parent === '' ? null : parent, ...side };
    const options = { idempotencyKey: key === '' ? undefined : key, expects: EXPECTED_CHECK };
    const { asset } = await formClient(context).client.call('POST /monitor/check-transaction', { body, ...options });
    return redirect(`/riskcheck/${asset.sub_id}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return redirect('/login', { headers: placeHeaders(request) ?? {} });
    const isOutOfChecks = error.errorName === 'NotEnoughChecks';
    return refuse('check', error.message, { isOutOfChecks }, error.status || 502);
  }
}
