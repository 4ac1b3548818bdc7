import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EVENT_TYPES } from '@assay/contracts/v1';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const server = useAuthApp();
const PAGE = readFileSync(new URL('../../../../docs/developers/webhooks.md', import.meta.url), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'assay-webhooks-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const BODY = JSON.stringify({ id: 'evt_1', type: 'check.completed', data: { address: 'ü' } });

function sampleOf(language: string): string {
  const [, sample = ''] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(PAGE) ?? [];
  expect(sample).not.toBe('');
  return sample;
}

/** Runs the sample of the page on a message; the type of its event, or the refusal. */
const RUN = {
  ts(message: object): string {
    const file = path.join(folder, 'verify.mts');
    writeFileSync(
      file,
      `${sampleOf('ts')}
const { secret, headers, body } = JSON.parse(process.argv[2] ?? '');
try { console.log((verifyWebhook(secret, headers, body) as { type: string }).type); }
catch (error) { console.log((error as Error).message); }`,
    );
    return execFileSync(process.execPath, [file, JSON.stringify(message)], { encoding: 'utf8' }).trim();
  },
  python(message: object): string {
    const file = path.join(folder, 'verify.py');
    writeFileSync(
      file,
      `${sampleOf('python')}
import sys
message = json.loads(sys.argv[1])
try: print(verify_webhook(message["secret"], message["headers"], message["body"].encode())["type"])
except ValueError as error: print(error)`,
    );
    return execFileSync('python3', [file, JSON.stringify(message)], { encoding: 'utf8' }).trim();
  },
};

function messageAt(at: Date, body = BODY) {
  const signature = new Webhook(SECRET).sign('evt_1', at, BODY);
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1a,other v1,${Buffer.alloc(32).toString('base64')} ${signature}`,
  };
  return { secret: SECRET, headers, body };
}

describe('the page of webhooks', () => {
  it.each(['ts', 'python'] as const)('has a sample in %s that takes our signatures and refuses others', (language) => {
    const run = RUN[language];
    expect(run(messageAt(new Date()))).toBe('check.completed');
    expect(run(messageAt(new Date(), BODY.replace('ü', 'u')))).toBe('Wrong signature');
    expect(run(messageAt(new Date(Date.now() - 400_000)))).toBe('Too old');
    expect(run(messageAt(new Date(Date.now() + 400_000)))).toBe('Too old');
  });

  it('names every type of event, and a call that works as it is written', async () => {
    for (const type of EVENT_TYPES) expect(PAGE).toContain(`| \`${type}\` |`);
    const [, url = '', body = ''] = /curl https:\/\/assay\.example(\S+)[\s\S]*?-d '([^']+)'/.exec(PAGE) ?? [];
    const who = await server.signedIn('reader@firm.example');
    const made = await who.post('/api/developers/keys', { name: 'Page', scopes: ['webhooks'] });
    const program = server.client({ authorization: `Bearer ${String(made.data['secret'])}` });
    expect((await program.post(url, JSON.parse(body))).status).toBe(201);
  });

  it('names every call of webhooks and events of the document', async () => {
    const { paths } = JSON.parse((await server.client().get('/api/v1/openapi.json')).text);
    const calls = Object.keys(paths).filter((one) => /\/webhook_|\/v1\/events/.test(one));
    expect(calls.length).toBeGreaterThan(8);
    for (const call of calls) {
      const short = call.replace('/api/v1/webhook_endpoints/{id}', '…/{id}');
      expect(
        [call, short].some((text) => PAGE.includes(`${text}\``)),
        call,
      ).toBe(true);
    }
  });
});
