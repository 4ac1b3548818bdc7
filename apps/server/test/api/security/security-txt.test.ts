import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../src/modules/checks/checks/test/check-fixture.ts';
import { securityTxt } from '../../../src/modules/checks/site/security-txt.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

const YEAR_MS = 365 * 86_400_000;
const PUBLIC = {
  host: '127.0.0.1',
  publicUrl: 'https://assay.example',
  productName: 'Assay',
  version: '0',
  trustProxy: 1,
};

describe('/.well-known/security.txt', () => {
  let database: TestDatabase;
  let server: TestApp;
  beforeAll(async () => {
    database = await testDatabase();
    server = await testApp(database.pool, {}, { settings: PUBLIC });
  });
  afterAll(async () => {
    await server.close();
    await database.drop();
  });
  const read = (url: string) => server.app.inject({ url, headers: { host: 'assay.example' } });

  it('has the fields of RFC 9116, made of the settings, in its form', async () => {
    const answer = await read('/.well-known/security.txt');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = fieldsOf(answer.body);
    expect(fields).toMatchObject({
      Contact: ['mailto:support@example.org'],
      'Preferred-Languages': ['en'],
      Canonical: ['https://assay.example/.well-known/security.txt'],
      Policy: ['https://assay.example/.well-known/security-policy.txt'],
    });
    const [expires = '', ...more] = fields['Expires'] ?? [];
    expect(more).toEqual([]);
    expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    expect(Date.parse(expires)).toBeGreaterThan(Date.now());
    expect(Date.parse(expires)).toBeLessThan(Date.now() + YEAR_MS);
  });

  it('leads to a policy that is there and names the same contact', async () => {
    const [policy = ''] = fieldsOf((await read('/.well-known/security.txt')).body)['Policy'] ?? [];
    const answer = await read(new URL(policy).pathname);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body).toContain('Write to support@example.org.');
    expect(answer.body).toContain('Assay at https://assay.example');
  });

  it('names no plain http address, and no line that a mailbox could add', () => {
    const contact = { publicUrl: 'http://localhost:3000', productName: 'Assay', email: 'a+b"\nX: y"@firm.example' };
    const text = securityTxt(contact, new Date('2026-11-22T10:00:00Z'));
    expect(text).toBe(
      'Contact: mailto:a+b%22%0AX%3A%20y%22@firm.example\nExpires: 2027-05-21T00:00:00.000Z\nPreferred-Languages: en\n',
    );
  });
});

/** Reads the file as section 4 of the RFC writes it: lines of a name, a colon, a space and a value. */
function fieldsOf(text: string): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const line of text.trimEnd().split('\n')) {
    const [, name = '', value = ''] = /^([A-Za-z-]+): (\S.*)$/.exec(line) ?? [];
    expect(name, line).not.toBe('');
    fields[name] = [...(fields[name] ?? []), value];
  }
  return fields;
}
