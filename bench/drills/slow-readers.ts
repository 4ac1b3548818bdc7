import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Visitors } from '../pages/flood.ts';
import { reaches, sized } from '../size.ts';
import { until } from './client.ts';
import { counted, type DrillRun, seconds } from './drill.ts';
import { openInstallation } from './installation.ts';

const OF_EACH_KIND = sized(100, 10);
const BYTE_EVERY_MS = 200;
/** Node looks after a minute whether an answer is being taken, and ends it a minute after nothing was. */
const CLOSED_WITHIN_MS = 150_000;
/** After that, what was sent before the end is read. */
const READ_WITHIN_MS = 30_000;
const PAGES_ASKED = 200;
const WATCHED_MS = 2_000;
const OTHERS_P99_MS = 250;

const BODY =
  'POST /api/monitor/check HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{';
const NOT_READING = 'not reading';
/** What a slow connection sends at once; those with `drips` go on byte by byte. */
const KINDS = {
  silent: { first: '', drips: false, reads: true },
  'slow headers': { first: 'GET / HTTP/1.1\r\nHost: {host}\r\nX-', drips: true, reads: true },
  'slow bodies': { first: BODY, drips: true, reads: true },
  [NOT_READING]: {
    first: 'GET / HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: identity\r\n\r\n'.repeat(PAGES_ASKED),
    drips: false,
    reads: false,
  },
} as const;

/**
 * Connections that send nothing, a byte now and then, or never read what they asked for. Others are served meanwhile,
 * and the server closes all of them by itself. A tiny run does not wait for that.
 */
export async function slowReaders(run: DrillRun): Promise<string> {
  const installation = await openInstallation(run.dir);
  const others = new Visitors();
  const open: Socket[] = [];
  try {
    const { url } = await installation.start('server');
    const before = await residentMb(url);
    const startedAt = performance.now();
    const closedAfter = new Map<string, number>();
    const sockets = Object.entries(KINDS).flatMap(([name, kind]) =>
      Array.from({ length: OF_EACH_KIND }, () => {
        const socket = openSlow(new URL(url), kind);
        socket.once('close', () => name !== NOT_READING && closedAfter.set(name, performance.now() - startedAt));
        open.push(socket);
        return { name, socket };
      }),
    );
    const waiting = sleep(sized(CLOSED_WITHIN_MS, WATCHED_MS));
    const waits = { '/healthz': others.p99While(`${url}/healthz`, waiting), '/': others.p99While(`${url}/`, waiting) };
    const after = await residentMb(url);
    const figures: string[] = [];
    for (const [path, waited] of Object.entries(waits)) {
      const p99 = await waited;
      figures.push(`${path} p99 ${p99.toFixed(0)} ms`);
      if (!reaches(p99 <= OTHERS_P99_MS)) run.fault(`${path} took ${p99.toFixed(0)} ms at the 99th percentile`);
    }
    if (sized(true, false)) await readTheRest(run, sockets);
    const left = new Map<string, number>();
    for (const { name, socket } of sockets) if (!socket.closed) left.set(name, (left.get(name) ?? 0) + 1);
    if (!reaches(left.size === 0)) run.fault(`still open after ${seconds(CLOSED_WITHIN_MS)}: ${counted(left)}`);
    const closed = [...closedAfter].map(([name, ms]) => `${name} after ${seconds(ms)}`);
    const end =
      closed.length === 0 ? 'the end was not waited for' : `the last were closed by the server: ${closed.join(', ')}`;
    return `${sockets.length} connections (${Object.keys(KINDS).join(', ')}); ${end}; ${figures.join(', ')}; resident ${before.toFixed(0)} to ${after.toFixed(0)} MB`;
  } finally {
    for (const socket of open) socket.destroy();
    others.close();
    await installation.close();
  }
}

/** Nobody sees the end of a connection without reading it: what was not sent by then shows that the server ended it. */
async function readTheRest(
  run: DrillRun,
  sockets: readonly { readonly name: string; readonly socket: Socket }[],
): Promise<void> {
  const unread = sockets.filter(({ name }) => name === NOT_READING);
  const texts = unread.map(({ socket }) => {
    const parts: string[] = [];
    socket.on('data', (part: Buffer) => parts.push(part.toString('latin1')));
    return parts;
  });
  await until(async () => unread.every(({ socket }) => socket.closed), READ_WITHIN_MS, 200);
  const whole = texts.filter((parts) => parts.join('').split('HTTP/1.1 200 ').length > PAGES_ASKED);
  if (whole.length > 0) run.fault(`${whole.length} connections that did not read were kept`);
}

function openSlow(url: URL, { first, drips, reads }: (typeof KINDS)[keyof typeof KINDS]): Socket {
  const socket = connect(Number(url.port), url.hostname, () => {
    if (first !== '') socket.write(first.replaceAll('{host}', url.host));
  });
  // Being cut is what it is there for.
  socket.on('error', () => undefined);
  if (reads) socket.resume();
  if (!drips) return socket;
  const dripping = setInterval(() => socket.write('x'), BYTE_EVERY_MS);
  socket.once('close', () => clearInterval(dripping));
  return socket;
}

async function residentMb(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 2 ** 20;
}
