import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../checks/product.ts';

export interface Flood {
  readonly perSecond: number;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

export interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly ms: number;
}

/** Requests over kept connections, each from another network, so that no visitor meets a limit of one. */
export class Visitors {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  #count = 0;

  get(url: string, network = this.#nextNetwork()): Promise<Answer> {
    const headers = { 'accept-encoding': 'br', 'x-forwarded-for': network };
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const request = http.get(url, { agent: this.#agent, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            bytes: Buffer.concat(parts),
            ms: performance.now() - startedAt,
          }),
        );
      });
      request.on('error', reject);
    });
  }

  /** As many requests as `connections` can send one after the other for so long. */
  async flood(url: string, connections: number, forMs: number): Promise<Flood> {
    const statuses = new Map<number, number>();
    const startedAt = performance.now();
    let answered = 0;
    const one = async () => {
      while (performance.now() - startedAt < forMs) {
        const { status } = await this.get(url);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, one));
    return { perSecond: (answered / (performance.now() - startedAt)) * 1_000, statuses };
  }

  /** Milliseconds of 99 in 100 answers of `url`, asked every 20 ms until `work` is done. */
  async p99While(url: string, work: Promise<unknown>): Promise<number> {
    let isDone = false;
    const ended = work.finally(() => {
      isDone = true;
    });
    const times: number[] = [];
    while (!isDone) {
      times.push((await this.get(url, '198.51.100.7')).ms);
      await sleep(20);
    }
    await ended;
    return quantile(times, 0.99);
  }

  close(): void {
    this.#agent.destroy();
  }

  #nextNetwork(): string {
    this.#count += 1;
    return `10.${(this.#count >> 16) & 255}.${(this.#count >> 8) & 255}.${this.#count & 255}`;
  }
}
