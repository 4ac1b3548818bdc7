import { ROOT_CONTEXT, SeverityNumber, TraceFlags, trace } from '@opentelemetry/api';
import type { LoggerProvider } from '@opentelemetry/sdk-logs';
import { z } from 'zod';

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

/** Of lines about the sending itself: they are not sent, or each failure would be one more line to send. */
export const TELEMETRY_SOURCE = 'telemetry';

/** Sends each line of the log as a log record, in the span that it was written in. */
export function recordLines(provider: LoggerProvider): (text: string) => void {
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
