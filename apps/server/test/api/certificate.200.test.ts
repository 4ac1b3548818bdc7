import {
  type CanonicalResult,
  canonicalJson,
  fileDigestOf,
  parseIssuedRecord,
  parseKeySet,
  verifyCertificate,
} from '@assay/certificate';
import { beforeAll, describe, expect, it } from 'vitest';
import { BTC_CHECK, LOOPBACK, NA_CHECK, postCheck } from '../../src/modules/checks/checks/test/check-fixture.ts';
import { useTestApp } from '../../src/modules/checks/checks/test/use-test-app.ts';

const test = useTestApp();
const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers: { ...LOOPBACK, ...headers } });

async function certifiedResult(check: unknown): Promise<{ url: string; body: string; result: CanonicalResult }> {
  const { body } = await postCheck(test.app, check);
  const url = `/api/monitor/check/${body.data.asset.sub_id}/certificate.json`;
  const answer = await get(url);
  expect(answer.statusCode).toBe(200);
  const { statement }: { statement: { result: CanonicalResult } } = answer.json();
  return { url, body: answer.body, result: statement.result };
}

describe('answered 200: the certificate of a finished check', () => {
  let first: Awaited<ReturnType<typeof certifiedResult>>;
  beforeAll(async () => {
    first = await certifiedResult(BTC_CHECK);
  });

  it('is JSON that the published keys verify, for everyone who has the id', async () => {
    const keysAnswer = await get('/.well-known/assay-keys.json');
    expect(keysAnswer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    });
    const report = verifyCertificate(Buffer.from(first.body), parseKeySet(keysAnswer.body));
    expect(report).toMatchObject({ verdict: 'valid', result: first.result });
  });

  it('contains everything that the result page shows, and the inputs of a recomputation', async () => {
    const subId = first.result.sub_id;
    const { data } = (await get(`/api/monitor/check/${subId}`)).json();
    const { result } = first;
    expect(result).toMatchObject({
      schema: 'assay-result/2',
      issuer: { product: 'Assay', url: 'http://localhost:3000' },
      sub_id: subId,
      checked_at: data.asset.created_at,
      address: data.asset.address,
      asset: { ticker: 'BTC', network: 'BTC', decimals: 8 },
      score: { stars: data.asset.riskscore, total: data.asset.total, rule: data.asset.cause.rule, direction: 'bwd' },
      texts: data.asset.texts,
      coverage: data.asset.coverage,
      confidence: data.asset.confidence,
      method_version: '1',
      label_set: {
        version: data.asset.label_set_version,
        digest: '0123456789abcdef'.repeat(4),
        sets: [{ name: 'example-list' }],
      },
      records: { count: 2, tip: data.asset.tip, from_beginning: true, held: 'Two transfers.' },
      label_sources: [{ source: 'test', url: null, date: '2024-01-01' }],
      incoming: {
        slices: [
          { id: 'exchange_licensed', share: 0.9, group: 'low' },
          { id: 'unknown_origin', share: 0.1, group: 'none' },
        ],
      },
    });
    const { strong_share: strong, ...row } = result.incoming.rows[0] ?? {};
    expect(strong).toBe(0.9);
    expect(row).toEqual(data.asset.evidence.incoming.rows[0]);
    for (const digest of [result.inputs.subject, result.inputs.incoming, result.inputs.outgoing, result.inputs.notes]) {
      expect(digest).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(Date.parse(result.inputs.as_of) % 1000).toBe(0);
    expect(result.disclaimer).toContain('no legal, tax or investment advice');
  });

  it('never contains the owner of the check', () => {
    // A signature may contain any letters, so it is removed first.
    const reported = first.body.replaceAll(/"[\w+/=-]{60,}"/g, '""');
    expect(reported).not.toMatch(/demo|owner|e-?mail|localhost"[^,}]*@/i);
  });

  it('has the same bytes in every response, and is not sent again to a client that has it', async () => {
    const again = await get(first.url);
    expect(again.body).toBe(first.body);
    const etag = String(again.headers.etag);
    expect(again.headers['cache-control']).toBe('private, no-cache');
    const unchanged = await get(first.url, { 'if-none-match': etag });
    expect({ status: unchanged.statusCode, body: unchanged.body }).toEqual({ status: 304, body: '' });
    expect((await get(first.url, { 'if-none-match': '"another"' })).statusCode).toBe(200);
  });

  it('is signed once for simultaneous requests', async () => {
    const { body } = await postCheck(test.app, { ...BTC_CHECK, address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' });
    const url = `/api/monitor/check/${body.data.asset.sub_id}/certificate.json`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(url)));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  });

  it('exists for a result without stars too', async () => {
    const { result } = await certifiedResult(NA_CHECK);
    expect(result.score).toMatchObject({
      stars: 0,
      total: null,
      rule: 'not_rated',
      reason: 'no_records',
      direction: null,
    });
    expect(result.incoming).toMatchObject({ records: 0, slices: [], rows: [] });
  });

  it('differs from that of another check only in its id and times, when nothing else changed', async () => {
    const second = await certifiedResult(BTC_CHECK);
    const plain = ({ sub_id: _id, checked_at: _at, inputs: { as_of: _asOf, ...inputs }, ...rest }: CanonicalResult) =>
      canonicalJson({ ...rest, inputs });
    expect(second.result.sub_id).not.toBe(first.result.sub_id);
    expect(plain(second.result)).toBe(plain(first.result));
  });

  it('is recorded as issued, by its digest, and so is its PDF; nothing else is', async () => {
    const recordOf = async (digest: string) => (await get(`/.well-known/assay-issued/${digest}.json`)).json();
    const digest = fileDigestOf(Buffer.from(first.body));
    const { statement } = JSON.parse(first.body);
    expect(await recordOf(digest)).toEqual({
      format: 'assay-issued/1',
      sha256: digest,
      signed_at: statement.signed_at,
    });
    const pdf = (await get(`/api/monitor/pdf/${first.result.sub_id}`)).rawPayload;
    expect(parseIssuedRecord(JSON.stringify(await recordOf(fileDigestOf(pdf)))).signed_at).not.toBeNull();
    expect(await recordOf('0'.repeat(64))).toMatchObject({ signed_at: null });
    for (const wrong of ['0', digest.toUpperCase(), `${digest}0`, '..%2Fassay-keys']) {
      expect((await get(`/.well-known/assay-issued/${wrong}.json`)).statusCode, wrong).toBe(400);
    }
  });

  it('has its PDF chained to a root that is published as PEM', async () => {
    const answer = await get('/.well-known/assay-ca.pem');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toMatch(/^-----BEGIN CERTIFICATE-----\n([\w+/=]{1,64}\n)+-----END CERTIFICATE-----\n$/);
  });
});
