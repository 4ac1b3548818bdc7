import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRON_ADDRESS } from '../../../src/modules/checks/checks/test/check-fixture.ts';
import { PAID, SIDE } from '../../../src/modules/checks/checks/test/payment-fixture.ts';
import { COMMAND } from '../../support/built-product.ts';
import { useServedApi } from '../../support/served-api.ts';
import { samplesOf } from '../guides/samples.ts';

const PACKAGE = fileURLToPath(new URL('../../../../../packages/cli/', import.meta.url));
const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const SCOPES = ['checks:read', 'checks:write', 'batches', 'webhooks'] as const;
const api = useServedApi();
let folder = '';
let key = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-cli-'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PACKAGE, stdio: 'pipe' });
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const offline = ['install', '--offline', '--no-audit', '--no-fund', `./${archive}`];
  execFileSync('npm', offline, { cwd: folder, stdio: 'pipe' });
  key = await (await api.workspace(100)).key(SCOPES);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the installed command where nothing else is set. */
function assay(args: readonly string[], { input = '', env = server() }: Run = {}) {
  return execute(path.join(folder, 'node_modules', '.bin', 'assay'), args, { input, env });
}

async function execute(program: string, args: readonly string[], { input = '', env = {} }: Run) {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
  });
  child.stdin.end(input);
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    text.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    text.err += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...text };
}

const server = () => ({ ASSAY_URL: api.url(), ASSAY_API_KEY: key });

async function json(args: readonly string[], run?: Run) {
  const { out, err, code } = await assay([...args, '--json'], run);
  expect(err, `exit code ${code}`).toBe('');
  return JSON.parse(out);
}

describe('the installed command', () => {
  it('is one package, and answers its version without any setting', async () => {
    const packages = readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(packages).toEqual(['assay-cli']);
    expect(await assay(['--version'], { env: {} })).toEqual({ code: 0, out: '0.1.0\n', err: '' });
    const { out } = await assay(['--help'], { env: {} });
    expect(out).toContain('Exit codes:\n  0    done');
  });

  it('checks an address, also from stdin, and finds the check again', async () => {
    const wish = ['check', ADDRESS, '--asset', 'BTC', '--reference', 'r-1', '--idempotency-key', 'k-1'];
    const text = await assay(wish);
    expect(text).toMatchObject({ code: 0, err: '', out: expect.stringContaining('5 of 5 stars, low risk') });
    const reused = await assay([...wish, '--evidence']);
    expect(reused).toMatchObject({ code: 2, err: expect.stringMatching(/^idempotency_key_reused: /) });
    const again = await json(wish);
    expect(again).toMatchObject({ stars: 5, reference: 'r-1' });
    const fromStdin = await json(['check', '-', '--asset', 'BTC', '--evidence'], { input: `${ADDRESS}\n` });
    expect(fromStdin).toMatchObject({ charged: false, evidence: { incoming: { records: 1 } } });
    expect(await json(['checks', 'list', '--reference', 'r-1'])).toMatchObject([{ id: again.id }]);
    expect((await assay(['checks', 'show', again.id])).out).toContain('5 of 5 stars');
    expect(await json(['events', '--limit', '1'])).toHaveLength(1);
    expect(await json(['usage'])).toMatchObject({ key: { spent: 1, scopes: [...SCOPES] } });
  });

  it('checks a payment of a transaction, and finds it again', async () => {
    const wish = ['check-transaction', PAID, '--asset', 'USDT', '--network', 'TRX', '--side', SIDE];
    const text = await assay([...wish, '--as', 'deposit', '--reference', 't-1']);
    expect(text).toMatchObject({ code: 0, err: '' });
    expect(text.out).toContain(`the deposit of ${SIDE} in transaction ${PAID}, USDT on TRX`);
    expect(text.out).toContain('It cost one check credit.');
    const again = await json([...wish, '--as', 'deposit']);
    expect(again).toMatchObject({ object: 'transfer', stars: 5, charged: false });
    const [found] = await json(['checked-transfers', 'list', '--reference', 't-1']);
    expect((await assay(['checked-transfers', 'show', found.id])).out).toContain('5 of 5 stars');
    expect((await assay(['checked-transfers', 'list'])).out).toContain(PAID);
    expect(await assay(['checked-transfers', 'cancel', 'trf_00000000000000000000'])).toMatchObject({ code: 2 });
    expect(await assay(wish)).toMatchObject({ code: 2, err: expect.stringContaining('received and paid') });
    expect(await assay([...wish, '--as', 'gift'])).toMatchObject({ code: 2, err: expect.stringContaining('--as') });
  });

  it('rates a withdrawal before it is paid, by a test key too, and nothing but withdrawals', async () => {
    const env = { ASSAY_URL: api.url(), ASSAY_API_KEY: await (await api.workspace()).key(SCOPES, 'test') };
    const listed = await fetch(`${api.url()}/api/v1/test_addresses`, {
      headers: { authorization: `Bearer ${env.ASSAY_API_KEY}` },
    });
    const { data } = (await listed.json()) as { data: { network: string; outcome: string; address: string }[] };
    const addressOf = (outcome: string) =>
      data.find((one) => one.network === 'TRX' && one.outcome === outcome)?.address ?? '';
    const wish = ['check-planned', addressOf('sanctioned'), '-a', 'USDT', '-n', 'TRX', '--amount', '250.5'];
    const wallet = ['--wallet', addressOf('star_5'), '--reference', 'w-1'];
    const { out, err, code } = await assay([...wish, ...wallet, '--as', 'withdrawal'], { env });
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('5 of 5 stars before the payment, 1 of 5 stars after it.');
    expect(out).toContain('Made by a test key: it says nothing about any address.');
    const [found] = await json(['withdrawal-attempts', 'list', '--reference', 'w-1'], { env });
    expect(found).toMatchObject({ object: 'withdrawal_attempt', amount: '250.5', stars: 1 });
    expect((await assay(['withdrawal-attempts', 'show', found.id], { env })).out).toContain('Nothing was sent.');
    const deposit = await assay([...wish, '--as', 'deposit'], { env });
    expect(deposit).toMatchObject({ code: 2, err: expect.stringContaining('planned withdrawals alone') });
  });

  it('screens a list as a batch, and the same list again as the same batch', async () => {
    const list = `address,asset,customer\n${ADDRESS},BTC,7\nnobody,BTC,8\n`;
    writeFileSync(path.join(folder, 'list.csv'), list);
    const screen = ['screen', '--in', 'list.csv', '--out', 'results.csv', '--json'];
    const first = await assay(screen);
    expect(first).toMatchObject({ code: 1 });
    const summary = JSON.parse(first.out);
    expect(summary).toMatchObject({ rows: { total: 2, rated: 1, invalid: 1 } });
    const results = readFileSync(path.join(folder, 'results.csv'), 'utf8');
    expect(results).toMatch(/^row,line,.*,customer\r?$/m);
    expect(results).toContain(ADDRESS);
    expect(results.trim().split('\n')).toHaveLength(3);
    const piped = await assay(['screen', '--in', '-', '--out', '-', '--json'], { input: list });
    expect(piped.out).toBe(results);
    expect(piped.err).toContain(summary.batch);
    expect(await json(['batches', 'list'])).toMatchObject([{ id: summary.batch, status: 'completed' }]);
    const lines = await assay(['batches', 'results', summary.batch, '--json']);
    const named = await assay(['batches', 'results', summary.batch, '--format', 'jsonl']);
    expect(named.out).toBe(lines.out);
    expect(
      lines.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { row: 1, input: { customer: '7' } },
      { row: 2, status: 'invalid' },
    ]);
  });

  it('verifies a certificate by the keys of the server, or by saved ones without it', async () => {
    const { certificate_url: url } = await json(['check', ADDRESS, '-a', 'BTC']);
    const text = await (await fetch(new URL(new URL(url).pathname, api.url()))).text();
    writeFileSync(path.join(folder, 'certificate.json'), text);
    const keys = await (await fetch(`${api.url()}/.well-known/assay-keys.json`)).text();
    writeFileSync(path.join(folder, 'keys.json'), keys);
    expect((await assay(['report', 'verify', 'certificate.json'])).code).toBe(0);
    const offline = ['report', 'verify', '-', '--keys', 'keys.json'];
    expect((await assay(offline, { input: text, env: {} })).out).toContain('Not proven by any signature');
    expect((await assay(offline, { input: text.replace('"stars":5', '"stars":4'), env: {} })).code).toBe(1);
    const found = await json(['report', 'verify', 'certificate.json', '--server', api.url()], { env: {} });
    expect(found).toMatchObject({ verdict: 'valid', result: { address: ADDRESS } });
  });

  it('keeps a server and its key in a file that only its owner can read', async () => {
    const env = {};
    expect((await assay(['profile', 'set', '--server', api.url()], { input: `${key}\n`, env })).code).toBe(0);
    const file = path.join(folder, '.config', 'assay', 'profiles.json');
    expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(await json(['usage'], { env })).toMatchObject({ mode: 'live' });
    const listed = await assay(['profile', 'list'], { env });
    expect(listed.out).toContain(api.url());
    expect(listed.out).not.toContain(key);
    const elsewhere = await assay(['usage', '--server', 'http://127.0.0.1:9'], { env });
    expect([elsewhere.code, elsewhere.err]).toEqual([2, 'Set ASSAY_API_KEY to a key of that server.\n']);
    chmodSync(file, 0o644);
    expect(await assay(['usage'], { env })).toMatchObject({ code: 2, err: expect.stringContaining('chmod 600') });
    chmodSync(file, 0o600);
    expect((await assay(['profile', 'remove', 'default'], { env })).code).toBe(0);
    expect((await assay(['usage'], { env })).err).toContain('Set ASSAY_URL and ASSAY_API_KEY');
  });

  it('ends with the documented exit code, and the code of the server where it refused', async () => {
    const refused = await assay(['check', ADDRESS, '-a', 'USDT']);
    expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/^(network_required|invalid_address): /)]);
    const stranger = { ...server(), ASSAY_API_KEY: `aml_live_${'a'.repeat(38)}` };
    expect(await assay(['usage'], { env: stranger })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^invalid_api_key: /),
    });
    const nobody = { ...server(), ASSAY_URL: 'http://127.0.0.1:9' };
    expect(await assay(['usage'], { env: nobody })).toMatchObject({
      code: 3,
      err: 'The service could not be reached.\n',
    });
    expect((await assay(['nonsense'])).code).toBe(2);
    expect((await assay(['validate', 'nobody'])).code).toBe(1);
    expect(await json(['validate', '-'], { input: `${ADDRESS}\n` })).toMatchObject([{ address: ADDRESS, valid: true }]);
  });

  it('sends no private key to the server, whether it is an argument or on stdin', async () => {
    const secret = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
    for (const address of [secret, '-']) {
      const run = await assay(['check', address, '-a', 'BTC'], { input: secret });
      expect(run).toMatchObject({ code: 2, out: '', err: expect.stringContaining('private key') });
      expect(run.err).not.toContain(secret);
    }
    const listed = await assay(['validate', '-'], { input: secret });
    expect(listed).toMatchObject({ code: 1, out: expect.stringMatching(/^line 1 .*private key/) });
    expect(listed.out + listed.err).not.toContain(secret);
  });
});

describe('the command of an installation', () => {
  const run = (args: readonly string[], env: Readonly<Record<string, string>>) =>
    execute(process.execPath, [COMMAND, ...args], { env });

  it('lets the server of a key answer, as the installed command does', async () => {
    const check = ['check', ADDRESS, '--asset', 'BTC', '--json'];
    const here = await run(check, server());
    expect(here).toMatchObject({ code: 0, err: '' });
    const { stars } = await json(check.slice(0, -1));
    expect(JSON.parse(here.out)).toMatchObject({ object: 'check', stars });
    expect(JSON.parse((await run(['usage', '--json'], server())).out)).toMatchObject({ key: { scopes: [...SCOPES] } });
    expect(await run(['usage'], {})).toMatchObject({ code: 2, err: expect.stringContaining('Set ASSAY_URL') });
  });

  it('completes the commands that only it has', async () => {
    expect((await run(['complete', '--', 'transf'], {})).out).toMatch(/^transfers\t/);
  });
});

/** Whether the machine has this shell; bash is asked for without a question. */
function has(shell: string): boolean {
  return (process.env['PATH'] ?? '').split(path.delimiter).some((entry) => {
    try {
      return statSync(path.join(entry, shell)).isFile();
    } catch {
      return false;
    }
  });
}

describe('the page of the command line', () => {
  beforeAll(() => {
    writeFileSync(path.join(folder, 'key.txt'), `${key}\n`);
    writeFileSync(path.join(folder, 'address.txt'), `${TRON_ADDRESS}\n`);
    writeFileSync(path.join(folder, 'addresses.txt'), `${ADDRESS}\n`);
  });

  it.each(samplesOf('command-line').filter(({ language }) => language === 'sh'))(
    'shows commands that do what it says: $name',
    async ({ code }) => {
      // Installed here, where the page has it fetched.
      const PATH = `${path.join(folder, 'node_modules', '.bin')}${path.delimiter}${process.env['PATH']}`;
      const script = code
        .replaceAll('npx -y https://assay.example/downloads/assay-cli.tgz', 'assay')
        .replaceAll('https://assay.example', api.url())
        .replaceAll('aml_live_…', key);
      const run = await execute('sh', ['-e', '-c', script], { env: { ...server(), PATH } });
      expect(run, run.err).toMatchObject({ code: 0 });
    },
  );
});

describe('the script of the command’s completion', () => {
  /** Runs a shell with the installed command on its path. */
  function inShell(shell: string, args: readonly string[]): string {
    const PATH = `${path.join(folder, 'node_modules', '.bin')}${path.delimiter}${process.env['PATH']}`;
    return execFileSync(shell, args, { env: { PATH, HOME: folder, TERM: 'dumb' }, encoding: 'utf8' });
  }

  it('completes commands and options in bash', () => {
    const ask = (words: string) =>
      `COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _assay; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const script = ['source <(assay completion bash)', 'complete -p assay', ask('assay ch'), ask('assay check --as')];
    const said = inShell('bash', ['--norc', '-c', script.join('\n')]);
    const commands = ['check', 'check-transaction', 'check-planned', 'checks', 'checked-transfers'];
    expect(said.split('\n')).toEqual(['complete -o default -F _assay assay', ...commands, '--asset', '']);
  });

  it.skipIf(!has('fish'))('completes commands in fish', () => {
    const said = inShell('fish', ['--no-config', '-c', 'assay completion fish | source; complete -C "assay ch"']);
    expect(said).toMatch(/^checks\t/m);
  });

  it.skipIf(!has('zsh'))('is loaded by zsh without an error, for this command', () => {
    const script = 'autoload -U compinit; compinit -u -D; source <(assay completion zsh); print $_comps[assay]';
    expect(inShell('zsh', ['-f', '-c', script]).trim()).toBe('_assay');
  });
});
