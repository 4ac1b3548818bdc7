import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';
import { againstDocument } from './openapi/against-document.ts';
import { JSON_TYPE, useDocumentProgram } from './openapi/document-program.ts';
import type { DocumentedCall } from './openapi/served-document.ts';

const server = useAuthApp();
const served = useDocumentProgram(server, 'examples@firm.example');

const VALUES: Readonly<Record<string, string>> = {
  index: '0',
  network: 'TRX',
  address: 'TW3e7XyDgpfamBg3ZArAkH8qo7vW6HFdC2',
};

async function urlOf({ operationId, template, parameters }: DocumentedCall): Promise<string> {
  let url = template;
  for (const { name } of parameters.filter((one) => one.in === 'path')) {
    const value = name === 'id' ? await served.program.objectOf(operationId) : VALUES[name];
    expect(value, `${operationId} ${name}`).toBeDefined();
    url = url.replace(`{${name}}`, String(value));
  }
  return url;
}

/** What each answer has of its own. */
const NEW = { id: expect.any(String), created_at: expect.any(String), api_key: expect.any(String) };

interface Example {
  readonly type?: string;
  readonly body?: string;
}

/** Every example of a call's body; a call without a body is its own. */
function examplesOf({ operationId, requestBody }: DocumentedCall): readonly Example[] {
  if (requestBody === undefined) return [{}];
  return Object.entries(requestBody.content).flatMap(([type, { schema, example }]) => {
    if (type !== JSON_TYPE) return [{ type, body: String(example) }];
    const { examples } = served.document.components.schemas[String(schema['$ref']).split('/').at(-1) ?? ''] ?? {};
    expect(examples, `${operationId} has an example of its body`).toBeDefined();
    return (examples as readonly object[]).map((one) => ({ type, body: JSON.stringify(one) }));
  });
}

describe('the examples of the document', () => {
  it('are requests that succeed, answered as the document says, one at least for every call', async () => {
    const { undocumentedIn } = againstDocument(served.document);
    let count = 0;
    for (const call of served.calls) {
      for (const example of examplesOf(call)) {
        const url = await urlOf(call);
        const isLiveAddress = example.body?.includes('0x098b') ?? false;
        const answer = await served.program.send[isLiveAddress ? 'live' : 'test'](call.method, url, example);
        const what = `${call.operationId} ${example.body ?? ''}`;
        expect(answer.status, `${what} ${answer.text}`).toBeLessThan(300);
        expect(undocumentedIn(call, answer), what).toBe('');
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(served.calls.length);
  });

  it('are of every object and of every type of event, as their schemas say', () => {
    const { faultsOf } = againstDocument(served.document);
    for (const [name, schema] of Object.entries(served.document.components.schemas)) {
      const { examples } = schema;
      expect(examples, name).toBeInstanceOf(Array);
      for (const example of examples as readonly unknown[]) expect(faultsOf(schema, example), name).toBe('');
    }
    for (const type of Object.keys(served.document.webhooks)) {
      expect(JSON.stringify(served.document.components.schemas)).toContain(`"type":"${type}"`);
    }
  });

  it('show a check as test mode answers it, but for its id, time and key, and a problem as it is', async () => {
    const exampleOf = (name: string) => {
      const { examples } = served.document.components.schemas[name] ?? {};
      return (examples as readonly object[])[0] ?? {};
    };
    const create = async (body: object) => {
      const sent = { type: JSON_TYPE, body: JSON.stringify(body) };
      return JSON.parse((await served.program.send.test('POST', '/api/v1/checks', sent)).text);
    };
    const shown = { ...exampleOf('Check'), ...NEW };
    expect(await create(exampleOf('CreateCheck'))).toEqual(shown);
    const failed = (exampleOf('CheckFailedEvent') as { readonly data: { readonly address: string } }).data;
    expect(await create({ ...exampleOf('CreateCheck'), address: failed.address })).toEqual({
      ...failed,
      ...NEW,
    });
    const transfer = exampleOf('CreateTransfer');
    const sent = await served.program.send.test('POST', '/api/v1/transfers', {
      type: JSON_TYPE,
      body: JSON.stringify(transfer),
    });
    expect(JSON.parse(sent.text)).toEqual({
      ...exampleOf('Transfer'),
      ...NEW,
    });
    const attempt = await served.program.send.test('POST', '/api/v1/withdrawal_attempts', {
      type: JSON_TYPE,
      body: JSON.stringify(exampleOf('CreateWithdrawalAttempt')),
    });
    expect(JSON.parse(attempt.text)).toEqual({
      ...exampleOf('WithdrawalAttempt'),
      ...NEW,
    });
    const problem = await create({ ...exampleOf('CreateCheck'), address: 'TEzpqRHcCDTgKCNY61krG1Xjk5umndGRC' });
    expect(problem).toEqual({ ...exampleOf('Problem'), request_id: expect.any(String) });
  });
});
