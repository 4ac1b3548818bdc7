import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../../platform/http/limits/rate-limit.ts';
import { EVENT_LINES, EventLine, sendEvents } from '../../../platform/http/watch/event-line.ts';
import { OpenLines } from '../../../platform/http/watch/open-lines.ts';
import { aborted, within } from '../../../platform/kernel/time/timing.ts';
import { ProblemError } from '../public-api/problem-error.ts';
import { batchResource } from './batch-resource.ts';
import type { BatchOwner, StoredBatch } from './batches.ports.ts';
import type { BatchesService } from './batches.service.ts';

const LOOK_MS = 1_000;

/**
 * Event streams of batches, limited like those of checks. An event `batch` brings the batch when the stream opens and
 * whenever it has changed, looked for once a second; `end` brings it when it has ended, and is the last.
 */
export class BatchLines {
  readonly #lines = new OpenLines(EVENT_LINES);
  readonly #batches: Pick<BatchesService, 'retrieve'>;
  /** Aborted when the server stops. */
  readonly #closing: AbortSignal;

  constructor(batches: Pick<BatchesService, 'retrieve'>, closing: AbortSignal) {
    this.#batches = batches;
    this.#closing = closing;
  }

  /** @throws ProblemError not_found, rate_limited */
  async send(request: FastifyRequest, reply: FastifyReply, owner: BatchOwner, id: string): Promise<FastifyReply> {
    const batch = await this.#batches.retrieve(owner, id);
    const network = networkOf(request);
    if (this.#lines.enter(network) !== 'entered') {
      throw new ProblemError('rate_limited', 'Too many event streams are open. Close one, or ask for the batch.', {
        retryAfterSeconds: 60,
      });
    }
    const line = new EventLine();
    line.stream.once('close', () => this.#lines.leave(network));
    void this.#follow(line, owner, batch);
    return sendEvents(reply, line);
  }

  async #follow(line: EventLine, owner: BatchOwner, first: StoredBatch): Promise<void> {
    const closed = Promise.race([aborted(line.signal), aborted(this.#closing)]);
    try {
      let sent = '';
      let batch = first;
      while (!line.signal.aborted && !this.#closing.aborted) {
        const data = batchResource(batch);
        const text = JSON.stringify(data);
        const isOver = batch.endedAt !== null;
        if (text !== sent || isOver) line.send({ event: isOver ? 'end' : 'batch', data });
        if (isOver) return;
        sent = text;
        await within(LOOK_MS, closed);
        batch = await this.#batches.retrieve(owner, batch.id);
      }
    } catch (error) {
      // Ends the stream: who connects again is answered why.
      line.stream.destroy(error instanceof Error ? error : new Error(String(error)));
    } finally {
      line.end();
    }
  }
}
