import { ApiError, DISPUTE_GROUNDS, type DisputeGround } from '@assay/contracts/client';
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
  const written = {
    ground: textOf(form, 'ground'),
    statement,
    email: textOf(form, 'email'),
    labels: form.getAll('label').filter((value) => typeof value === 'string'),
  };
  const refuse = (error: string, more: Partial<DisputeFormAnswer> = {}, status = WRONG_FIELDS) =>
    data<DisputeFormAnswer>({ ...written, ...more, error }, { status });
  const found = await readText(statement);
  if (found.is === 'secret') return refuse(sentRefusal(found) ?? '', { statement: '' });
  const labels = written.labels.flatMap(labelOf);
  if (labels.length === 0) return refuse('Tick the labels that are wrong.');
  if (!isGround(written.ground)) return refuse('Choose why they are wrong.');
  if (statement.length < LEAST_STATEMENT) return refuse('Say in a sentence or two what is wrong.');
  if (written.email === '') return refuse('Enter the email that the decision is sent to.');
  try {
    const body = {
      network: textOf(form, 'network'),
      address: textOf(form, 'address'),
      labels,
      ground: written.ground,
      statement,
      email: written.email,
    };
    const { key } = await formClient(context).client.call('POST /disputes', { body });
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

function isGround(text: string): text is DisputeGround {
  return Object.hasOwn(DISPUTE_GROUNDS, text);
}
