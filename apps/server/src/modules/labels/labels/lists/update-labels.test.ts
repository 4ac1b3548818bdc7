import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../test/support/database.ts';
import { approveHeldLabels, heldLabels } from '../import/held-labels.store.ts';
import { discardLabelImport, unfinishedLabelImports } from '../import/label-stage.store.ts';
import { labelSetVersion } from '../known/labels.store.ts';
import { listLabelSets } from '../label-sets.store.ts';
import { contentsAt } from '../test/contents-at.ts';
import { PUBLISHERS, type Publisher } from './publishers.ts';
import { type UpdateOptions, updateLabels } from './update-labels.ts';

const database = await testDatabase();
const { pool } = database;

const POOLS = [
  '1EMVSMe1VJUuqv7D7SFzctnVXk4KdjXATi',
  '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
];

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
beforeEach(async () => {
  await pool.query('TRUNCATE label_set, label_import, staged_label CASCADE');
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

function update(options: Partial<UpdateOptions> = {}) {
  return updateLabels(pool, publishers(), () => ({}), { contents: contentsAt(), ...options });
}

describe('an update', () => {
  it('takes each publisher’s current list, and nothing is written again while it stays the same', async () => {
    const first = await update();
    expect(
      first.map(
        (outcome) => 'update' in outcome && outcome.update.kind === 'published' && outcome.update.report.changed,
      ),
    ).toEqual([true, true]);
    const version = await labelSetVersion(pool);
    const second = await update();
    expect(
      second.map(
        (outcome) => 'update' in outcome && outcome.update.kind === 'published' && outcome.update.report.changed,
      ),
    ).toEqual([false, false]);
    expect(await labelSetVersion(pool)).toBe(version);
  });

  it.each([
    ['does not answer well', { status: 503, body: '' }, 'the server answers 503'],
    ['answers something else', { status: 200, body: '<html>Sign in</html>' }, 'expected one JSON array'],
    ['answers an empty list', { status: 200, body: '[]' }, 'No row found'],
  ])('keeps the set of a publisher that %s, and goes on with the others', async (_name, answer, message) => {
    await update();
    const before = await listLabelSets(pool);
    answers.set('/pools.json', answer);
    const outcomes = await update();
    expect(outcomes.map((outcome) => ('failure' in outcome ? outcome.failure.message : 'ok'))).toEqual([
      expect.stringContaining(message),
      'ok',
    ]);
    expect(await listLabelSets(pool)).toEqual(before);
  });

  describe('that would change much', () => {
    const pools = (count: number): string => JSON.stringify([{ name: 'Pool', addresses: POOLS.slice(0, count) }]);

    beforeEach(async () => {
      answers.set('/pools.json', { status: 200, body: pools(3) });
      await update();
    });

    it('is held when the publisher suddenly withdraws more than a tenth, and counts once it is approved', async () => {
      const version = await labelSetVersion(pool);
      answers.set('/pools.json', { status: 200, body: pools(2) });
      const [outcome] = await update();
      expect(outcome).toMatchObject({
        update: {
          kind: 'held',
          reason: 'withdraws-too-many',
          diff: {
            stored: 3,
            added: { count: 0 },
            changed: { count: 0 },
            withdrawn: { count: 1, examples: [`BTC ${POOLS[2]}`] },
          },
        },
      });
      expect(await labelSetVersion(pool)).toBe(version);
      expect(await unfinishedLabelImports(pool)).toEqual([]);
      expect(await heldLabels(pool)).toMatchObject([{ setName: 'mining-pools', reason: 'withdraws-too-many' }]);

      expect(await approveHeldLabels(pool, 'mining-pools')).toMatchObject({ changed: true, labels: 2 });
      expect(await labelSetVersion(pool)).not.toBe(version);
      expect(await heldLabels(pool)).toEqual([]);
      await expect(approveHeldLabels(pool, 'mining-pools')).rejects.toThrow(
        'No list of the label set "mining-pools" waits',
      );
    });

    it('is held still when it is read again, and no longer when the publisher mends it', async () => {
      answers.set('/pools.json', { status: 200, body: pools(1) });
      await update();
      await update();
      expect(await heldLabels(pool)).toMatchObject([{ diff: { withdrawn: { count: 2 } } }]);
      answers.set('/pools.json', { status: 200, body: pools(3) });
      await update();
      expect(await heldLabels(pool)).toEqual([]);
    });

    it('is forgotten when the operator discards it, and the stored list stays', async () => {
      const before = await listLabelSets(pool);
      answers.set('/pools.json', { status: 200, body: pools(1) });
      await update();
      expect(await discardLabelImport(pool, 'mining-pools')).toBe(true);
      expect(await heldLabels(pool)).toEqual([]);
      expect(await listLabelSets(pool)).toMatchObject(before.map(({ name, contentHash }) => ({ name, contentHash })));
    });

    it('shows additions and changes too, and waits for an operator who decides on every difference', async () => {
      const body = JSON.stringify([
        { name: 'Pool', addresses: POOLS.slice(1) },
        { name: 'Renamed', addresses: [POOLS[0]] },
      ]);
      answers.set('/pools.json', { status: 200, body });
      const [outcome] = await update({ policy: { holdsAll: true, mostWithdrawn: 0.1 } });
      expect(outcome).toMatchObject({
        update: {
          kind: 'held',
          reason: 'operator-decides',
          diff: { added: { count: 1 }, changed: { count: 1, examples: [`BTC ${POOLS[0]}`] }, withdrawn: { count: 0 } },
        },
      });
    });
  });

  it('names the address that cannot be reached', async () => {
    const [pools] = publishers();
    if (!pools) throw new Error('no publisher');
    const [outcome] = await updateLabels(pool, [{ ...pools, from: { url: 'http://127.0.0.1:9/x.json' } }], () => ({}), {
      contents: contentsAt(),
    });
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
