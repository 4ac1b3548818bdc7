import { describe, expect, it } from 'vitest';
import { BTC_ADDRESS } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { batchProgram } from '../support/batches.ts';

const server = useAuthApp();
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const WIF = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
/** Of Casascius, with the right checksum: tax numbers are short. */
const MINI_KEY = 'S6c56bnXQiBjk9mqSYE7ykVQ7NzrRy';
const PASSKEY = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};
const HEX_KEY = `0x${'1f'.repeat(32)}`;
const CSV = { 'content-type': 'text/csv' };
const refused = [422, 'SecretNotAddress'];

async function countOf(table: string): Promise<number> {
  return (await server.pool.query(`SELECT FROM ${table}`)).rowCount ?? 0;
}

describe('a secret as a name is refused and not stored', () => {
  it('of a column of a batch', async () => {
    const { send } = await batchProgram(server, 10);
    for (const header of [`address,"${PHRASE}"`, `address,${HEX_KEY}`, `address;${WIF}`]) {
      const { status, text, body } = await send('POST', '/batches?asset=BTC', `${header}\n${BTC_ADDRESS},x\n`, CSV);
      expect([status, body['code']], header).toEqual([422, 'secret_not_address']);
      expect(text).not.toContain(header.slice(10, 20));
    }
    expect(await countOf('batches')).toBe(0);
  });

  it('of a field of a row, which is refused as one with a secret is', async () => {
    const { send, finished, results } = await batchProgram(server, 10);
    const rows = [{ [PHRASE]: 'x' }, { note: { [PHRASE]: 1 } }, { note: 'x' }];
    const lines = rows.map((row) => `${JSON.stringify({ address: BTC_ADDRESS, asset: 'BTC', ...row })}\n`).join('');
    const made = await send('POST', '/batches', lines);
    const id = String(made.body['id']);
    server.batches.worker.start();
    await finished(id);
    expect((await results(id)).map(({ status, error }) => [status, (error as { code?: string } | null)?.code])).toEqual(
      [
        ['invalid', 'secret_not_address'],
        ['invalid', 'secret_not_address'],
        ['rated', undefined],
      ],
    );
    const stored = await server.pool.query<{ all: string }>('SELECT b::text AS all FROM batches b');
    expect(stored.rows.some(({ all }) => all.includes('winner'))).toBe(false);
    await server.pool.query('DELETE FROM batches');
  });

  it('of a batch, and in its metadata', async () => {
    const { send } = await batchProgram(server, 10);
    const body = `${JSON.stringify({ address: BTC_ADDRESS, asset: 'BTC' })}\n`;
    const named = await send('POST', `/batches?name=${encodeURIComponent(PHRASE)}`, body);
    expect([named.status, named.body['code']]).toEqual([422, 'secret_not_address']);
    for (const wish of [{ metadata: { key: WIF } }, { name: HEX_KEY }]) {
      const opened = await send('POST', '/batches', JSON.stringify(wish), { 'content-type': 'application/json' });
      expect([opened.status, opened.body['code']], JSON.stringify(wish)).toEqual([422, 'secret_not_address']);
    }
    expect(await countOf('batches')).toBe(0);
  });

  it('of an API key, a webhook and a company', async () => {
    const who = await server.signedIn('names@firm.example');
    const key = await who.post('/api/developers/keys', { name: WIF, scopes: ['checks:read'] });
    expect([key.status, key.errorName]).toEqual(refused);
    const hook = { url: 'https://firm.example/hook', event_types: ['check.completed'], mode: 'live' };
    const endpoint = await who.post('/api/developers/webhooks', { ...hook, description: PHRASE });
    expect([endpoint.status, endpoint.errorName]).toEqual(refused);
    const company = await who.post('/api/workspaces', { name: PHRASE });
    expect([company.status, company.errorName]).toEqual(refused);
    expect((await who.post('/api/workspaces', { name: 'Legal Winner Ltd.' })).status).toBe(200);
    const renamed = await who.patch('/api/workspace', { name: PHRASE });
    expect([renamed.status, renamed.errorName]).toEqual(refused);
    const { rows } = await server.pool.query<{ name: string }>("SELECT name FROM workspaces WHERE kind = 'company'");
    expect(rows).toEqual([{ name: 'Legal Winner Ltd.' }]);
  });

  it('of the law of a retention, on invoices, and of a second factor', async () => {
    const owner = await server.signedIn('texts@firm.example');
    await owner.post('/api/workspaces', { name: 'Texts Ltd.' });
    for (const secret of [PHRASE, WIF]) {
      const law = await owner.put('/api/workspace/retention', { retention: { days: 2000, law: secret } });
      expect([law.status, law.errorName, law.error['fields']]).toMatchObject([...refused, [{ field: 'law' }]]);
      for (const details of [{ company: secret }, { address: `Main street 1\n${secret}` }]) {
        const billing = await owner.put('/api/payment/billing-details', details);
        expect([billing.status, billing.errorName], JSON.stringify(details)).toEqual(refused);
      }
    }
    const challenge_id = 'a'.repeat(32);
    const enrolled = [
      await owner.post('/api/auth/factors/totp/enrol', { challenge_id, code: '123456', name: WIF }),
      await owner.post('/api/auth/factors/passkey/enrol', { challenge_id, passkey: PASSKEY, name: WIF }),
      await owner.put('/api/payment/billing-details', { tax_id: MINI_KEY }),
    ];
    for (const { status, errorName } of enrolled) expect([status, errorName]).toEqual(refused);
  });
});

describe('a name that no line can show is refused', () => {
  it.each(['a\0b', 'a\ud800b', 'a\u202eb', 'a\u0007b', 'a\nb'])('%j', async (text) => {
    const owner = await server.signedIn(`line-${Buffer.from(text, 'utf16le').toString('hex')}@firm.example`);
    await owner.post('/api/workspaces', { name: 'Lines Ltd.' });
    const answers = [
      await owner.put('/api/workspace/retention', { retention: { days: 2000, law: `§ 47 ${text}` } }),
      await owner.put('/api/payment/billing-details', { company: text }),
      await owner.post('/api/developers/keys', { name: text, scopes: ['checks:read'] }),
      await owner.put('/api/payment/billing-details', { tax_id: text }),
      await owner.post('/api/auth/factors/totp/enrol', { challenge_id: 'a'.repeat(32), code: '123456', name: text }),
    ];
    for (const { status, errorName } of answers) expect([status, errorName]).toEqual([400, 'ValidationError']);
  });

  it('with the ends that a spreadsheet brings is not: they are cut off, and a mark of direction stays', async () => {
    const owner = await server.signedIn('line-ends@firm.example');
    const kept = await owner.put('/api/payment/billing-details', { company: 'א\u200fב Ltd.\t', tax_id: 'EE123\n' });
    expect(kept.data).toMatchObject({ company: 'א\u200fב Ltd.', tax_id: 'EE123' });
    const address = await owner.put('/api/payment/billing-details', { address: 'a\u202eb' });
    expect([address.status, address.errorName]).toEqual([400, 'ValidationError']);
  });
});
