import {
  ApiError,
  DISPUTE_GROUNDS,
  type DisputeGround,
  SERVICE_DISPUTE_GROUNDS,
  type ServiceDisputeGround,
} from '@assay/contracts/client';
import { data, type RouterContextProvider, redirect } from 'react-router';
import { readText } from '../../shell/secrets/read-text.ts';
import { sentRefusal } from '../../shell/secrets/sent-refusal.ts';
import { formClient, textOf } from '../../shell/session/form-client.ts';
import { ownDisputePath } from './dispute-paths.ts';

/** Why a dispute was not filed, with what was written. */
export interface DisputeFormAnswer {
  readonly error: string;
  readonly ground: string;
  readonly statement: string;
  readonly email: string;
  /** Values of the ticked labels. */
  readonly labels: readonly string[];
}

interface Visit {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
}

const WRONG_FIELDS = 422;
const LEAST_STATEMENT = 20;

/** For actions only: files the dispute that the form describes. */
export async function answerDisputeForm({ context, request }: Visit) {
  const form = await request.formData();
  const statement = textOf(form, 'statement');
  const email = textOf(form, 'email');
  const written = {
    ground: textOf(form, 'ground'),
    statement,
    email,
    labels: form.getAll('label').filter((value) => typeof value === 'string'),
  };
  const refuse = (error: string, more: Partial<DisputeFormAnswer> = {}, status = WRONG_FIELDS) =>
    data<DisputeFormAnswer>({ ...written, ...more, error }, { status });
  for (const [field, text] of Object.entries({ statement, email })) {
    const found = await readText(text);
    if (found.is === 'secret') return refuse(sentRefusal(found) ?? '', { [field]: '' });
  }
  const service = textOf(form, 'service');
  const labels = written.labels.flatMap(labelOf);
  if (service === '' && labels.length === 0) return refuse('Tick the labels that are wrong.');
  const { ground } = written;
  const isKnown = service === '' ? isGround(ground) : isServiceGround(ground);
  if (!isKnown) return refuse(service === '' ? 'Choose why they are wrong.' : 'Choose why it is wrong.');
  if (statement.length < LEAST_STATEMENT) return refuse('Say in a sentence or two what is wrong.');
  if (email === '') return refuse('Enter the email that the decision is sent to.');
  const { client } = formClient(context);
  const file = async () => {
    if (service !== '' && isServiceGround(ground)) {
      return client.call('POST /disputes/services', { body: { service, ground, statement, email } });
    }
    if (!isGround(ground)) throw new Error('A ground was accepted that is none');
    const place = { network: textOf(form, 'network'), address: textOf(form, 'address') };
    return client.call('POST /disputes', { body: { ...place, labels, ground, statement, email } });
  };
  try {
    const { key } = await file();
    return redirect(ownDisputePath(key));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse(error.message, {}, error.status || 502);
  }
}

/** The value of a label's box: what it states, as JSON. */
export function valueOfLabel({
  source,
  entity,
  category,
}: {
  source: string;
  entity: string;
  category: string;
}): string {
  return JSON.stringify([source, entity, category]);
}

function labelOf(value: string): { source: string; entity: string; category: string }[] {
  let parts: unknown;
  try {
    parts = JSON.parse(value);
  } catch {
    return [];
  }
  if (!Array.isArray(parts)) return [];
  const [source, entity, category]: readonly unknown[] = parts;
  if (typeof source !== 'string' || typeof entity !== 'string' || typeof category !== 'string') return [];
  return [{ source, entity, category }];
}

function isServiceGround(text: string): text is ServiceDisputeGround {
  return Object.hasOwn(SERVICE_DISPUTE_GROUNDS, text);
}

function isGround(text: string): text is DisputeGround {
  return Object.hasOwn(DISPUTE_GROUNDS, text);
}
