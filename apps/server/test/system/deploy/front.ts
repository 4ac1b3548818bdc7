import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@assay/testkit';

const run = promisify(execFile);
const DEPLOY = new URL('../../../../../deploy/', import.meta.url);
const OPEN_WITHIN_MS = 20_000;

/** A web server in front of the product, configured by a file of deploy/ in which only places are replaced. */
export interface Front {
  readonly http: number;
  readonly https: number;
  /** What its own check of the configuration said; empty where it had nothing to say. */
  readonly checked: string;
  ask(options: AskOptions): Promise<Answer>;
  /** Opens a request and leaves reading to the caller. */
  open(options: AskOptions): ClientRequest;
  close(): Promise<void>;
}

export interface AskOptions {
  readonly path: string;
  readonly scheme?: 'http' | 'https';
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** An address of this machine's loopback network, 127.0.0.0/8, as the client's. */
  readonly from?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export const FRONTS = { nginx: startNginx, caddy: startCaddy } as const;

/** Each text must be in the file: a file that was changed is not tested by accident with other places. */
function placed(config: string, places: readonly (readonly [string, string])[]): string {
  return places.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The file of deploy/ does not hold "${from}"`);
    return text.replaceAll(from, to);
  }, config);
}

/** `others` are further servers of the product, as further lines of the file. */
export async function startNginx(upstream: number, others: readonly number[] = []): Promise<Front> {
  const { folder, certificate, key } = await prepare();
  const [http, https] = [await freePort(), await freePort()];
  const site = placed(await readFile(new URL('nginx/assay.conf', DEPLOY), 'utf8'), [
    ['server 127.0.0.1:3000;', [upstream, ...others].map((port) => `server 127.0.0.1:${port};`).join(' ')],
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${https} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['assay.example.org', 'localhost'],
    ['https://$host$request_uri', `https://$host:${https}$request_uri`],
    ['/etc/ssl/assay/fullchain.pem', certificate],
    ['/etc/ssl/assay/privkey.pem', key],
  ]);
  const main = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  await writeFile(path.join(folder, 'site.conf'), site);
  await writeFile(
    main,
    `pid ${folder}/pid; error_log stderr warn; events {} http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`,
  );
  const { stderr } = await run('nginx', ['-t', '-q', '-c', main]);
  const child = spawn('nginx', ['-c', main, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'pipe'] });
  return opened({ child, folder, certificate, http, https, checked: stderr });
}

/** `others` are further servers of the product, in the same setting. */
export async function startCaddy(upstream: number, others: readonly number[] = []): Promise<Front> {
  const { folder, certificate, key } = await prepare();
  const [http, https] = [await freePort(), await freePort()];
  const site = placed(await readFile(new URL('caddy/Caddyfile', DEPLOY), 'utf8'), [
    ['{$ASSAY_HOST:assay.example.org} {', `{$ASSAY_HOST:assay.example.org} {\n\ttls ${certificate} ${key}`],
  ]);
  const file = path.join(folder, 'Caddyfile');
  await writeFile(
    file,
    `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tdefault_bind 127.0.0.1\n\tskip_install_trust\n}\n\n${site}`,
  );
  const servers = [upstream, ...others].map((port) => `127.0.0.1:${port}`).join(' ');
  const places = { ASSAY_HOST: 'localhost', ASSAY_SERVERS: servers };
  const env = { ...process.env, ...places, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const { stdout } = await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { env });
  const args = ['run', '--adapter', 'caddyfile', '--config', file];
  const child = spawn('caddy', args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  return opened({ child, folder, certificate, http, https, checked: stdout.replace('Valid configuration', '').trim() });
}

interface Started {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly certificate: string;
  readonly http: number;
  readonly https: number;
  readonly checked: string;
}

async function opened({ child, folder, certificate, http, https, checked }: Started): Promise<Front> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ca = await readFile(certificate);
  const open = ({ path: asked, scheme = 'https', method = 'GET', headers = {}, from }: AskOptions): ClientRequest => {
    const own = from === undefined ? {} : { localAddress: from };
    const where = {
      ...own,
      host: '127.0.0.1',
      path: asked,
      method,
      headers: { host: `localhost:${https}`, ...headers },
    };
    return scheme === 'https'
      ? secureRequest({ ...where, port: https, ca, servername: 'localhost', agent: false })
      : plainRequest({ ...where, port: http, headers: { host: `localhost:${http}`, ...headers }, agent: false });
  };
  const front: Front = {
    http,
    https,
    checked,
    open,
    ask: (options) => answerOf(open(options), options.body),
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
  for (const deadline = Date.now() + OPEN_WITHIN_MS; ; await sleep(50)) {
    try {
      await front.ask({ path: '/metrics' });
      return front;
    } catch (error) {
      if (child.exitCode === null && Date.now() < deadline) continue;
      await front.close();
      throw new Error(`It did not open: ${said}`, { cause: error });
    }
  }
}

function answerOf(request: ClientRequest, body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.once('error', reject);
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
    });
    request.end(body);
  });
}

async function prepare(): Promise<{ readonly folder: string; readonly certificate: string; readonly key: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-front-'));
  // The workers of a web server that root starts run as another user.
  await chmod(folder, 0o755);
  const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  await run('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate]);
  return { folder, certificate, key };
}
