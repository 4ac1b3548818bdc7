import { randomBytes } from 'node:crypto';
import { BATCH_ROW_BYTES } from '@assay/contracts/v1';
import { sized } from '../size.ts';

/** A request of somebody who means harm, or who does not know better. */
export interface HostileRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
  /** Whom it is sent as; nobody by default. */
  readonly as?: 'key' | 'visitor';
  readonly headers?: Readonly<Record<string, string>>;
}

/** One kind of request, and how it is sent. */
export interface Kind {
  readonly name: string;
  readonly requests: readonly HostileRequest[];
  readonly atOnce: number;
  /** Whether the batches that it made are followed to their end within its measurement. */
  readonly isFollowed?: true;
}

/** As long as a request line can carry. */
const LINE = 15_500;
/** A body below the limit of all calls but those that take files. */
const BODY = 60_000;
/** What one of the formats, patterns or codecs looks for. */
const PARTS = ['1', 'z', 'a.aa', 'a_', 'www.', '0x', 'bc1q', 'ab12', '/tx/a', '1,', ' ', '-', 'ﷺ', '-----BEGIN '];
const BAD_ROWS = sized(400, 40);
const MANY_ROWS = sized(100_000, 2_000);
const BLANK_LINES = sized(1_000_000, 10_000);
const RANDOM = sized(1_500, 60);
const EVIDENCE_BYTES = 1024 * 1024;

const JSON_TYPE = 'application/json';
const ROWS_TYPE = 'application/x-ndjson';

function longText(part: string, length: number): string {
  return part.repeat(Math.ceil(length / part.length)).slice(0, length);
}

function json(path: string, value: unknown, as?: 'visitor'): HostileRequest {
  return { method: 'POST', path, type: JSON_TYPE, body: JSON.stringify(value), ...(as && { as }) };
}

function suggest(address: string): HostileRequest {
  return { method: 'GET', path: `/api/wallet/suggest?address=${encodeURIComponent(address).slice(0, LINE)}` };
}

function rows(lines: readonly string[]): HostileRequest {
  return { method: 'POST', path: '/api/v1/batches?asset=BTC', type: ROWS_TYPE, body: lines.join(''), as: 'key' };
}

function rowOf(fields: object): string {
  return `${JSON.stringify(fields)}\n`;
}

/** Rows that name no address, their cells as long as they may be or longer. */
function badRows(): readonly string[] {
  return Array.from({ length: BAD_ROWS }, (_, index) => {
    const part = PARTS[index % PARTS.length] ?? '';
    const lengths = [255, 4_000, BATCH_ROW_BYTES - 200];
    const length = lengths[index % lengths.length] ?? 0;
    return rowOf({ address: longText(part, length % 4_001), asset: 'BTC', note: longText(part, length) });
  });
}

/** JSON as deep, as wide and as long as its limit lets it be. */
const JSON_BODIES = [
  '['.repeat(BODY),
  `${'['.repeat(BODY / 2)}${']'.repeat(BODY / 2)}`,
  `{${Array.from({ length: 6_000 }, (_, index) => `"k${index}":0`).join(',')}}`,
  `{"address":"${'\\u0041'.repeat(BODY / 6)}"}`,
  `[${'0,'.repeat(BODY / 2 - 1)}0]`,
];
/** What a stranger sends in the name of a payment provider, and the headers that a page is asked for with. */
const MESSAGES: readonly HostileRequest[] = [
  ...[
    ...JSON_BODIES,
    JSON.stringify(Object.fromEntries(Array.from({ length: 1_700 }, (_, n) => [`k${n}`, { b: 1 }]))),
  ].map(
    (body): HostileRequest => ({
      ...{ method: 'POST', path: '/api/payment/webhooks/nowpayments', type: JSON_TYPE, body },
      headers: { 'x-nowpayments-sig': 'a'.repeat(128) },
    }),
  ),
  ...['accept-language', 'accept', 'cookie', 'x-forwarded-for', 'if-none-match'].map(
    (name): HostileRequest => ({ method: 'GET', path: '/', headers: { [name]: longText('a-b;q=0.1,', 12_000) } }),
  ),
];
/** Bodies of rows without any. */
const BLANK = ['\n', ' \n', ',\n'].flatMap((line) =>
  [ROWS_TYPE, 'text/csv'].map((type): HostileRequest => {
    return { method: 'POST', path: '/api/v1/batches', type, body: line.repeat(BLANK_LINES), as: 'key' };
  }),
);
const JSON_PATHS = ['/api/auth/login', '/api/monitor/check', '/api/wallet/suggest', '/api/disputes', '/api/v1/checks'];

/** The kinds, and all their small requests in a random order. `disputeKey` opens a dispute for evidence. */
export function hostileKinds(disputeKey: string): readonly Kind[] {
  const suggested = PARTS.map((part) => suggest(longText(part, LINE)));
  const within = PARTS.map((part) => suggest(longText(part, 255)));
  const bodies = JSON_PATHS.flatMap((path) =>
    JSON_BODIES.map((body): HostileRequest => ({ method: 'POST', path, type: JSON_TYPE, body, as: 'visitor' })),
  );
  const pasted = PARTS.flatMap((part) => [
    json('/api/wallet/suggest', { address: longText(part, 255) }),
    json('/api/wallet/suggest', { address: longText(part, BODY / 3) }),
    json('/api/monitor/check', { address: longText(part, 255), ticker: 'BTC', parent: null }, 'visitor'),
    json('/api/monitor/check-transaction', pastedTransaction(longText(part, 2_048)), 'visitor'),
  ]);
  const evidence = { name: longText('ﷺ', 200), content: randomBytes(EVIDENCE_BYTES).toString('base64') };
  const disputed = Array.from({ length: 3 }, () => json(`/api/disputes/own/${disputeKey}/evidence`, evidence));
  const small = [...suggested, ...within, ...bodies, ...pasted, ...MESSAGES];
  const random = Array.from({ length: RANDOM }, () => small[Math.floor(Math.random() * small.length)]);
  const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  const many = Array.from({ length: MANY_ROWS }, (_, index) => rowOf({ address, reference: `deposit-${index}` }));
  return [
    { name: `suggest, ${LINE} characters`, requests: suggested, atOnce: 1 },
    { name: 'the same, 12 at once', requests: suggested, atOnce: 12 },
    { name: 'suggest, 255 characters, 12 at once', requests: within, atOnce: 12 },
    { name: 'pasted texts', requests: pasted, atOnce: 4 },
    { name: 'JSON of 60 kB, deep, wide and long', requests: bodies, atOnce: 4 },
    { name: 'messages of a payment provider, long headers', requests: MESSAGES, atOnce: 4 },
    { name: 'evidence of 1 MiB', requests: disputed, atOnce: 3 },
    { name: 'bodies of blank lines, 4 at once', requests: BLANK, atOnce: 4 },
    {
      name: `a batch of ${BAD_ROWS} bad rows, until it is over`,
      requests: [rows(badRows())],
      atOnce: 1,
      isFollowed: true,
    },
    { name: `a batch of ${MANY_ROWS} rows, until it is over`, requests: [rows(many)], atOnce: 1, isFollowed: true },
    { name: `random of the small ones, ${RANDOM}`, requests: random.filter((one) => one !== undefined), atOnce: 12 },
  ];
}

function pastedTransaction(transaction: string): object {
  return { transaction, ticker: 'BTC', parent: null, address: null, direction: 'deposit' };
}

/** The files of a batch that is over. */
export function resultsOf(batch: string): readonly Kind[] {
  return ['jsonl', 'csv', 'parquet'].map((format) => ({
    name: `its results as ${format}`,
    requests: [{ method: 'GET', path: `/api/v1/batches/${batch}/results?format=${format}`, as: 'key' }],
    atOnce: 1,
  }));
}
