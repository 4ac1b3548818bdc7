import { Counter, type Metric } from 'prom-client';
import type { Log } from '../log.ts';
import { currentRequest } from '../request-scope.ts';
import { SECURITY_EVENT_NAMES, SECURITY_EVENTS, type SecurityEvent, type Severity } from './events.ts';
import type { NameSubject, Subject } from './subject.ts';

interface LineLimits {
  readonly windowMs: number;
  /** Different lines of one name within a window; what comes beyond is only counted. */
  readonly linesPerName: number;
}

const DEFAULT_LINE_LIMITS: LineLimits = { windowMs: 60_000, linesPerName: 20 };

/** Takes security events. Never throws and never waits: a refusal is valid even if its line is lost. */
export interface SecurityEvents {
  /** @param subject whom it is about; null where that is unknown */
  record(event: SecurityEvent, subject: Subject | null): void;
}

/** One line of the log. `count` is the number of events it represents, where it is more than one. */
export interface SecurityLine {
  /** `security.` and the name. */
  readonly event: string;
  readonly severity: Severity;
  readonly subject: string | null;
  readonly reqId: string | null;
  readonly [field: string]: string | number | null;
}

export interface SecurityEventLog extends SecurityEvents {
  /** Exact counts, also of what the log left out. */
  readonly metrics: readonly Metric[];
  /** Writes what the running window left out and stops its timer. */
  close(): void;
}

/** A log whose child can have another level. */
interface LevelledLog extends Log {
  readonly level: string;
  child(facts: object, options: { readonly level: string }): Log;
}

/**
 * The log with security events of every severity, whatever `LOG_LEVEL` leaves out of the rest: an operator who reads
 * only warnings still sees the actions of administrators. Only `silent` silences them.
 */
export function withEveryEvent(log: LevelledLog): Log {
  return log.level === 'silent' ? log : log.child({}, { level: 'info' });
}

const LEVELS = { info: 'info', warning: 'warn', alert: 'error' } as const;

/**
 * Writes security events to the log and counts them. A flood of one kind writes a bounded number of lines a minute: the
 * first of equal events at once, the rest as one line with their number when the minute is over.
 */
export function openSecurityEvents(
  log: Log,
  nameSubject: NameSubject,
  limits: LineLimits = DEFAULT_LINE_LIMITS,
): SecurityEventLog {
  const counter = new Counter({
    name: 'assay_security_events_total',
    help: 'Security events by name, also those that the log sums up.',
    labelNames: ['event'],
    registers: [],
  });
  // From the first scrape on, so that an alarm on an increase sees the first one.
  for (const name of SECURITY_EVENT_NAMES) counter.inc({ event: name }, 0);
  const limit = buildLineLimit<SecurityLine>(limits);
  let timer: NodeJS.Timeout | null = null;

  const write = (line: SecurityLine, message: string) => log[LEVELS[line.severity]](line, message);

  function endWindow(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const { repeated, unwritten } = limit.takeLeftOut();
    const withinSeconds = limits.windowMs / 1000;
    for (const { line, times } of repeated) {
      write({ ...line, reqId: null, count: times, withinSeconds }, 'the same again');
    }
    for (const name of SECURITY_EVENT_NAMES) {
      const count = unwritten.get(name);
      if (count === undefined) continue;
      const { severity } = SECURITY_EVENTS[name];
      const line = { event: `security.${name}`, severity, subject: null, reqId: null, count, withinSeconds };
      write(line, 'more of this kind, not listed one by one');
    }
  }

  return {
    metrics: [counter],
    record({ name, ...fields }, subject) {
      counter.inc({ event: name });
      const { severity, isLimited, message } = SECURITY_EVENTS[name];
      const line: SecurityLine = {
        event: `security.${name}`,
        severity,
        subject: subject === null ? null : nameSubject(subject),
        reqId: currentRequest()?.id ?? null,
        ...fields,
      };
      if (!isLimited) {
        write(line, message);
        return;
      }
      const key = JSON.stringify({ ...line, reqId: null });
      if (limit.admit(name, key, line)) write(line, message);
      timer ??= setTimeout(endWindow, limits.windowMs).unref();
    },
    close: endWindow,
  };
}

/** What was left out of the log within a window. */
interface LeftOut<Line> {
  /** Lines that were written once and came again. */
  readonly repeated: readonly { readonly line: Line; readonly times: number }[];
  /** By name: further lines of which none was written. */
  readonly unwritten: ReadonlyMap<string, number>;
}

interface LineLimit<Line> {
  /** Whether the line is to be written now; else it is counted. `key` is equal for lines that say the same. */
  admit(name: string, key: string, line: Line): boolean;
  /** Ends the window: what it left out, once. */
  takeLeftOut(): LeftOut<Line>;
  /** Whether the window holds anything that {@link takeLeftOut} would report or reset. */
  readonly isEmpty: boolean;
}

/**
 * Bounds how many lines one window can write, and how much it remembers: at most `linesPerName` keys a name, however
 * many a flood makes up. Nothing is lost from the counts.
 */
function buildLineLimit<Line>({ linesPerName }: Pick<LineLimits, 'linesPerName'>): LineLimit<Line> {
  const written = new Map<string, Map<string, { readonly line: Line; again: number }>>();
  const unwritten = new Map<string, number>();
  return {
    admit(name, key, line) {
      const lines = written.get(name) ?? new Map<string, { readonly line: Line; again: number }>();
      written.set(name, lines);
      const known = lines.get(key);
      if (known !== undefined) {
        known.again += 1;
        return false;
      }
      if (lines.size >= linesPerName) {
        unwritten.set(name, (unwritten.get(name) ?? 0) + 1);
        return false;
      }
      lines.set(key, { line, again: 0 });
      return true;
    },
    takeLeftOut() {
      const repeated = [...written.values()].flatMap((lines) =>
        [...lines.values()].filter(({ again }) => again > 0).map(({ line, again }) => ({ line, times: again })),
      );
      const leftOut = { repeated, unwritten: new Map(unwritten) };
      written.clear();
      unwritten.clear();
      return leftOut;
    },
    get isEmpty() {
      return written.size === 0;
    },
  };
}
