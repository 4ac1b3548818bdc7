import { PassThrough } from 'node:stream';
import { CancelCheck, type CheckEvent, CheckEvents } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AppError } from '../../app-error.ts';
import { callerOf, requireCaller } from '../../plugins/caller.ts';
import { failures } from '../../plugins/failures.ts';
import { networkOf } from '../../plugins/rate-limit.ts';
import { aborted, within } from '../../timing.ts';
import { presentState } from './checks.presenter.ts';
import type { ChecksService } from './checks.service.ts';
import type { StoredCheck } from './checks.store.ts';
import { OpenLines } from './open-lines.ts';

export interface EventsRoutesOptions {
  readonly checks: ChecksService;
  readonly readsPerMinute: number;
}

/** Lines open at a time; each costs a socket and hardly anything else. */
const LINES = { most: 500, mostOfNetwork: 50 };
/** Browsers and proxies keep a line that says something now and then. */
const BEAT_MS = 15_000;
/** How often a check that runs in another process is looked at. */
const LOOK_MS = 1_000;
/** A line that lasted this long is closed; the browser opens a new one and loses nothing. */
const LONGEST_MS = 10 * 60_000;

export const eventsRoutes: FastifyPluginAsyncZod<EventsRoutesOptions> = async (app, { checks, readsPerMinute }) => {
  const lines = new OpenLines(LINES);

  app.get(
    CheckEvents.path,
    {
      schema: {
        summary: 'Follow a check as server-sent events',
        description:
          'Events `facts`, `progress` and `end`, each with JSON in `data`. Whoever connects gets what is known, then what changes; `end` brings the state of the check and is the last.',
        tags: ['monitor'],
        params: CheckEvents.params,
        response: failures(CheckEvents.errors),
      },
      config: { rateLimit: { max: readsPerMinute } },
    },
    async (request, reply) => {
      const reader = request.caller?.sub ?? null;
      const check = await checks.openCheck(request.params.sub_id.toLowerCase(), reader);
      const network = networkOf(request);
      const place = lines.enter(network);
      if (place === 'network full') throw new AppError('TooManyRequests');
      if (place === 'full') throw new AppError('Overloaded', { internal: 'too many event lines are open' });
      const line = new EventLine();
      line.stream.once('close', () => lines.leave(network));
      void follow(checks, check, reader, line);
      reply.header('content-type', CheckEvents.contentType);
      reply.header('cache-control', 'no-store, no-transform');
      // Reverse proxies that gather answers would hold events back.
      reply.header('x-accel-buffering', 'no');
      return reply.send(line.stream);
    },
  );

  app.post(
    CancelCheck.path,
    {
      schema: {
        summary: 'End a running check',
        description: 'Only its owner may. Nothing is spent. A check that was faster answers its result.',
        tags: ['monitor'],
        params: CancelCheck.params,
        response: { ...CancelCheck.answers, ...failures(CancelCheck.errors) },
      },
      config: { rateLimit: { max: readsPerMinute } },
      preParsing: requireCaller,
    },
    async (request, reply) => {
      const { sub } = callerOf(request);
      const check = await checks.cancelCheck(request.params.sub_id.toLowerCase(), sub);
      reply.header('cache-control', 'no-store');
      return { data: presentState(check, await checks.changesOf(check, sub)) };
    },
  );
};

/** One open line; what is written after its end goes nowhere. */
class EventLine {
  readonly stream = new PassThrough();
  readonly #closing = new AbortController();
  #id = 0;

  constructor() {
    const beat = setInterval(() => this.#write(':\n\n'), BEAT_MS);
    const longest = setTimeout(() => this.end(), LONGEST_MS);
    this.stream.once('close', () => {
      clearInterval(beat);
      clearTimeout(longest);
      this.#closing.abort();
    });
    // Whoever listened has gone: nobody is left to tell.
    this.stream.on('error', () => this.stream.destroy());
    this.#write('retry: 1000\n\n');
  }

  /** Aborted when either side has closed the line. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  send({ event, data }: CheckEvent): void {
    this.#id += 1;
    this.#write(`id: ${this.#id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(): void {
    if (!this.stream.writableEnded) this.stream.end();
  }

  #write(text: string): void {
    if (!this.stream.writableEnded && !this.stream.destroyed) this.stream.write(text);
  }
}

/** Tells a line everything about a check until it ends, or the line does. */
async function follow(checks: ChecksService, check: StoredCheck, reader: string | null, line: EventLine) {
  const closed = aborted(line.signal);
  try {
    let now = check;
    const running = checks.runningCheck(check.subId);
    if (running !== null) {
      const stop = running.listen((event) => line.send(event));
      try {
        await Promise.race([running.done, closed]);
      } finally {
        stop();
      }
    }
    // Over, or the business of another process.
    while (!line.signal.aborted) {
      now = await checks.openCheck(check.subId, reader);
      if (now.status !== 'running') break;
      line.send({ event: 'progress', data: elsewhere(now.progress) });
      await within(LOOK_MS, closed);
    }
    if (!line.signal.aborted) {
      line.send({ event: 'end', data: presentState(now, await checks.changesOf(now, reader)) });
    }
  } catch (error) {
    // The line breaks and the browser asks again; a check that may not be read any more is then not found.
    line.stream.destroy(error instanceof Error ? error : new Error(String(error)));
  } finally {
    line.end();
  }
}

function elsewhere(progress: number): Extract<CheckEvent, { event: 'progress' }>['data'] {
  return { phase: 'walking', progress, calls: null, explained: { incoming: null, outgoing: null }, providers: [] };
}
