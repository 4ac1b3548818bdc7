import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type OpenSourceOptions, openSource } from './open-source.ts';
import { SourceError } from './source-error.ts';

const dir = await mkdtemp(path.join(tmpdir(), 'assay-source-'));
afterAll(() => rm(dir, { recursive: true }));
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${address.port}`;
}

async function textOf(location: string, options?: OpenSourceOptions): Promise<string> {
  const { bytes } = await openSource(location, options);
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** The message of the failure; it must be one of the source's, which commands tell as such. */
async function failureOf(location: string, options?: OpenSourceOptions): Promise<string> {
  const failure: unknown = await textOf(location, options).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SourceError);
  return failure instanceof SourceError ? failure.message : '';
}

describe('a source', () => {
  it.each(['', 'x', 'some text\n'.repeat(100_000)])('reads the same from file and URL, packed or not', async (text) => {
    const packed = gzipSync(text);
    const url = await serve((request, response) => response.end(request.url === '/packed' ? packed : text));
    const file = path.join(dir, 'file');
    for (const content of [text, packed]) {
      await writeFile(file, content);
      expect((await textOf(file)) === text).toBe(true);
    }
    for (const place of ['/plain', '/packed']) expect((await textOf(url + place)) === text).toBe(true);
  });

  it('is unpacked once where the server packs it for the way', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('text'));
    });
    expect(await textOf(`${url}/list.csv.gz`)).toBe('text');
  });

  it('is named after its file or its path', async () => {
    const url = await serve((_request, response) => response.end('x'));
    expect((await openSource(`${url}/a/list_XBT.txt?key=secret`)).name).toBe('/a/list_XBT.txt');
  });

  it.each([
    ['/no/such', 'Cannot read /no/such: ENOENT'],
    [dir, `${dir} is a folder; name its files`],
    ['http://127.0.0.1:9/x', 'Cannot reach http://127.0.0.1:9/x: '],
    ['http://', 'Cannot reach http://: Invalid URL'],
  ])('that is not there is told: %s', async (location, message) => {
    expect(await failureOf(location)).toContain(message);
  });

  it('that is packed and cut short is told', async () => {
    const file = path.join(dir, 'cut.gz');
    await writeFile(file, gzipSync('x'.repeat(1000)).subarray(0, 20));
    expect(await failureOf(file)).toContain(`Cannot unpack ${file}: unexpected end of file`);
  });
});

describe('a server', () => {
  it.each([404, 403, 500, 304])('that answers %i is told', async (status) => {
    const url = await serve((_request, response) => response.writeHead(status).end());
    expect(await failureOf(url)).toBe(`Cannot fetch ${url}: the server answers ${status}`);
  });

  it.each(['plain', 'packed'])('that breaks off in its %s answer is told', async (kind) => {
    const body = kind === 'plain' ? Buffer.from('half') : gzipSync(Buffer.alloc(100_000, 'ab')).subarray(0, 50);
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write(body, () => setTimeout(() => response.destroy(), 20));
    });
    expect(await failureOf(url)).toMatch(/^The connection to http\S+ broke off: /);
  });

  it('that falls silent is given up', async () => {
    const url = await serve((_request, response) => void response.writeHead(200).write('half'));
    expect(await failureOf(url, { stallTimeoutMs: 100 })).toBe(
      `The connection to ${url} broke off: nothing came for 0.1 s`,
    );
  });

  it('that never answers is given up', async () => {
    const url = await serve(() => undefined);
    expect(await failureOf(url, { stallTimeoutMs: 100 })).toBe(`Cannot reach ${url}: no answer within 0.1 s`);
  });

  it('that is slow but never silent for long is read to its end', async () => {
    const url = await serve((_request, response) => {
      let sent = 0;
      const timer = setInterval(() => {
        sent += 1;
        if (sent < 10) return void response.write('x');
        clearInterval(timer);
        response.end();
      }, 300);
    });
    expect(await textOf(url, { stallTimeoutMs: 2_000 })).toBe('xxxxxxxxx');
  });

  it('is not blamed for the time its reader takes', async () => {
    const url = await serve((_request, response) => response.end('x'.repeat(1_000_000)));
    const { bytes } = await openSource(url, { stallTimeoutMs: 1_000 });
    let length = 0;
    for await (const chunk of bytes) {
      if (length === 0) await new Promise((resolve) => setTimeout(resolve, 1_500));
      length += chunk.length;
    }
    expect(length).toBe(1_000_000);
  });

  it('is followed through five redirects and no further', async () => {
    const url = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(await textOf(`${url}/5`)).toBe('there');
    expect(await failureOf(`${url}/6`)).toBe(`Cannot fetch ${url}/6: more than 5 redirects`);
  });

  it('is not followed out of the web', async () => {
    const url = await serve((_request, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end());
    expect(await failureOf(url)).toBe(`Cannot fetch ${url}: the server redirects to file:///etc/passwd`);
  });

  it.each(['plain', 'packed'])('that sends more than allowed is cut off, %s', async (kind) => {
    const text = Buffer.alloc(1_000_000, 'a');
    const url = await serve((_request, response) => response.end(kind === 'plain' ? text : gzipSync(text)));
    expect(await textOf(url, { maxBytes: 1_000_000 })).toHaveLength(1_000_000);
    expect(await failureOf(url, { maxBytes: 999_999 })).toBe(`${url} answers more than 999,999 bytes`);
  });

  it('is left when the reader is called off, which is no fault of the server', async () => {
    const url = await serve((_request, response) => void response.writeHead(200).write('half'));
    const reading = textOf(url, { signal: AbortSignal.timeout(50) });
    await expect(reading).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
