import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pathsIn, requestsIn, siteCallProblems } from './site-calls.ts';

describe('calls of the site', () => {
  it('are made by the typed client, and their paths by pathOf', () => {
    const files = globSync('apps/web/app/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}', '**/test/**'] });
    expect(files.length).toBeGreaterThan(200);
    expect(siteCallProblems(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([]);
  });

  it.each([
    "fetch('/api/monitor/no-such-call');",
    `send(\`/api/monitor/check/\${subId}\`);`,
    'const page = <a href="/api/account/data">Export</a>;',
    `const page = <a href={\`/api/monitor/pdf/\${subId}\`}>PDF</a>;`,
  ])('would be found where a text names them: %s', (text) => {
    expect(pathsIn(text, true)).toHaveLength(1);
  });

  it.each([
    ['fetch', `fetch(\`\${BASE_URL}/monitor/check\`);`],
    ['fetch', "window.fetch(base + '/monitor/check');"],
    ['fetch', 'fetch(url, init);'],
    ['apiFetch', 'await context.get(apiFetchContext)(path);'],
    ['apiFetch', 'await apiFetch(path);'],
    ['EventSource', `new EventSource(\`\${BASE_URL}/events\`);`],
    ['sendBeacon', 'navigator.sendBeacon(url, body);'],
  ])('would be found where %s sends them: %s', (by, text) => {
    expect(requestsIn(text, false)).toEqual([by]);
  });

  it('may be sent by a path of a contract, and files of the site by their names', () => {
    const text = `fetch(\`/api\${pathOf('POST /batches', { query })}\`); fetch('/favicon.svg'); call('GET /auth/me');`;
    expect(requestsIn(text, false)).toEqual([]);
    expect(pathsIn(text, false)).toEqual([]);
  });

  it('have no exception that nothing needs', () => {
    const stated = { what: '/api/old', reason: 'was a document' };
    expect(siteCallProblems(new Map([['a.ts', "go('/api/new');"]]), [stated], [])).toEqual([
      expect.stringContaining("a.ts: names '/api/new'"),
      expect.stringContaining("'/api/old' is not needed"),
    ]);
    const file = { what: 'a.ts', reason: 'sends what the client asks' };
    expect(siteCallProblems(new Map([['a.ts', 'fetch(url);']]), [], [file])).toEqual([]);
    expect(siteCallProblems(new Map([['a.ts', '']]), [], [file])).toHaveLength(1);
  });
});
