import { OPERATIONS } from '@assay/contracts/operations';
import * as v1 from '@assay/contracts/v1';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';
import { batchProgram } from '../support/batches.ts';

interface Call {
  readonly method: string;
  readonly path: string;
}

/** Longer than every address, id and token that a path has. */
const LONGEST = 256;
const UNLIMITED = 1_000_000;

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;
const withParts = (calls: readonly Call[]) => calls.filter(({ path }) => path.includes(':'));
const urlOf = ({ path }: Call, length: number) => path.replaceAll(/:\w+/g, 'a'.repeat(length));

describe('a part of a path that is longer than any address, id or token', () => {
  const server = useAuthApp({
    limits: { readsPerMinute: UNLIMITED, unknownPerMinute: UNLIMITED, tokensPerMinute: UNLIMITED },
  });

  it('belongs to no call of the site and the bot, which ask for credentials where it is shorter', async () => {
    const calls = withParts(OPERATIONS);
    expect(calls.length).toBeGreaterThan(20);
    let asking = 0;
    for (const call of calls) {
      const answer = (length: number) => server.client().send(call.method, `/api${urlOf(call, length)}`);
      const { status, errorName } = await answer(LONGEST + 1);
      expect([status, errorName], call.path).toEqual([404, 'NotFound']);
      if ((await answer(LONGEST)).status === 401) asking += 1;
    }
    expect(asking).toBeGreaterThan(calls.length / 2);
  });

  it('belongs to no call of the public API, which says what is missing where it is shorter', async () => {
    const { call, send } = await batchProgram(server);
    const { body: nothing } = await call('GET', '/nothing');
    const calls = withParts(Object.values<unknown>(v1).filter(isCall));
    expect(calls.length).toBeGreaterThan(10);
    let known = 0;
    for (const one of calls) {
      const at = (length: number) => urlOf(one, length).replace('/v1', '');
      const { status, text } = await send(one.method, at(LONGEST + 1));
      expect([status, JSON.parse(text)], one.path).toMatchObject([
        404,
        { code: 'not_found', detail: nothing['detail'] },
      ]);
      if (JSON.parse((await send(one.method, at(LONGEST))).text).detail !== nothing['detail']) known += 1;
    }
    expect(known).toBe(calls.length);
  });
});
