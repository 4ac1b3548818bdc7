import { readFileSync } from 'node:fs';
import { PROBLEMS } from '@assay/contracts/v1';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const server = useAuthApp();
const PAGE = readFileSync(new URL('../../../../docs/developers/README.md', import.meta.url), 'utf8');

describe('the page of the public API', () => {
  it('begins with a call that works as it is written', async () => {
    const [sample = ''] = /curl https[^`]*/.exec(PAGE) ?? [];
    const headers = Object.fromEntries(
      [...sample.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
    );
    const [, url = '', body = ''] = /curl https:\/\/assay\.example(\S+)[\s\S]*-d '([^']+)'/.exec(sample) ?? [];
    const who = await server.signedIn('reader@firm.example');
    const made = await who.post('/api/developers/keys', { name: 'Page', scopes: ['checks:read', 'checks:write'] });
    headers['authorization'] = String(headers['authorization']).replace('$ASSAY_KEY', String(made.data['secret']));
    const answer = await server.client(headers).post(url, JSON.parse(body));
    expect(answer.status, answer.text).toBe(201);
    const check = JSON.parse(answer.text);
    for (const [, field = ''] of PAGE.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)) {
      if (field.includes('checks:')) continue;
      for (const name of field.replaceAll('`', '').split(', ')) expect(check).toHaveProperty(name);
    }
  });

  it.each(Object.entries(PROBLEMS))('describes %s under a heading of its own, with its status', (code, facts) => {
    expect(PAGE).toContain(`### ${code}\n\n${facts.status}. ${facts.title}. `);
  });
});
