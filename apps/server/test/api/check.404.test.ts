import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

describe('GET /monitor/check/{sub_id}, answered 404', () => {
  const server = useTestApp();

  it.each(['0'.repeat(32), 'x', '%00', "'; DROP TABLE checks", '../../etc/passwd', 'é'.repeat(20)])(
    '[RISK-08] knows nothing of %j',
    async (subId) => {
      const answer = await server.app.inject({ url: `/api/monitor/check/${encodeURIComponent(subId)}` });
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error.errorName).toBe('NotFound');
    },
  );

  it.each(['/api', '/api/', '/api/nothing', '/api/monitor', '/api/monitor/check/'])(
    'answers an unknown path of the API as JSON: %s',
    async (url) => {
      const answer = await server.app.inject({ url });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(answer.json().error).toMatchObject({ errorName: 'NotFound', requestId: answer.headers['x-request-id'] });
    },
  );

  it('answers an unknown method the same way', async () => {
    const answer = await server.app.inject({ method: 'DELETE', url: '/api/monitor/check' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error.errorName).toBe('NotFound');
  });
});
