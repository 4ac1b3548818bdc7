import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/database.ts';
import { listLabelSets } from './label-sets.store.ts';
import { labelSetVersion } from './labels.store.ts';
import { PUBLISHERS, type Publisher } from './publishers.ts';
import { updateLabels } from './update-labels.ts';

const database = await testDatabase();
const { pool } = database;

const answers = new Map<string, { status: number; body: string }>();
const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  response.writeHead(answer?.status ?? 404).end(answer?.body);
});
let origin = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  origin = `http://127.0.0.1:${address.port}`;
});
afterAll(async () => {
  server.close();
  await database.drop();
});
beforeEach(() => {
  answers.clear();
  answers.set('/pools.json', {
    status: 200,
    body: '[{"name":"ULTIMUSPOOL","addresses":["1EMVSMe1VJUuqv7D7SFzctnVXk4KdjXATi"]}]',
  });
  answers.set('/darklist.json', {
    status: 200,
    body: '[{"address":"0xcc02b920ae227f1be7d01fc241c27e5f74d40436","comment":"Fake copy of a token"}]',
  });
});

function publishers(): Publisher[] {
  const common = { title: '', licence: 'MIT' };
  return [
    { ...common, setName: 'mining-pools', format: 'mining-pools', from: { url: `${origin}/pools.json` } },
    { ...common, setName: 'mew-darklist', format: 'darklist', from: { url: `${origin}/darklist.json` } },
  ];
}

describe('an update', () => {
  it('takes each publisher’s current list, and nothing is written again while it stays the same', async () => {
    const first = await updateLabels(pool, publishers(), () => ({}));
    expect(first.map((outcome) => 'report' in outcome && outcome.report.changed)).toEqual([true, true]);
    const version = await labelSetVersion(pool);
    const second = await updateLabels(pool, publishers(), () => ({}));
    expect(second.map((outcome) => 'report' in outcome && outcome.report.changed)).toEqual([false, false]);
    expect(await labelSetVersion(pool)).toBe(version);
  });

  it.each([
    ['does not answer well', { status: 503, body: '' }, 'the server answers 503'],
    ['answers something else', { status: 200, body: '<html>Sign in</html>' }, 'expected one JSON array'],
    ['answers an empty list', { status: 200, body: '[]' }, 'No row found'],
  ])('keeps the set of a publisher that %s, and goes on with the others', async (_name, answer, message) => {
    await updateLabels(pool, publishers(), () => ({}));
    const before = await listLabelSets(pool);
    answers.set('/pools.json', answer);
    const outcomes = await updateLabels(pool, publishers(), () => ({}));
    expect(outcomes.map((outcome) => ('failure' in outcome ? outcome.failure.message : 'ok'))).toEqual([
      expect.stringContaining(message),
      'ok',
    ]);
    expect(await listLabelSets(pool)).toEqual(before);
  });

  it('names the address that cannot be reached', async () => {
    const [pools] = publishers();
    if (!pools) throw new Error('no publisher');
    const [outcome] = await updateLabels(pool, [{ ...pools, from: { url: 'http://127.0.0.1:9/x.json' } }], () => ({}));
    expect(outcome && 'failure' in outcome && outcome.failure.message).toMatch(
      /Cannot reach http:\/\/127\.0\.0\.1:9\/x\.json/,
    );
  });
});

it('every publisher is asked over a safe connection, each for a set of its own', () => {
  const urls = PUBLISHERS.flatMap(({ from }) => ('url' in from ? [from.url] : []));
  expect(urls.every((url) => url.startsWith('https://'))).toBe(true);
  expect(new Set(PUBLISHERS.map(({ setName }) => setName)).size).toBe(PUBLISHERS.length);
});
