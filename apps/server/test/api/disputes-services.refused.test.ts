import { beforeEach, describe, expect, it } from 'vitest';
import { useAuthApp, type Visitor } from '../support/auth-app.ts';
import { DISPUTE_ADMIN, fileDispute, fromNetwork, serviceDisputeOf, storeLabels } from './dispute-fixture.ts';

const KEY = 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1';
const SEED = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const REASON = 'Its notice says that the rule began a week later.';

let networks = 0;

describe('a dispute of a service that is refused', { timeout: 60_000 }, () => {
  const server = useAuthApp({ adminEmails: [DISPUTE_ADMIN], settings: { trustProxy: 1 } });
  let stranger: Visitor;
  beforeEach(async () => {
    await server.pool.query('TRUNCATE dispute CASCADE');
    networks += 1;
    stranger = server.client(fromNetwork(networks));
  });
  const file = (more: object = {}) => stranger.post('/api/disputes/services', serviceDisputeOf(more));
  const stored = async () => (await server.pool.query('SELECT FROM dispute')).rowCount;

  it.each([
    ['a ground of labels', { ground: 'reassigned' }],
    ['no statement', { statement: '  ' }],
    ['a statement that cannot be stored', { statement: `${serviceDisputeOf().statement}\0` }],
    ['no mailbox', { email: 'office' }],
    ['no service', { service: '' }],
  ])('with %s is answered 400, and nothing is stored', async (_what, more) => {
    expect(await file(more)).toMatchObject({ status: 400, errorName: 'ValidationError' });
    expect(await stored()).toBe(0);
  });

  it('because no row has the name is answered 404, and because of a seed phrase 422', async () => {
    expect(await file({ service: 'Nobody' })).toMatchObject({ status: 404, errorName: 'NotFound' });
    expect(await file({ statement: SEED })).toMatchObject({ status: 422, errorName: 'SecretNotAddress' });
    expect(await stored()).toBe(0);
  });

  it.each([
    ['statement', { statement: `${serviceDisputeOf().statement}\0` }],
    ['email', { email: 'office\0@firm.example' }],
  ])('because of a character of no text names the field: %s', async (field, more) => {
    expect((await file(more)).error).toMatchObject({ fields: [{ field }] });
  });

  it('because its mailbox is a private key is answered 422, and repeats none of it', async () => {
    const answer = await file({ email: `${KEY}@firm.example` });
    expect(answer).toMatchObject({ status: 422, errorName: 'SecretNotAddress' });
    expect(answer.text).not.toContain(KEY);
    expect(await stored()).toBe(0);
  });

  it('gives no text to sign, since nobody controls a row', async () => {
    const key = String((await file()).data['key']);
    expect(await stranger.post(`/api/disputes/own/${key}/challenge`)).toMatchObject({
      status: 400,
      errorName: 'ValidationError',
    });
  });

  it('is decided by no list of labels, and a dispute of labels corrects no row', async () => {
    const admin = await server.signedIn(DISPUTE_ADMIN);
    const decide = (id: number, body: object) =>
      admin.post(`/api/disputes/admin/${id}/decision`, { withdraw: [], reason: REASON, ...body });
    const id = Number((await file()).data['id']);
    expect(await decide(id, { withdraw: [0] })).toMatchObject({ status: 400, errorName: 'ValidationError' });
    await storeLabels(server.pool);
    const { id: ofLabels } = await fileDispute(stranger);
    expect(await decide(ofLabels, { correct: true })).toMatchObject({ status: 400, errorName: 'ValidationError' });
  });
});
