import { describe, expect, it } from 'vitest';
import { LOOPBACK, postCheck } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

const test = useTestApp();
const get = (id: string) => test.app.inject({ url: `/api/monitor/check/${id}/certificate.json`, headers: LOOPBACK });

describe('answered 404', () => {
  it.each(['0', 'f'.repeat(32), '%00', "'; DROP TABLE certificates"])('knows no check %s', async (id) => {
    const answer = await get(encodeURIComponent(id));
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error).toMatchObject({ errorName: 'NotFound' });
  });

  it('says honestly that a check made before certificates has none', async () => {
    const { body } = await postCheck(test.app);
    const subId = body.data.asset.sub_id;
    await test.pool.query('UPDATE checks SET certificate_basis = NULL WHERE sub_id = $1', [subId]);
    const answer = await get(subId);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error).toMatchObject({ errorName: 'NoCertificate' });
    expect(answer.json().error.message).toContain('has no certificate');
  });

  it('forgets the certificate with the check it is of', async () => {
    const { body } = await postCheck(test.app);
    const subId = body.data.asset.sub_id;
    expect((await get(subId)).statusCode).toBe(200);
    await test.pool.query('DELETE FROM checks WHERE sub_id = $1', [subId]);
    const { rowCount } = await test.pool.query('SELECT FROM certificates WHERE sub_id = $1', [subId]);
    expect(rowCount).toBe(0);
    expect((await get(subId)).statusCode).toBe(404);
  });
});
