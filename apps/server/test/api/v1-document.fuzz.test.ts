import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testAddresses } from '../../src/modules/api/test-mode/test-addresses.ts';
import { testTransactions } from '../../src/modules/api/test-mode/test-transactions.ts';
import { useAuthApp } from '../support/auth-app.ts';
import { againstDocument } from './openapi/against-document.ts';
import { JSON_TYPE, type Sent, useDocumentProgram } from './openapi/document-program.ts';
import { anyText, valuesOf } from './openapi/schema-values.ts';
import type { DocumentedCall } from './openapi/served-document.ts';

/** Requests of each call, the same each time; `npm run verify:long` sends many more by a seed of its own. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? '15');
const SEED = Number(process.env['FUZZ_SEED'] ?? '20261128');
/** How often a value is another one than its schema says. */
const WILDNESS = [0, 0, 0.05, 0.5];

const server = useAuthApp();
const served = useDocumentProgram(server, 'fuzz@firm.example');

const KNOWN: Readonly<Record<string, fc.Arbitrary<string>>> = {
  address: fc.constantFrom(
    ...testAddresses()
      .filter(({ outcome }) => outcome !== 'slow')
      .map(({ address }) => address),
  ),
  asset: fc.constantFrom('USDT', 'TRX', 'BTC', 'ETH'),
  network: fc.constantFrom('TRX', 'BTC', 'ETH'),
  transaction: fc.constantFrom(
    ...testTransactions()
      .filter(({ outcome }) => outcome !== 'slow')
      .map(({ id }) => id),
  ),
  amount: fc.constantFrom('1', '250.5', '0.00000001'),
  index: fc.constantFrom('0', '1', '999'),
};

interface Request {
  readonly key: 'test' | 'live' | 'none';
  readonly url: string;
  readonly sent: Sent;
}

/** Requests of a call, right and wrong ones in every part; `id` names an object that is there. */
function requestsOf(call: DocumentedCall, id: string): fc.Arbitrary<Request> {
  const named = (name: string) => KNOWN[name] ?? fc.constant(id);
  const partsIn = (place: string) => call.parameters.filter((one) => one.in === place);
  const textsOf = ({ name, schema }: DocumentedCall['parameters'][number]) =>
    fc.oneof(
      { weight: 3, arbitrary: named(name) },
      { weight: 2, arbitrary: valuesOf(served.document, schema, 0).map(String) },
      { weight: 1, arbitrary: anyText },
    );
  const path = fc.record(Object.fromEntries(partsIn('path').map((one) => [one.name, textsOf(one)])));
  const query = fc.record(Object.fromEntries(partsIn('query').map((one) => [one.name, textsOf(one)])), {
    requiredKeys: [],
  });
  const headers = fc.record(
    Object.fromEntries(partsIn('header').map((one) => [one.name.toLowerCase(), textsOf(one).map(asHeader)])),
    { requiredKeys: [] },
  ) as fc.Arbitrary<Record<string, string>>;
  return fc
    .record({
      key: fc.oneof({ weight: 8, arbitrary: fc.constant('test' as const) }, fc.constantFrom('live' as const, 'none')),
      path,
      query: fc.oneof({ weight: 4, arbitrary: query }, fc.dictionary(fc.stringMatching(/^\w{1,9}$/), anyText)),
      headers,
      body: bodiesOf(call),
    })
    .map(({ key, path: values, query: asked, headers: extra, body }) => {
      const place = call.template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => asPath(String(values[name])));
      const search = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
      const url = search.size === 0 ? place : `${place}?${search}`;
      return { key, url, sent: { ...body, headers: extra } };
    });
}

function bodiesOf({ requestBody, method }: DocumentedCall): fc.Arbitrary<Pick<Sent, 'body' | 'type'>> {
  const none = fc.constant({});
  if (requestBody === undefined) {
    const unexpected = anyText.map((body) => ({ body, type: JSON_TYPE }));
    return method === 'GET' ? none : fc.oneof({ weight: 4, arbitrary: none }, unexpected);
  }
  const kinds = Object.entries(requestBody.content).flatMap(([type, { schema, example }]) =>
    type === JSON_TYPE
      ? WILDNESS.map((wildness) =>
          valuesOf(served.document, schema, wildness).map((body) => ({ type, body: JSON.stringify(body) ?? 'null' })),
        )
      : [fc.oneof(fc.constant(String(example)), anyText).map((body) => ({ type, body }))],
  );
  const known = fc.record(KNOWN).map((body) => ({ type: JSON_TYPE, body: JSON.stringify(body) }));
  const broken = fc.record({ type: fc.constantFrom(JSON_TYPE, 'text/plain', 'text/csv'), body: anyText });
  return fc.oneof(...kinds, known, broken, none);
}

/** What a client can send as a header at all: visible characters of Latin-1. */
function asHeader(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e]/g, '').trim() || 'x';
}

/** What a client makes of a part of a path; an empty one would be another path, and half a character is none. */
function asPath(text: string): string {
  const sound = text.toWellFormed().replaceAll('\u0000', '0');
  return sound === '' || /^\.+$/.test(sound) ? 'x' : encodeURIComponent(sound);
}

describe('whatever is sent, the document describes the answer', () => {
  it('of every call', async () => {
    const { undocumentedIn } = againstDocument(served.document);
    const statuses = new Map<string, Set<number>>();
    const failures: string[] = [];
    for (const call of served.calls) {
      const seen = new Set<number>();
      const id = await served.program.objectOf(call.operationId);
      const property = fc.asyncProperty(requestsOf(call, id), async ({ key, url, sent }) => {
        const answer = await served.program.send[key](call.method, url, sent);
        seen.add(answer.status);
        expect(answer.status, answer.text).toBeLessThan(500);
        expect(undocumentedIn(call, answer), `${call.operationId} ${url} ${sent.body ?? ''}`).toBe('');
      });
      const options = { numRuns: RUNS, seed: SEED };
      const { failed, counterexample, seed, errorInstance } = await fc.check(property, options);
      if (failed)
        failures.push(`${call.operationId}, seed ${seed}: ${String(errorInstance)} ${JSON.stringify(counterexample)}`);
      statuses.set(call.operationId, seen);
    }
    expect(failures).toEqual([]);
    // The requests reach behind the validation: most calls succeed at times, and fail at times.
    const succeeding = [...statuses.values()].filter((seen) => [...seen].some((status) => status < 300));
    const failing = [...statuses.values()].filter((seen) => [...seen].some((status) => status >= 400));
    expect(succeeding.length).toBeGreaterThan(served.calls.length / 2);
    expect(failing.length).toBeGreaterThan(served.calls.length / 2);
  }, 1_800_000);
});
