import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A real time-stamp authority: OpenSSL's, behind HTTP, with a root of its own. */
export interface LocalTimeStampAuthority {
  readonly url: string;
  /** DER. */
  readonly root: Uint8Array;
  /** Requests it answered. */
  answered(): number;
  close(): Promise<void>;
}

const EXTENSIONS = `[root]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign
subjectKeyIdentifier = hash
[stamper]
basicConstraints = critical,CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = here
[here]
serial = serial
crypto_device = builtin
signer_cert = tsa.pem
certs = root.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`;

/**
 * Starts an RFC 3161 authority on a free port of this machine. Needs `openssl`.
 *
 * @example
 * const authority = await startTimeStampAuthority();
 * afterAll(() => authority.close());
 */
export async function startTimeStampAuthority(): Promise<LocalTimeStampAuthority> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-tsa-'));
  const openssl = (...args: readonly string[]) => run('openssl', [...args], { cwd: folder });
  await writeFile(path.join(folder, 'tsa.cnf'), EXTENSIONS);
  await writeFile(path.join(folder, 'serial'), '01\n');
  await makeCertificates(openssl);
  const root = await run('openssl', ['x509', '-in', 'root.pem', '-outform', 'DER'], {
    cwd: folder,
    encoding: 'buffer',
  });
  let count = 0;
  // One after the other: they share a serial number file.
  let turn: Promise<unknown> = Promise.resolve();
  const reply = async (query: Buffer): Promise<Buffer> => {
    count += 1;
    const file = path.join(folder, `query-${count}`);
    await writeFile(file, query);
    await openssl(
      'ts',
      '-reply',
      '-config',
      'tsa.cnf',
      '-section',
      'here',
      '-queryfile',
      file,
      '-out',
      `${file}.reply`,
    );
    return readFile(`${file}.reply`);
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = turn.then(() => reply(Buffer.concat(chunks)));
    turn = answer.catch(() => undefined);
    try {
      const stamped = await answer;
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(stamped);
    } catch {
      response.writeHead(500).end();
    }
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    root: new Uint8Array(root.stdout),
    answered: () => count,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeCertificates(openssl: (...args: readonly string[]) => Promise<unknown>): Promise<void> {
  const key = ['-newkey', 'rsa:2048', '-nodes', '-sha256'];
  await openssl('req', '-new', ...key, '-keyout', 'root.key', '-subj', '/CN=Test stamp root', '-out', 'root.csr');
  const years = ['-days', '3650', '-extfile', 'tsa.cnf'];
  await openssl(
    'x509',
    '-req',
    '-in',
    'root.csr',
    '-signkey',
    'root.key',
    ...years,
    '-extensions',
    'root',
    '-out',
    'root.pem',
  );
  await openssl('req', '-new', ...key, '-keyout', 'tsa.key', '-subj', '/CN=Test stamp authority', '-out', 'tsa.csr');
  const issuer = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial'];
  await openssl('x509', '-req', '-in', 'tsa.csr', ...issuer, ...years, '-extensions', 'stamper', '-out', 'tsa.pem');
}
