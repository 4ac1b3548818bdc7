import { LinkStatusData } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

describe('GET /auth/confirm-link/{link}/status, answered 200', () => {
  const server = useAuthApp();

  it('knows the browser that asked from every other, and uses nothing up', async () => {
    const browser = server.browser();
    const token = await server.ask(browser, 'same@firm.example');
    const path = `/api/auth/confirm-link/${token}/status`;
    const here = await browser.get(path);
    expect(LinkStatusData.parse(here.data)).toMatchObject({
      same_browser: true,
      email: 'same@firm.example',
      has_check: false,
    });
    const other = server.browser();
    await server.ask(other, 'other@firm.example');
    for (const elsewhere of [other, server.browser(), server.client()]) {
      expect((await elsewhere.get(path)).data['same_browser']).toBe(false);
    }
    const forged = { cookie: `assay_browser=${'A'.repeat(43)}` };
    expect((await server.client().get(path, forged)).data['same_browser']).toBe(false);
    expect((await browser.get(`/api/auth/confirm-link/${token}`)).status).toBe(200);
  });
});
