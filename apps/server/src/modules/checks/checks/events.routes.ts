import { CancelCheck, type CheckEvent, CheckEvents } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { networkOf } from '../../../platform/http/limits/rate-limit.ts';
import { EVENT_LINES, EventLine, sendEvents } from '../../../platform/http/watch/event-line.ts';
import { OpenLines } from '../../../platform/http/watch/open-lines.ts';
import { callerOf, readerOf } from '../../../platform/http/who/caller.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { aborted, within } from '../../../platform/kernel/time/timing.ts';
import { presentState } from './checks.presenter.ts';
import type { ChecksService } from './checks.service.ts';
import { LOOK_MS } from './run/follow-elsewhere.ts';
import type { StoredCheck } from './stored/checks.store.ts';

/** Calls that follow a running check, or end it. */
export async function eventsRoutes(
  app: FastifyInstance,
  { checks }: { readonly checks: ChecksService },
): Promise<void> {
  const lines = new OpenLines(EVENT_LINES);

  answerCall(app, CheckEvents, async ({ params, request, reply }) => {
    const reader = readerOf(request);
    const check = await checks.openCheck(params.sub_id.toLowerCase(), reader);
    const network = networkOf(request);
    const entry = lines.enter(network);
    if (entry === 'network full') throw new AppError('TooManyRequests');
    if (entry === 'full') throw new AppError('Overloaded', { internal: 'too many event lines are open' });
    const line = new EventLine();
    line.stream.once('close', () => lines.leave(network));
    void follow(checks, check, reader, line);
    return sendEvents(reply, line);
  });

  answerCall(app, CancelCheck, async ({ params, request }) => {
    const { id } = callerOf(request).workspace;
    const check = await checks.cancelCheck(params.sub_id.toLowerCase(), id);
    return presentState(check, await checks.besideResult(check, readerOf(request)));
  });
}

/** Sends all events of a check to a stream until the check or the stream ends. */
async function follow(checks: ChecksService, check: StoredCheck, reader: string | null, line: EventLine) {
  const closed = aborted(line.signal);
  try {
    while (!line.signal.aborted) {
      await followHere(checks, check.subId, line, closed);
      // The check has ended, or another process runs it or takes it over: this one may be the next.
      const now = await checks.openCheck(check.subId, reader);
      if (now.status !== 'running') {
        line.send({ event: 'end', data: presentState(now, await checks.besideResult(now, reader)) });
        return;
      }
      // The client connects again, to another server or the next start.
      if (checks.closing.aborted) return;
      line.send({ event: 'progress', data: elsewhere(now.progress) });
      await within(LOOK_MS, Promise.race([closed, aborted(checks.closing)]));
    }
  } catch (error) {
    // Ends the stream, so that the browser reconnects; a check that may no longer be read is then not found.
    line.stream.destroy(error instanceof Error ? error : new Error(String(error)));
  } finally {
    line.end();
  }
}

/** Sends the events of a check while it runs in this process; does nothing for another. */
async function followHere(checks: ChecksService, subId: string, line: EventLine, closed: Promise<void>) {
  const running = checks.runningCheck(subId);
  if (running === null) return;
  const stop = running.listen((event) => line.send(event));
  try {
    await Promise.race([running.done, closed]);
  } finally {
    stop();
  }
}

function elsewhere(progress: number): Extract<CheckEvent, { event: 'progress' }>['data'] {
  return { phase: 'walking', progress, calls: null, explained: { incoming: null, outgoing: null }, providers: [] };
}
