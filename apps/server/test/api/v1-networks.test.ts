import { ListNetworksV1, type NetworkV1 } from '@assay/contracts/v1';
import { ASSETS, NETWORK_IDS, NETWORKS } from '@assay/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { networkNameOf } from '../../src/modules/checks/index.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { fillFormerInstallation } from './former/installation.ts';

const server = useAuthApp();
beforeAll(() => fillFormerInstallation(server.pool));

async function callsOf(mode: 'live' | 'test') {
  const member = await server.signedIn(`networks-${mode}@firm.example`);
  const made = await member.post('/api/developers/keys', { name: 'Networks', mode, scopes: ['checks:read'] });
  const client = server.client({ authorization: `Bearer ${String(made.data['secret'])}` });
  return async (path: string) => {
    const answer = await client.get(`/api/v1${path}`);
    return { status: answer.status, body: JSON.parse(answer.text) };
  };
}

describe('networks of the public API', () => {
  it('are those that assets name, with how their addresses are written', async () => {
    const get = await callsOf('test');
    const { data } = ListNetworksV1.answers[200].parse((await get('/networks')).body);
    expect(data.map(({ id }) => id)).toEqual([...new Set(ASSETS.map(networkNameOf))]);
    const of = (id: string): NetworkV1 | undefined => data.find((one) => one.id === id);
    for (const id of NETWORK_IDS) {
      expect(of(id)).toMatchObject({ is_followed: true, name: NETWORKS[id].name, native_asset: NETWORKS[id].native });
      expect(of(id)?.address_forms.map(({ form }) => form)).not.toContain('other');
    }
    expect(of('BTC')).toMatchObject({
      ledger: 'utxo',
      assets: ['BTC'],
      address_forms: [
        { form: 'base58check', prefix: null },
        { form: 'bech32', prefix: 'bc1' },
      ],
    });
    expect(of('TRX')?.assets).toEqual(expect.arrayContaining(['TRX', 'USDT']));
    expect(of('TRX')?.address_forms).toEqual([{ form: 'base58check', prefix: 'T' }]);
    expect(of('BCH')?.address_forms).toEqual([{ form: 'cashaddr', prefix: 'bitcoincash:' }]);
    expect(of('ADA')).toMatchObject({
      is_followed: false,
      ledger: null,
      native_asset: 'ADA',
      assets: ['ADA'],
      records: [],
    });
  });

  it('say which records are held and until when, and nothing that is not so', async () => {
    const get = await callsOf('live');
    const { body } = await get('/networks/btc');
    expect(body).toMatchObject({
      id: 'BTC',
      is_read_on_demand: false,
      records: [{ asset: 'BTC', first_day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
    });
    expect(body.records[0].count).toBeGreaterThan(0);
    expect((await get('/networks/LTC')).body.records).toEqual([]);
  });

  it.each(['NOPE', 'BTCX'])('of the id %s are not found', async (id) => {
    const get = await callsOf('live');
    const answer = await get(`/networks/${id}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  it('of an id that is no text of theirs are refused', async () => {
    const get = await callsOf('live');
    for (const id of ['%00', 'B%2FC', 'x'.repeat(40)]) {
      const answer = await get(`/networks/${id}`);
      expect([answer.status, answer.body.code], id).toEqual([400, 'invalid_request']);
    }
  });
});
