import { setTimeout as sleep } from 'node:timers/promises';
import type { Front } from '../../apps/server/test/system/deploy/front.ts';
import type { Visitor } from '../../bench/checks/visitors.ts';

const PAUSE_MS = 60;

/** A check that was answered, with the certificate that was signed at once. */
export interface Acknowledged {
  readonly subId: string;
  readonly isCharged: boolean;
  readonly certificate: string;
}

export interface Load {
  readonly acknowledged: readonly Acknowledged[];
  /** Every answer that a user must not see, once each. */
  readonly faults: ReadonlySet<string>;
  /** How often a limit asked to wait. */
  readonly waits: number;
  /** Resolves once so many checks were acknowledged. */
  until(count: number): Promise<void>;
  /** Lets every user finish the check that runs. */
  end(): Promise<void>;
}

interface LoadParts {
  readonly front: Front;
  readonly users: readonly Visitor[];
  readonly addresses: readonly string[];
}

/** Users who check one address after the other through the web server, until the load is ended. */
export function startLoad({ front, users, addresses }: LoadParts): Load {
  const acknowledged: Acknowledged[] = [];
  const faults = new Set<string>();
  let isOver = false;
  let waits = 0;
  let begun = 0;

  /** Waits where a limit says so, as a client must. Null for an answer that is a fault. */
  const ask = async (options: Parameters<Front['ask']>[0]): Promise<string | null> => {
    for (;;) {
      const answer = await front.ask(options).catch((error: unknown) => String(error));
      if (typeof answer === 'string') {
        faults.add(`${options.method ?? 'GET'} was cut off: ${answer}`);
        return null;
      }
      if (answer.status === 200) return answer.body;
      if (answer.status !== 429) {
        faults.add(`${options.method ?? 'GET'} was answered ${answer.status}: ${answer.body.slice(0, 200)}`);
        return null;
      }
      waits += 1;
      await sleep(Number(answer.headers['retry-after'] ?? 1) * 1_000);
    }
  };

  const check = async ({ authorization }: Visitor, address: string, key: string): Promise<void> => {
    const headers = { authorization, 'the-timezone-iana': 'UTC' };
    begun += 1;
    // Each from a network of its own: limits count networks, and are not what is rehearsed.
    const from = `127.1.${begun >> 8}.${begun & 255}`;
    const answer = await ask({
      from,
      path: '/api/monitor/check',
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: Buffer.from(JSON.stringify({ address, ticker: 'ETH', parent: null })),
    });
    const subId = /"sub_id":"([0-9a-f]{32})"/.exec(answer ?? '')?.[1];
    if (answer === null) return;
    if (subId === undefined) {
      faults.add(`a check was answered without an id: ${answer.slice(0, 200)}`);
      return;
    }
    const certificate = await ask({ path: `/api/monitor/check/${subId}/certificate.json`, headers, from });
    if (certificate !== null) acknowledged.push({ subId, isCharged: answer.includes('"charged":true'), certificate });
  };

  const lanes = users.map(async (user, lane) => {
    for (let at = 0; !isOver; at += 1) {
      const address = addresses[(lane * 397 + at) % addresses.length] ?? '';
      await check(user, address, `rehearsal-${lane}-${at}`);
      await sleep(PAUSE_MS);
    }
  });
  return {
    acknowledged,
    faults,
    get waits() {
      return waits;
    },
    until: async (count) => {
      while (acknowledged.length < count) await sleep(PAUSE_MS);
    },
    end: async () => {
      isOver = true;
      await Promise.all(lanes);
    },
  };
}
