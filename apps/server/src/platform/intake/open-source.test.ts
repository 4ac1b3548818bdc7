import { once } from 'node:events';
import { appendFile, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type OpenSourceOptions, openSource } from './open-source.ts';
import { SourceError, UntrustedSourceError } from './source-error.ts';

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

/** The message of the failure; it must be a SourceError, whose message commands show as it is. */
async function failureOf(location: string, options?: OpenSourceOptions): Promise<string> {
  const failure: unknown = await textOf(location, options).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SourceError);
  return failure instanceof SourceError ? failure.message : '';
}

describe('a source', () => {
  it('that is stopped as it is opened fails as stopped, and leaves nothing that nobody catches', async () => {
    const file = path.join(dir, 'stopped');
    await writeFile(file, 'x'.repeat(100_000));
    const stop = new AbortController();
    const opening = textOf(file, { signal: stop.signal });
    stop.abort();
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
  });

  it.each(['', 'x', 'some text\n'.repeat(100_000)])(
    'has the same text from a file and a URL, compressed or not',
    async (text) => {
      const packed = gzipSync(text);
      const url = await serve((request, response) => response.end(request.url === '/packed' ? packed : text));
      const file = path.join(dir, 'file');
      for (const content of [text, packed]) {
        await writeFile(file, content);
        expect((await textOf(file)) === text).toBe(true);
      }
      for (const place of ['/plain', '/packed']) expect((await textOf(url + place)) === text).toBe(true);
    },
  );

  it('is decompressed once where the server compresses it for the transfer', async () => {
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
  ])('that does not exist is reported: %s', async (location, message) => {
    expect(await failureOf(location)).toContain(message);
  });

  it('that is compressed and truncated is reported', async () => {
    const file = path.join(dir, 'cut.gz');
    await writeFile(file, gzipSync('x'.repeat(1000)).subarray(0, 20));
    expect(await failureOf(file)).toContain(`Cannot unpack ${file}: unexpected end of file`);
  });

  it('that is compressed and damaged may not be trusted in any part', async () => {
    const file = path.join(dir, 'damaged.gz');
    const packed = gzipSync(Buffer.alloc(1_000_000, 'some text'));
    packed.writeUInt8(packed.readUInt8(packed.length - 6) ^ 1, packed.length - 6);
    await writeFile(file, packed);
    const failure: unknown = await textOf(file).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UntrustedSourceError);
    expect(failure).toMatchObject({ message: `Cannot unpack ${file}: incorrect data check` });
  });

  it.each([
    ['grows', (file: string) => appendFile(file, 'more')],
    ['is written again', (file: string) => writeFile(file, 'y'.repeat(1_000_000))],
    ['is cut', (file: string) => writeFile(file, '')],
    ['gets another time', (file: string) => utimes(file, 1, 1)],
  ])('that %s while it is read is reported at its end', async (_name, change) => {
    const file = path.join(dir, 'changing');
    await writeFile(file, 'x'.repeat(1_000_000));
    const { bytes } = await openSource(file);
    const reading = async () => {
      let isFirst = true;
      for await (const chunk of bytes) {
        if (isFirst && chunk.length > 0) await change(file);
        isFirst = false;
      }
    };
    await expect(reading()).rejects.toThrow(
      new UntrustedSourceError(`${file} was changed while it was read; import it again when it is complete`),
    );
  });
});

describe('a server', () => {
  it.each([404, 403, 500, 304])('that responds with %i is reported', async (status) => {
    const url = await serve((_request, response) => response.writeHead(status).end());
    expect(await failureOf(url)).toBe(`Cannot fetch ${url}: the server answers ${status}`);
  });

  it.each(['plain', 'packed'])('that closes the connection within its %s response is reported', async (kind) => {
    const body = kind === 'plain' ? Buffer.from('half') : gzipSync(Buffer.alloc(100_000, 'ab')).subarray(0, 50);
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write(body, () => setTimeout(() => response.destroy(), 20));
    });
    expect(await failureOf(url)).toMatch(/^The connection to http\S+ broke off: /);
  });

  it('that stops sending is given up after the timeout', async () => {
    const url = await serve((_request, response) => void response.writeHead(200).write('half'));
    expect(await failureOf(url, { stallTimeoutMs: 100 })).toBe(
      `The connection to ${url} broke off: nothing came for 0.1 s`,
    );
  });

  it('that never responds is given up after the timeout', async () => {
    const url = await serve(() => undefined);
    expect(await failureOf(url, { stallTimeoutMs: 100 })).toBe(`Cannot reach ${url}: no answer within 0.1 s`);
  });

  it('that is slow but never pauses for long is read to its end', async () => {
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

  it('does not time out while the reader is slow', async () => {
    const url = await serve((_request, response) => response.end('x'.repeat(1_000_000)));
    const { bytes } = await openSource(url, { stallTimeoutMs: 1_000 });
    let length = 0;
    for await (const chunk of bytes) {
      if (length === 0) await new Promise((resolve) => setTimeout(resolve, 1_500));
      length += chunk.length;
    }
    expect(length).toBe(1_000_000);
  });

  it('may redirect five times and no more', async () => {
    const url = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(await textOf(`${url}/5`)).toBe('there');
    expect(await failureOf(`${url}/6`)).toBe(`Cannot fetch ${url}/6: more than 5 redirects`);
  });

  it.each([
    'http://169.254.169.254/latest',
    'http://[::1]:8081/',
    'http://[fec0::1]/',
    'http://localhost:8081/',
    'http://10.0.0.1/',
  ])('may not redirect into a private network: %s', async (target) => {
    const url = await serve((_request, response) => response.writeHead(302, { location: target }).end());
    expect(await failureOf(url)).toContain(`the server redirects to ${new URL(target).origin}, which is in a private`);
  });

  it('may not redirect to another server of this machine, unless that is allowed', async () => {
    let asked = 0;
    const inner = await serve((_request, response) => {
      asked += 1;
      response.end('inside');
    });
    const url = await serve((request, response) => {
      const location = request.url === '/twice' ? '/' : inner;
      response.writeHead(302, { location }).end();
    });
    for (const place of [url, `${url}/twice`]) {
      expect(await failureOf(place)).toContain(`the server redirects to ${inner}, which is in a private network`);
    }
    expect(asked).toBe(0);
    expect(await textOf(`${url}/twice`, { allowsPrivateRedirects: true })).toBe('inside');
    expect(asked).toBe(1);
  });

  it('may not redirect to an address other than HTTP', async () => {
    const url = await serve((_request, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end());
    expect(await failureOf(url)).toBe(`Cannot fetch ${url}: the server redirects to file:///etc/passwd`);
  });

  it.each(['plain', 'packed'])('that sends more than the maximum size is refused: %s', async (kind) => {
    const text = Buffer.alloc(1_000_000, 'a');
    const url = await serve((_request, response) => response.end(kind === 'plain' ? text : gzipSync(text)));
    expect(await textOf(url, { maxBytes: 1_000_000 })).toHaveLength(1_000_000);
    expect(await failureOf(url, { maxBytes: 999_999 })).toBe(`${url} answers more than 999,999 bytes`);
  });

  it('is disconnected when the reader is aborted, which is not reported as a fault of the server', async () => {
    const url = await serve((_request, response) => void response.writeHead(200).write('half'));
    const reading = textOf(url, { signal: AbortSignal.timeout(50) });
    await expect(reading).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
