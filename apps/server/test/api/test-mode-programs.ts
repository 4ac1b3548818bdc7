import { ListTestAddressesV1 } from '@assay/contracts/v1';
import { expect } from 'vitest';
import { ledger } from '../../src/modules/money/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import type { AuthApp } from '../support/auth-app.ts';

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Makes workspaces with ten checks each, and calls with a live and a test key of them. */
export function programsOf(server: AuthApp) {
  let people = 0;
  return async function program() {
    people += 1;
    const member = await server.signedIn(`test-mode-${people}@firm.example`);
    const sub = String((await member.get('/api/auth/me')).data['sub']);
    await inWorkspace(sub, () => ledger.topUp(server.pool, sub, 10, server.now()));
    async function callsOf(mode: 'live' | 'test', scopes = ['checks:read', 'checks:write']) {
      const made = await member.post('/api/developers/keys', { name: mode, mode, scopes });
      expect(made.status, made.text).toBe(200);
      const client = server.client({ authorization: `Bearer ${String(made.data['secret'])}` });
      return async (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> => {
        const answer = await client.send(method, `/api/v1${path}`, body, headers);
        return { ...answer, body: answer.text === '' ? {} : JSON.parse(answer.text) };
      };
    }
    return { sub, member, callsOf, test: await callsOf('test'), live: await callsOf('live') };
  };
}

export type Calls = Awaited<ReturnType<ReturnType<typeof programsOf>>>['test'];

/** The published address of an outcome. */
export async function addressOf(test: Calls, network: string, outcome: string): Promise<string> {
  const { data } = ListTestAddressesV1.answers[200].parse((await test('GET', '/test_addresses')).body);
  const found = data.find((one) => one.network === network && one.outcome === outcome);
  expect(found).toBeDefined();
  return found?.address ?? '';
}
