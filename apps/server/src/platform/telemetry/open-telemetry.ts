import { hostname } from 'node:os';
import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
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
import type { TelemetryFacts } from '../config/telemetry-settings.ts';
import type { Log } from '../kernel/log.ts';
import { within } from '../kernel/timing.ts';
import { switchTracingOn } from '../kernel/tracing.ts';
import { recordLines, TELEMETRY_SOURCE } from './log-records.ts';

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
