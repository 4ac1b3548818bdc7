import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';
import { batchProgram } from '../support/batches.ts';

const server = useAuthApp({ requestWithinMs: 500 });
let authorization: string;

beforeAll(async () => {
  ({ authorization } = await batchProgram(server));
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

const head = (line: string, more: readonly string[]) =>
  [`${line} HTTP/1.1`, 'Host: localhost:3000', ...more, '', ''].join('\r\n');
const begun = (path: string, type: string, by = authorization) =>
  `${head(`POST ${path}`, [`Authorization: ${by}`, `Content-Type: ${type}`, 'Content-Length: 9'])}{`;

/** All that is answered on a connection on which this is sent, and nothing after it. */
async function answersTo(sent: string): Promise<string> {
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(sent);
  return text(socket);
}

/** The last of it. */
async function answerTo(sent: string) {
  const received = await answersTo(sent);
  const [first = '', json = ''] = received.slice(received.lastIndexOf('HTTP/1.1')).split('\r\n\r\n');
  return { status: first.split(' ')[1], type: /content-type: (.*)/.exec(first)?.[1], body: JSON.parse(json) };
}

describe('a call of the public API whose body does not arrive', () => {
  it.each([
    ['/api/v1/batches', 'application/x-ndjson'],
    ['/api/v1/checks', 'application/json'],
  ])('is answered with a problem: POST %s', async (path, type) => {
    expect(await answerTo(begun(path, type))).toEqual({
      status: '408',
      type: 'application/problem+json; charset=utf-8',
      body: {
        type: '/developers/errors#request_timeout',
        title: 'The request took too long to arrive',
        status: 408,
        code: 'request_timeout',
        request_id: expect.any(String),
        detail: expect.any(String),
      },
    });
  });

  it('leaves the form of the site to a call of the site on the same connection', async () => {
    const before = head('GET /api/v1/usage', [`Authorization: ${authorization}`]);
    expect(await answerTo(before + begun('/api/auth/login', 'application/json'))).toMatchObject({
      status: '408',
      type: 'application/json; charset=utf-8',
      body: { error: { errorName: 'RequestTimeout' } },
    });
  });
});

describe('bodies with rows that do not go on', () => {
  it.each([
    ['a workspace that bought checks', 10, ['408', '408', '408']],
    ['a workspace that did not', 0, ['408', '408', '429']],
  ])('have room by what was bought: %s', async (_who, checks, expected) => {
    const { authorization: by } = await batchProgram(server, checks);
    const body = begun('/api/v1/batches', 'application/x-ndjson', by);
    const answers = await Promise.all([1, 2, 3].map(() => answersTo(body)));
    expect(answers.map((answer) => answer.split(' ')[1] ?? '').toSorted()).toEqual(expected);
  });
});
