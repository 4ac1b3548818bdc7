import { z } from 'zod';
import { httpUrl, SECRET } from './setting-kinds.ts';

/** Where traces and logs are sent; the names are those of OpenTelemetry. */
export interface TelemetryFacts {
  /** Base address of a receiver that speaks OTLP over HTTP, such as a collector; `/v1/traces` and `/v1/logs` follow. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Part of the traces that is recorded, 0 to 1. */
  readonly sampled: number;
}

const EXPECTED_HEADERS = 'headers, such as authorization=Bearer%20secret,x-tenant=one';

/** The settings of the environment for OpenTelemetry. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl('http://127.0.0.1:4318').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^\s,=]+(?:,[\w-]+=[^\s,=]+)*$/, EXPECTED_HEADERS)
    .transform((text) => Object.fromEntries(text.split(',').map(readHeader)))
    .optional()
    .meta(SECRET),
  OTEL_SERVICE_NAME: z.string().max(60, 'a name of at most 60 characters').default('assay'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/, 'a part of all traces, from 0 to 1, such as 0.1')
    .transform(Number)
    .default(1),
};

/** Null where nothing is sent. */
export function telemetryOf(value: z.infer<z.ZodObject<typeof telemetrySettings>>): TelemetryFacts | null {
  if (value.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  return {
    endpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
    headers: value.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: value.OTEL_SERVICE_NAME,
    sampled: value.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** As W3C Baggage writes them, which OpenTelemetry's setting follows: values may be percent-encoded. */
function readHeader(pair: string): [string, string] {
  const [name = '', value = ''] = pair.split('=');
  try {
    return [name, decodeURIComponent(value)];
  } catch {
    // Not percent-encoded after all.
    return [name, value];
  }
}
