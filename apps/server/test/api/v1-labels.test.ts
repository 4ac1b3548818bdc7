import { AddressLabelsV1, ListTestAddressesV1 } from '@assay/contracts/v1';
import { beforeAll, describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';
import { fillFormerInstallation } from './former/installation.ts';

const server = useAuthApp();
beforeAll(() => fillFormerInstallation(server.pool));
const LAZARUS = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
let people = 0;

async function program(mode: 'live' | 'test' = 'live', scopes = ['labels:read']) {
  people += 1;
  const member = await server.signedIn(`labels-${people}@firm.example`);
  const made = await member.post('/api/developers/keys', { name: 'Labels', mode, scopes });
  expect(made.status, made.text).toBe(200);
  const client = server.client({ authorization: `Bearer ${String(made.data['secret'])}` });
  return async (path: string) => {
    const { status, text, headers } = await client.get(`/api/v1${path}`);
    return { status, text, headers, body: JSON.parse(text) };
  };
}

describe('labels of an address', () => {
  it('name entity, category, and the kind of source, and give no rating', async () => {
    const get = await program();
    // In any case that the network knows, and any case of its id.
    const answer = await get(`/labels/eth/0x${LAZARUS.slice(2).toUpperCase()}`);
    expect(answer.status, answer.text).toBe(200);
    expect(AddressLabelsV1.parse(answer.body)).toMatchObject({
      mode: 'live',
      network: 'ETH',
      address: LAZARUS,
      labels: [
        {
          entity: 'Lazarus Group',
          category: 'sanctions',
          title: 'Sanctions',
          source: { kind: 'government', name: 'ofac-sdn', url: null, date: null },
          confidence: 60,
          valid_to: null,
        },
      ],
      label_set_version: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    for (const field of ['stars', 'score', 'verdict']) expect(answer.body).not.toHaveProperty(field);
    const mine = await get('/labels/BTC/34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo');
    expect(mine.body.labels).toMatchObject([{ category: 'mixer', source: { kind: 'operator' } }]);
  });

  it('are found under the one spelling, whatever the network is called and the address looks like', async () => {
    const get = await program('live', ['labels:read', 'checks:read']);
    for (const network of ['ERC20', 'ethereum']) {
      const answer = await get(`/labels/${network}/0X${LAZARUS.slice(2).toUpperCase()}`);
      expect(answer.body, answer.text).toMatchObject({
        network: 'ETH',
        address: LAZARUS,
        labels: [{ entity: 'Lazarus Group' }],
      });
    }
    const tron = await get('/labels/TRC20/41a614f803b6fd780986a42c78ec9c7f77e6ded13c');
    expect(tron.body, tron.text).toMatchObject({ network: 'TRX', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
    expect((await get('/networks/trc20')).body).toMatchObject({ id: 'TRX' });
  });

  it('are none where no list names the address, and cost nothing', async () => {
    const get = await program('live', ['labels:read', 'checks:read']);
    const before = (await get('/usage')).body;
    expect((await get('/labels/BTC/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).body.labels).toEqual([]);
    expect((await get('/usage')).body).toEqual(before);
  });

  it.each([
    ['of no network', '/labels/NOPE/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 404, 'not_found'],
    ['of no address', '/labels/BTC/nothing', 422, 'invalid_address'],
    ['of an address of another network', `/labels/BTC/${LAZARUS}`, 422, 'invalid_address'],
    ['of a NUL', '/labels/BTC/%00', 422, 'invalid_address'],
    [
      'of secret words',
      `/labels/BTC/${encodeURIComponent(`${'abandon '.repeat(11)}about`)}`,
      422,
      'secret_not_address',
    ],
  ])('%s are refused, and what was sent is not repeated', async (_what, path, status, code) => {
    const get = await program();
    const answer = await get(path);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.text).not.toContain('abandon');
  });

  it('need their scope', async () => {
    const get = await program('live', ['checks:read', 'checks:write']);
    const answer = await get(`/labels/ETH/${LAZARUS}`);
    expect([answer.status, answer.body.code]).toEqual([403, 'missing_scope']);
  });

  it('are sixty a minute for a workspace, whatever its keys', async () => {
    const get = await program();
    const codes: number[] = [];
    for (let count = 0; count < 62; count += 1) codes.push((await get(`/labels/ETH/${LAZARUS}`)).status);
    expect(codes.filter((code) => code === 200)).toHaveLength(60);
    const refused = await get(`/labels/ETH/${LAZARUS}`);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('of test addresses are those of their outcome, and a test key finds no real one', async () => {
    const get = await program('test');
    const { data } = ListTestAddressesV1.answers[200].parse((await get('/test_addresses')).body);
    const of = async (outcome: string) => {
      const address = data.find((one) => one.network === 'ETH' && one.outcome === outcome)?.address;
      return AddressLabelsV1.parse((await get(`/labels/ETH/${address}`)).body);
    };
    expect(await of('sanctioned')).toMatchObject({ mode: 'test', labels: [{ category: 'sanctions' }] });
    expect(await of('frozen')).toMatchObject({ mode: 'test', labels: [{ category: 'issuer_frozen' }] });
    expect(await of('star_1')).toMatchObject({ mode: 'test', labels: [], label_set_version: 'test' });
    const real = await get(`/labels/ETH/${LAZARUS}`);
    expect([real.status, real.body.code]).toEqual([422, 'test_address_required']);
  });
});
