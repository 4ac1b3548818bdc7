import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRON_ADDRESS } from '../../../src/modules/checks/checks/test/check-fixture.ts';
import { useServedApi } from '../../support/served-api.ts';
import { samplesOf } from '../guides/samples.ts';
import { call, MCP_MAIN as MAIN, namesOf, useMcpClients } from './mcp-clients.ts';

const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const FREE_TOOLS = ['list_assets', 'show_usage', 'verify_report'];
const READING_TOOLS = [
  ...['explain_result', 'explain_transfer', 'explain_withdrawal'],
  ...['list_checks', 'list_evidence', 'list_transfers', ...FREE_TOOLS],
].toSorted();
const SPENDING_TOOLS = ['check_address', 'check_transfer', 'rate_withdrawal'];
const api = useServedApi();
const { open, overStdio, overStdioWith } = useMcpClients(() => api.url());

describe('the MCP server over stdio', () => {
  it('checks an address, explains the result, lists its evidence, and verifies its certificate', async () => {
    const key = await (await api.workspace()).key(['checks:read', 'checks:write']);
    const client = await overStdio(key);
    const wish = { address: ADDRESS, asset: 'BTC', reference: 'deposit-1', idempotency_key: 'deposit-1' };
    const made = await call(client, 'check_address', wish);
    expect(made.facts).toMatchObject({ object: 'check', status: 'completed', stars: 5, charged: true });
    expect(made.text).toContain('5 of 5 stars');
    expect(made.text).toContain('It cost one check credit.');
    const id = String(made.facts['id']);
    expect((await call(client, 'check_address', wish)).facts).toEqual(made.facts);

    expect((await call(client, 'explain_result', { check_id: id })).facts).toEqual(made.facts);
    const evidence = await call(client, 'list_evidence', { check_id: id, direction: 'incoming' });
    expect(evidence.facts).toMatchObject({ check_id: id, incoming: { records: 1 } });
    expect(evidence.facts).not.toHaveProperty('outgoing');
    const listed = await call(client, 'list_checks', { reference: 'deposit-1' });
    expect(listed.facts).toMatchObject({ checks: [{ id, stars: 5 }], next_cursor: null });
    expect((await call(client, 'show_usage')).facts).toMatchObject({ checks_left: 9, key: { spent: 1 } });

    const verified = await call(client, 'verify_report', { check_id: id });
    expect(verified.facts, verified.text).toMatchObject({ verdict: 'valid', result: { address: ADDRESS, stars: 5 } });
    expect(verified.text).toContain('Not proven by any signature');
  });

  it('starts as the guide says that a client is set up', async () => {
    const [block] = samplesOf('mcp').filter(({ language }) => language === 'json');
    const { command, args, env } = JSON.parse(block?.code ?? '').mcpServers.assay;
    expect([command, args]).toEqual(['npx', ['-y', 'https://assay.example/downloads/assay-mcp.tgz']]);
    const key = await (await api.workspace()).key(['checks:read']);
    const filled = JSON.stringify(env).replace('https://assay.example', api.url()).replace('aml_live_…', key);
    expect(await namesOf(await overStdioWith(JSON.parse(filled)))).toEqual(READING_TOOLS);
  });

  it('finds a changed certificate not valid', async () => {
    const key = await (await api.workspace()).key(['checks:read', 'checks:write']);
    const client = await overStdio(key);
    const { facts } = await call(client, 'check_address', { address: ADDRESS, asset: 'BTC' });
    const text = await (await fetch(new URL(new URL(String(facts['certificate_url'])).pathname, api.url()))).text();
    expect((await call(client, 'verify_report', { certificate: text })).facts).toMatchObject({ verdict: 'valid' });
    const forged = text.replace(/"stars":5/, '"stars":4');
    const changed = await call(client, 'verify_report', { certificate: forged });
    expect(changed.facts).toMatchObject({ verdict: 'not_valid', result: null });
    const both = await call(client, 'verify_report', { certificate: text, check_id: String(facts['id']) });
    expect([both.isError, both.text]).toEqual([true, 'invalid_request: Name exactly one thing to verify.']);
  });

  it('lists no tool that spends, and none that reads checks, without the scope for it', async () => {
    const workspace = await api.workspace();
    expect(await namesOf(await overStdio(await workspace.key(['checks:read'])))).toEqual(READING_TOOLS);
    expect(await namesOf(await overStdio(await workspace.key(['labels:read'])))).toEqual(FREE_TOOLS);
    const writer = await overStdio(await workspace.key(['checks:write']));
    expect(new Set(await namesOf(writer))).toEqual(new Set([...SPENDING_TOOLS, ...FREE_TOOLS]));
    for (const name of ['check_transfer', 'rate_withdrawal'])
      await expect(call(await overStdio(await workspace.key(['checks:read'])), name)).rejects.toThrow(/not found/);
    const reader = await overStdio(await workspace.key(['checks:read']));
    await expect(call(reader, 'check_address', { address: ADDRESS, asset: 'BTC' })).rejects.toThrow(/not found/);
    expect((await call(reader, 'show_usage')).facts).toMatchObject({ checks_left: 10 });
  });

  it('waits for a slow check of a test key, and says that it is about no address', async () => {
    const client = await overStdio(await (await api.workspace()).key(['checks:read', 'checks:write'], 'test'));
    const addresses = await fetch(`${api.url()}/api/v1/test_addresses`, {
      headers: { authorization: `Bearer ${await (await api.workspace()).key(['checks:read'], 'test')}` },
    }).then((answer) => answer.json() as Promise<{ data: { network: string; outcome: string; address: string }[] }>);
    const addressOf = (outcome: string) =>
      addresses.data.find((one) => one.network === 'TRX' && one.outcome === outcome)?.address;
    const check = (outcome: string) =>
      call(client, 'check_address', { address: addressOf(outcome), asset: 'USDT', network: 'TRX' });
    const slow = await check('slow');
    expect(slow.facts).toMatchObject({ status: 'completed', mode: 'test', stars: 5 });
    expect(slow.text).toContain('it says nothing about any address');
    const unrated = await check('not_rated');
    expect(unrated.facts).toMatchObject({ stars: null, charged: false });
    expect(unrated.text).toContain('neither a good nor a bad rating');
    expect((await check('failing')).text).toContain('It failed: check_failed');
    const none = await call(client, 'list_evidence', { check_id: String((await check('failing')).facts['id']) });
    expect([none.isError, none.text]).toEqual([true, expect.stringMatching(/^no_evidence: /)]);
  });

  it('answers what the service refuses with its code and what to do', async () => {
    const client = await overStdio(await (await api.workspace(1)).key(['checks:read', 'checks:write']));
    const unnamed = await call(client, 'check_address', { address: ADDRESS, asset: 'USDT' });
    expect(unnamed.isError).toBe(true);
    expect(unnamed.text).toMatch(/^(network_required|invalid_address): /);
    await call(client, 'check_address', { address: ADDRESS, asset: 'BTC' });
    const broke = await call(client, 'check_address', { address: TRON_ADDRESS, asset: 'USDT', network: 'TRX' });
    expect(broke.text).toMatch(/^insufficient_checks: .*\(request /);
    expect(broke.meta).toMatchObject({ 'assay/problem': { code: 'insufficient_checks', status: 402 } });
    const missing = await call(client, 'explain_result', { check_id: 'chk_00000000000000000000' });
    expect(missing.text).toMatch(/^not_found: /);
  });

  it('ends with a reason where the key is refused, is missing, or nothing answers', async () => {
    expect(await ended({ ASSAY_URL: api.url(), ASSAY_API_KEY: 'aml_live_no' })).toEqual([
      2,
      expect.stringMatching(/^invalid_api_key: /),
    ]);
    expect(await ended({ ASSAY_URL: api.url() })).toEqual([2, expect.stringContaining('Set ASSAY_API_KEY')]);
    expect(await ended({ ASSAY_API_KEY: 'x' })).toEqual([2, expect.stringContaining('Set ASSAY_URL')]);
    expect(await ended({ ASSAY_URL: 'http://127.0.0.1:9', ASSAY_API_KEY: 'x' })).toEqual([
      3,
      'The service could not be reached\n',
    ]);
  });
});

async function ended(env: Record<string, string>): Promise<readonly [unknown, string]> {
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return [code, said];
}

describe('the MCP server over streamable HTTP', () => {
  let child: ChildProcess;
  let address = '';

  beforeAll(async () => {
    const [line = ''] = samplesOf('mcp').flatMap(({ language, code }) => (language === 'sh' ? [code.trim()] : []));
    const [, options = ''] = line.split('npx -y https://assay.example/downloads/assay-mcp.tgz ');
    // As the guide shows it, but for the port: another program may have that one.
    const args = [MAIN, ...options.replace(':8081', ':0').split(' ')];
    expect(args).toContain('--name');
    child = spawn(process.execPath, args, { env: { ASSAY_URL: api.url() }, stdio: ['ignore', 'ignore', 'pipe'] });
    if (child.stderr === null) throw new Error('The program has no stderr');
    const [said] = (await once(createInterface(child.stderr), 'line')) as [string];
    address = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(said)?.[0] ?? '';
  });
  afterAll(async () => {
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  async function overHttp(key: string, mode: 'auto' | 'legacy'): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
    open.push(client);
    return client;
  }

  const post = (headers: Record<string, string>) =>
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });

  /** Of a GET that calls the server by this name. */
  async function statusFor(host: string, authorization: string): Promise<number | undefined> {
    const sent = request(address, { headers: { host, authorization } }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  }

  for (const mode of ['auto', 'legacy'] as const) {
    it(`serves each caller by the key of its own requests (${mode})`, async () => {
      const workspace = await api.workspace();
      const writer = await overHttp(await workspace.key(['checks:read', 'checks:write']), mode);
      const reader = await overHttp(await workspace.key(['checks:read']), mode);
      expect(await namesOf(reader)).toEqual(READING_TOOLS);
      expect(new Set(await namesOf(writer))).toEqual(new Set([...SPENDING_TOOLS, ...READING_TOOLS]));
      const { facts } = await call(writer, 'check_address', { address: ADDRESS, asset: 'BTC' });
      expect(facts).toMatchObject({ status: 'completed', stars: 5 });
      const seen = await call(reader, 'explain_result', { check_id: String(facts['id']) });
      expect(seen.facts).toMatchObject({ stars: 5 });
      const verified = await call(reader, 'verify_report', { check_id: String(facts['id']) });
      expect(verified.facts).toMatchObject({ verdict: 'valid' });
      const stranger = await overHttp(await (await api.workspace()).key(['checks:read']), mode);
      expect((await call(stranger, 'explain_result', { check_id: String(facts['id']) })).text).toMatch(/^not_found: /);
    });
  }

  it('reads no file of its machine for a caller', async () => {
    const client = await overHttp(await (await api.workspace()).key(['checks:read']), 'legacy');
    const { tools } = await client.listTools();
    const verify = tools.find(({ name }) => name === 'verify_report');
    expect(Object.keys(verify?.inputSchema.properties ?? {}).toSorted()).toEqual(['certificate', 'check_id']);
    expect((await call(client, 'verify_report', { file: '/etc/hostname' })).isError).toBe(true);
  });

  it('refuses a request without a key, with a token of another service, and with a key that is none', async () => {
    const answers = await Promise.all([
      post({}),
      post({ authorization: 'Bearer eyJhbGciOi' }),
      post({ authorization: `Bearer aml_live_${'a'.repeat(38)}` }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(answers[0]?.headers.get('www-authenticate')).toMatch(/^Bearer /);
    const errors = await Promise.all(answers.map(async (one) => ((await one.json()) as { error: string }).error));
    expect(errors).toEqual(['missing_api_key', 'missing_api_key', 'invalid_api_key']);
  });

  it('refuses pages of other sites and names that are not its own, before any key is looked at', async () => {
    const key = await (await api.workspace()).key(['checks:read']);
    const authorization = `Bearer ${key}`;
    expect((await post({ authorization, origin: 'https://attacker.example' })).status).toBe(403);
    expect((await post({ authorization, origin: 'https://mcp.example.com' })).status).toBe(200);
    expect(await statusFor('attacker.example', authorization)).toBe(403);
    expect(await statusFor('mcp.example.com', authorization)).toBe(405);
    expect((await fetch(address.replace('/mcp', '/'), { headers: { authorization } })).status).toBe(404);
  });
});
