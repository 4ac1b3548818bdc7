import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { readablePath } from './readable-path.ts';

describe('a path with a malformed percent sign', () => {
  it.each([
    ['/%E0%A4%A', '/%25E0%25A4%25A'],
    ['/%?q=%E0%A4%A', '/%25?q=%E0%A4%A'],
    ['/verify/%D1%8F?q=%', '/verify/%D1%8F?q=%'],
    ['/', '/'],
    ['/api/%E0%A4%A', '/api/%E0%A4%A'],
  ])('%s is read as %s', (url, expected) => {
    expect(readablePath({ url })).toBe(expected);
  });

  it('reaches the route of the pages, and stays a refusal in the API', async () => {
    const app = Fastify({ rewriteUrl: readablePath });
    app.get('/*', async () => 'a page');
    expect((await app.inject('/%E0%A4%A')).body).toBe('a page');
    expect((await app.inject('/api/%E0%A4%A')).statusCode).toBe(400);
    await app.close();
  });
});
