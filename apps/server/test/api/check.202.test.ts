import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checksDeps,
  exchangeExposure,
  postCheck,
  type TestApp,
  testApp,
} from '../../src/modules/checks/checks/test/check-fixture.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

describe('POST /monitor/check, answered 202', () => {
  let database: TestDatabase;
  let server: TestApp;
  const walk = Promise.withResolvers<void>();

  beforeAll(async () => {
    database = await testDatabase();
    const { engine } = checksDeps(database.pool);
    server = await testApp(database.pool, {
      answerWithinMs: 50,
      engine: {
        ...engine,
        exposureOf: async (_store, subject, direction, { onProgress }) => {
          onProgress(0.5);
          await walk.promise;
          return exchangeExposure(direction, subject.address);
        },
      },
    });
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });

  it('answers the id of a check that takes long, without stars, and shows the stars only when it is done', async () => {
    const { status, body } = await postCheck(server.app);
    expect(status).toBe(202);
    expect(body.data).toMatchObject({
      status: 'running',
      charged: true,
      asset: { riskscore: null },
      user: { checks: 9 },
    });

    const url = `/api/monitor/check/${body.data.asset.sub_id}`;
    const running = (await server.app.inject({ url })).json().data;
    expect(running).toEqual({
      status: 'running',
      sub_id: body.data.asset.sub_id,
      ticker: 'BTC',
      parent: null,
      address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      progress: expect.closeTo(0.275, 3),
      phase: 'walking',
    });

    walk.resolve();
    await expect.poll(async () => (await server.app.inject({ url })).json().data.status).toBe('done');
    expect((await server.app.inject({ url })).json().data.asset.riskscore).toBe(5);
  });
});
