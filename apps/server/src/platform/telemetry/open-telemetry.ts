import { hostname } from 'node:os';
import {
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  SeverityNumber,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { z } from 'zod';
import type { TelemetryFacts } from '../config/settings/telemetry-settings.ts';
import type { Log } from '../kernel/log.ts';
import { within } from '../kernel/time/timing.ts';
import { switchTracingOn } from '../kernel/tracing.ts';

/** Of lines about the sending itself: they are not sent, or each failure would be one more line to send. */
const TELEMETRY_SOURCE = 'telemetry';

export interface Telemetry {
  /** Receives every line of the log. */
  readonly line: (text: string) => void;
  /** Sends what is left, waiting shortly for a receiver that does not answer. */
  close(): Promise<void>;
}

const CLOSE_WITHIN_MS = 3_000;
/** A receiver that is away is logged once in this time. */
const REPORT_EVERY_MS = 60_000;

/**
 * Sends traces and logs over OTLP/HTTP. What a receiver does not take in time is dropped: nothing waits for it.
 */
export function openTelemetry(
  { endpoint, headers, serviceName, sampled }: TelemetryFacts,
  version: string,
  log: Pick<Log, 'warn'>,
): Telemetry {
  reportFaults(log);
  const resource = resourceFromAttributes({
    'service.name': serviceName,
    'service.version': version,
    'service.instance.id': `${hostname()}:${process.pid}`,
  });
  const exporter = { headers: { ...headers }, timeoutMillis: 10_000 };
  const ratio = new TraceIdRatioBasedSampler(sampled);
  const spans = new TracerProvider({
    resource,
    // A stranger's header decides nothing: neither that a trace is recorded, nor that it is not.
    sampler: new ParentBasedSampler({ root: ratio, remoteParentSampled: ratio, remoteParentNotSampled: ratio }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ ...exporter, url: `${endpoint}/v1/traces` }) }),
    ],
  });
  const records = new LoggerProvider({
    resource,
    processors: [
      new BatchLogRecordProcessor({ exporter: new OTLPLogExporter({ ...exporter, url: `${endpoint}/v1/logs` }) }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(spans);
  switchTracingOn();
  return {
    line: recordLines(records),
    close: async () => {
      await within(CLOSE_WITHIN_MS, Promise.all([spans.shutdown(), records.shutdown()]));
    },
  };
}

/** The SDK says here what it could not send. */
function reportFaults(log: Pick<Log, 'warn'>): void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (message: string) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    log.warn({ source: TELEMETRY_SOURCE, reason: message.slice(0, 500) }, 'traces and logs could not be sent');
  };
  const ignore = () => undefined;
  const logger = { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

/** A line of the process's log (docs/operations/running.md). */
const Line = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().optional(),
  err: z
    .looseObject({ type: z.string(), message: z.string(), stack: z.string().optional() })
    .optional()
    .catch(undefined),
  trace_id: z.string().optional(),
  span_id: z.string().optional(),
});

/** Pino's levels as the severities of OpenTelemetry's data model for logs. */
const SEVERITIES: ReadonlyMap<number, readonly [SeverityNumber, string]> = new Map([
  [10, [SeverityNumber.TRACE, 'TRACE']],
  [20, [SeverityNumber.DEBUG, 'DEBUG']],
  [30, [SeverityNumber.INFO, 'INFO']],
  [40, [SeverityNumber.WARN, 'WARN']],
  [50, [SeverityNumber.ERROR, 'ERROR']],
  [60, [SeverityNumber.FATAL, 'FATAL']],
]);

/** Sends each line of the log as a log record, in the span that it was written in. */
function recordLines(provider: LoggerProvider): (text: string) => void {
  const logger = provider.getLogger('assay');
  return (text) => {
    const read = Line.safeParse(JSON.parse(text));
    if (!read.success || read.data['source'] === TELEMETRY_SOURCE) return;
    const { level, time, msg, err, trace_id: traceId, span_id: spanId, ...fields } = read.data;
    const [severityNumber, severityText] = SEVERITIES.get(level) ?? [SeverityNumber.UNSPECIFIED, ''];
    const inTrace =
      traceId === undefined || spanId === undefined
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED });
    logger.emit({
      timestamp: time,
      severityNumber,
      severityText,
      body: msg ?? '',
      context: inTrace,
      attributes: {
        ...attributesOf(fields),
        ...(err === undefined
          ? {}
          : {
              'exception.type': err.type,
              'exception.message': err.message,
              ...(err.stack === undefined ? {} : { 'exception.stacktrace': err.stack }),
            }),
      },
    });
  };
}

function attributesOf(fields: Readonly<Record<string, unknown>>): Record<string, string | number | boolean> {
  const attributes: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue;
    attributes[name] =
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? value
        : JSON.stringify(value);
  }
  return attributes;
}
