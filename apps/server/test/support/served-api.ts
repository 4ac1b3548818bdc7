import type { AddressInfo } from 'node:net';
import type { ApiScope } from '@assay/domain';
import { beforeAll } from 'vitest';
import { ledger } from '../../src/modules/money/index.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { type AuthApp, useAuthApp } from './auth-app.ts';

export interface ServedWorkspace {
  /** Makes an API key of the workspace and answers its text. */
  key(scopes: readonly ApiScope[], mode?: 'live' | 'test'): Promise<string>;
}

export interface ServedApi extends AuthApp {
  /** Where it listens, such as `http://127.0.0.1:4711`. */
  readonly url: () => string;
  /** A workspace of its own with this many check credits. */
  workspace(checks?: number): Promise<ServedWorkspace>;
}

/** The product behind a port of its own, with its worker of batches: for programs that call the public API. */
export function useServedApi(): ServedApi {
  const server = useAuthApp();
  let url = '';
  let people = 0;

  beforeAll(async () => {
    server.batches.worker.start();
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  });

  return Object.assign(server, {
    url: () => url,
    workspace: async (checks = 10) => {
      people += 1;
      const member = await server.signedIn(`program-${people}@firm.example`);
      const sub = String((await member.get('/api/auth/me')).data['sub']);
      await inWorkspace(sub, () => ledger.topUp(server.pool, sub, checks, server.now()));
      return {
        key: async (scopes: readonly ApiScope[], mode: 'live' | 'test' = 'live') => {
          const made = await member.post('/api/developers/keys', { name: mode, mode, scopes });
          return String(made.data['secret']);
        },
      };
    },
  });
}
