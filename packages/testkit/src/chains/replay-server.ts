import { type Answer, type FaultyServer, startFaultyServer } from './faulty-server.ts';

/** An answer somebody recorded: what was asked, and what came. */
export interface Recording {
  /** Path, with the query where one belongs to it. */
  readonly request: string;
  readonly status?: number;
  readonly answer: unknown;
}

export interface ReplayServer extends FaultyServer {
  /** From now on this is answered there, instead of what was recorded. */
  replace(recording: Recording): void;
}

/**
 * Answers what was recorded, and fails as set; a path without its query answers for every query. What was never
 * recorded is 404.
 *
 * @example
 * const server = await startReplayServer([{ request: '/blocks', answer: [{ height: 1, timestamp: 2 }] }]);
 * server.failNext('too-many-retry-after');
 */
export async function startReplayServer(recordings: readonly Recording[]): Promise<ReplayServer> {
  const byRequest = new Map(recordings.map((recording) => [recording.request, recording]));
  const server = await startFaultyServer(({ path, query }): Answer => {
    const search = query.toString();
    const asked = decodeURIComponent(path);
    const recording = byRequest.get(`${asked}?${search}`) ?? byRequest.get(asked);
    if (recording === undefined) return { status: 404, body: 'Not found' };
    const body = typeof recording.answer === 'string' ? recording.answer : JSON.stringify(recording.answer);
    return { status: recording.status ?? 200, body };
  });
  return { ...server, replace: (recording) => void byRequest.set(recording.request, recording) };
}
