import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { wireApiKeys } from '../../apps/server/src/modules/api/open/public-api.ts';
import { FLEX_TARIFF, ledger } from '../../apps/server/src/modules/money/index.ts';
import { fetchServed, openProduct, print, quantile } from '../checks/product.ts';
import { figure } from '../figure.ts';
import { importBenchLabels } from '../labels.ts';
import { sized } from '../size.ts';
import { type HostileRequest, hostileKinds, type Kind, resultsOf } from './requests.ts';
import type { Stretches } from './stretches.ts';

/** The first round compiles what the server has not run yet. */
const ROUNDS = sized(3, 1);
const GOAL_MS = 50;
const LOOK_MS = 200;
/** The rows of all rounds are a tenth of what so many checks allow a day. */
const GRANTED = 100_000;
/** An address a round: one has few open disputes at a time. */
const DISPUTED = Array.from({ length: ROUNDS + 1 }, () => `0x${randomBytes(20).toString('hex')}`);

interface Measured {
  readonly name: string;
  readonly longestMs: number[];
  readonly answers: Map<number, number>;
}

const product = await openProduct(4, {}, new URL('stretches.ts', import.meta.url));
let visits = 0;

/** Each request from another network, as from so many people: limits per network are not what is measured. */
function from(): Record<string, string> {
  visits += 1;
  return { 'x-forwarded-for': `10.${(visits >> 16) & 255}.${(visits >> 8) & 255}.${visits & 255}` };
}

/** The longest stretch since it was last asked. */
async function longestMs(child: ChildProcess): Promise<number> {
  const answered = once(child, 'message') as Promise<[Stretches]>;
  child.send('longest');
  return (await answered)[0].longestMs;
}

async function send(
  { method, path, type, body, as, headers }: HostileRequest,
  signs: Readonly<Record<'key' | 'visitor', string>>,
): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetchServed(`${product.url}${path}`, {
    method,
    headers: {
      ...from(),
      'the-timezone-iana': 'UTC',
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(as === undefined ? {} : { authorization: signs[as] }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

try {
  const { sub } = await product.signIn('holder');
  await ledger.grant(product.pool, {
    sub,
    tariff: FLEX_TARIFF,
    checks: GRANTED,
    expiresAt: null,
    reason: 'operator',
    key: `bench:${sub}`,
  });
  const made = await wireApiKeys(product.pool).create(
    { workspace: sub, sub: null },
    { name: 'bench', mode: 'live', addressRanges: [], monthlyLimit: null, expiresInDays: null, scopes: ['batches'] },
  );
  const signs = { key: `Bearer ${made.secret}`, visitor: '' };
  await importBenchLabels(
    product.pool,
    DISPUTED.map((address) => ({ address, entity: 'Example list', category: 'scam' })),
  );

  const over = async (id: string): Promise<void> => {
    for (;;) {
      const { text } = await send({ method: 'GET', path: `/api/v1/batches/${id}`, as: 'key' }, signs);
      const { status } = JSON.parse(text) as { status: string };
      if (status === 'completed') return;
      if (status !== 'running') throw new Error(`The batch is ${status}`);
      await sleep(LOOK_MS);
    }
  };

  /** Sends the requests of a kind; returns the id of the last batch that they made. */
  const measure = async (kind: Kind, measured: Measured): Promise<string | null> => {
    await longestMs(product.child);
    let batch: string | null = null;
    const waiting = kind.requests.values();
    const work = async () => {
      for (const request of waiting) {
        const { status, text } = await send(request, signs);
        if (status >= 500) throw new Error(`${request.path.slice(0, 80)} was answered ${status} ${text.slice(0, 200)}`);
        measured.answers.set(status, (measured.answers.get(status) ?? 0) + 1);
        if (!kind.isFollowed) continue;
        if (status !== 202) throw new Error(`${kind.name} was answered ${status} ${text}`);
        batch = (JSON.parse(text) as { id: string }).id;
      }
    };
    await Promise.all(Array.from({ length: kind.atOnce }, work));
    if (batch !== null) await over(batch);
    measured.longestMs.push(await longestMs(product.child));
    return batch;
  };

  const all = new Map<string, Measured>();
  const measuredOf = ({ name }: Kind): Measured => {
    const found = all.get(name) ?? { name, longestMs: [], answers: new Map() };
    all.set(name, found);
    return found;
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    // An access token is valid for minutes.
    signs.visitor = (await product.signIn(`hostile-${round}`)).authorization;
    for (const kind of hostileKinds(await dispute(DISPUTED[round] ?? ''))) {
      const batch = await measure(kind, measuredOf(kind));
      if (batch === null) continue;
      for (const results of resultsOf(batch))
        await measure(results, measuredOf({ ...results, name: `${kind.name}: ${results.name}` }));
    }
  }
  const kinds = [...all.values()].map((one) => ({
    ...one,
    first: one.longestMs[0] ?? Number.NaN,
    later: one.longestMs.slice(1),
  }));
  print(
    `Longest stretch of the server's event loop in processor time, ms; the first time and ${ROUNDS} rounds after it. The goal is ${GOAL_MS}.`,
  );
  print('');
  print('| Requests | The first time | Least | Median | Most | Answers |');
  print('| --- | --- | --- | --- | --- | --- |');
  for (const { name, first, later, answers } of kinds) {
    const spread = [Math.min(...later), quantile(later), Math.max(...later)].map((ms) => ms.toFixed(1));
    const said = Array.from(answers, ([status, count]) => `${count} × ${status}`).join(', ');
    print(`| ${name} | ${first.toFixed(1)} | ${spread.join(' | ')} | ${said} |`);
  }
  figure('longest-ms', Math.max(...kinds.map(({ later }) => quantile(later))));
} finally {
  await product.stop();
}

/** Files a dispute; returns the key that opens it for evidence. */
async function dispute(address: string): Promise<string> {
  const answer = await fetch(`${product.url}/api/disputes`, {
    method: 'POST',
    headers: { ...from(), 'content-type': 'application/json' },
    body: JSON.stringify({
      network: 'ETH',
      address,
      labels: [{ source: 'bench', entity: 'Example list', category: 'scam' }],
      ground: 'wrong_owner',
      statement: 'This is the hot wallet of our shop, and has been since 2021.',
      email: `shop-${visits}@bench.example`,
    }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The dispute was answered ${answer.status} ${text}`);
  return (JSON.parse(text) as { data: { key: string } }).data.key;
}
