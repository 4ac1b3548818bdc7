import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const server = useAuthApp();

interface Operation {
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}
interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const SAMPLES: Readonly<Record<string, string>> = { network: 'BTC', index: '0' };

/** Every call of the document that a key opens, with ids of nothing. */
async function calls(): Promise<readonly Call[]> {
  const { paths } = JSON.parse((await server.client().get('/api/v1/openapi.json')).text) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item)
      .filter(([, { security }]) => security?.length !== 0)
      .map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${template}`,
        method: method.toUpperCase(),
        path: template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => SAMPLES[name] ?? 'nothing'),
        operation,
      })),
  );
}

async function keyOf(name: string, mode: 'live' | 'test', scopes: readonly string[]) {
  const member = await server.signedIn(`${name}@firm.example`);
  const made = await member.post('/api/developers/keys', { name, mode, scopes });
  expect(made.status, made.text).toBe(200);
  const sub = String((await member.get('/api/auth/me')).data['sub']);
  return { sub, secret: String(made.data['secret']) };
}

/** The answers of every call to one credential, each held against what the document says of the call. */
async function codesOf(headers: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, string>> {
  const codes = new Map<string, string>();
  for (const { name, method, path, operation } of await calls()) {
    const answer = await server.client(headers).send(method, path, method === 'GET' ? undefined : {});
    const code = answer.status < 400 ? 'answered' : String(JSON.parse(answer.text)['code']);
    codes.set(name, code);
    if (code === 'answered') continue;
    const described = operation.responses[String(answer.status)]?.description ?? '';
    expect(described, `${name} answers ${answer.status} ${code}`).toContain(`\`${code}\``);
  }
  expect(codes.size).toBeGreaterThan(20);
  return codes;
}

describe('every call of the public API documents what it answers', () => {
  it('without a key, and with one that was made up', async () => {
    expect(new Set((await codesOf({})).values())).toEqual(new Set(['missing_api_key']));
    const madeUp = { authorization: `Bearer aml_live_${'A'.repeat(38)}` };
    expect([...(await codesOf(madeUp)).values()]).toContain('invalid_api_key');
  });

  it('to a version that there is not', async () => {
    const { secret } = await keyOf('version', 'live', ['checks:read']);
    const codes = await codesOf({ authorization: `Bearer ${secret}`, 'assay-version': '1999-01-01' });
    expect(new Set(codes.values())).toEqual(new Set(['unknown_version']));
  });

  it('to the key of a suspended account', async () => {
    const { sub, secret } = await keyOf('suspended', 'live', ['checks:read', 'batches', 'webhooks', 'labels:read']);
    await server.pool.query('UPDATE users SET suspended_at = now() WHERE sub = $1', [sub]);
    const codes = await codesOf({ authorization: `Bearer ${secret}` });
    expect([...codes.values()]).toContain('account_suspended');
    expect([...codes.values()]).not.toContain('answered');
  });

  it('to a key without the scope, and to no test key because it is one', async () => {
    const test = await keyOf('tester', 'test', ['checks:read', 'checks:write', 'batches', 'webhooks', 'labels:read']);
    const inTestMode = await codesOf({ authorization: `Bearer ${test.secret}` });
    expect([...inTestMode.values()]).not.toContain('live_key_required');
    const narrow = await keyOf('narrow', 'live', ['checks:read']);
    const codes = await codesOf({ authorization: `Bearer ${narrow.secret}` });
    expect(codes.get('POST /api/v1/checks')).toBe('missing_scope');
    expect(codes.get('GET /api/v1/events')).toBe('missing_scope');
  });
});
