import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

/** OTLP/HTTP 1.x in its JSON form: ids in hexadecimal, 64-bit numbers as texts, enumerations as numbers. */
const Value = z.strictObject({
  stringValue: z.string().optional(),
  intValue: z.union([z.string(), z.number()]).optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
});
const Attributes = z.array(z.object({ key: z.string(), value: Value })).default([]);
const Resource = z.object({ attributes: Attributes });
const nanoseconds = z.string().regex(/^\d{19}$/);
const TraceId = z.string().regex(/^[0-9a-f]{32}$/);
const SpanId = z.string().regex(/^[0-9a-f]{16}$/);

const Span = z.object({
  traceId: TraceId,
  spanId: SpanId,
  parentSpanId: SpanId.optional(),
  name: z.string(),
  kind: z.number().int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes: Attributes,
  status: z
    .object({ code: z.number().int().min(0).max(2).default(0), message: z.string().optional() })
    .default({ code: 0 }),
});
const LogRecord = z.object({
  timeUnixNano: nanoseconds,
  severityNumber: z.number().int().min(1).max(24),
  severityText: z.string(),
  body: z.object({ stringValue: z.string() }),
  attributes: Attributes,
  traceId: z.union([TraceId, z.literal('')]).optional(),
  spanId: z.union([SpanId, z.literal('')]).optional(),
});
const Traces = z.object({
  resourceSpans: z.array(z.object({ resource: Resource, scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
});
const Logs = z.object({
  resourceLogs: z.array(
    z.object({ resource: Resource, scopeLogs: z.array(z.object({ logRecords: z.array(LogRecord) })) }),
  ),
});

export type ReceivedSpan = Omit<z.infer<typeof Span>, 'attributes'> & { readonly facts: Facts };
export type ReceivedRecord = Omit<z.infer<typeof LogRecord>, 'attributes'> & { readonly facts: Facts };
type Facts = Readonly<Record<string, unknown>>;

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  readonly records: ReceivedRecord[];
  readonly resources: Facts[];
  /** Headers of every request. */
  readonly headers: IncomingMessage['headers'][];
  /** What it could not read. */
  readonly faults: unknown[];
  close(): void;
}

/** A receiver of traces and logs, as a collector is: what does not fit the protocol is a fault. */
export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const received = {
    spans: [] as ReceivedSpan[],
    records: [] as ReceivedRecord[],
    resources: [] as Facts[],
    headers: [] as IncomingMessage['headers'][],
    faults: [] as unknown[],
  };
  const server = createServer((request, response) => {
    received.headers.push(request.headers);
    void readBody(request)
      .then((body) => {
        if (request.url === '/v1/traces') {
          for (const { resource, scopeSpans } of Traces.parse(body).resourceSpans) {
            received.resources.push(factsOf(resource.attributes));
            for (const { attributes, ...span } of scopeSpans.flatMap(({ spans }) => spans)) {
              received.spans.push({ ...span, facts: factsOf(attributes) });
            }
          }
        } else if (request.url === '/v1/logs') {
          for (const { attributes, ...record } of Logs.parse(body)
            .resourceLogs.flatMap(({ scopeLogs }) => scopeLogs)
            .flatMap(({ logRecords }) => logRecords)) {
            received.records.push({ ...record, facts: factsOf(attributes) });
          }
        } else throw new Error(`nothing is received at ${request.url}`);
        response.setHeader('content-type', 'application/json').end('{}');
      })
      .catch((error: unknown) => {
        received.faults.push(error);
        response.writeHead(400).end();
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...received,
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  if (request.headers['content-encoding'] !== 'gzip') return JSON.parse(await text(request));
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(gunzipSync(Buffer.concat(chunks)).toString());
}

function factsOf(attributes: z.infer<typeof Attributes>): Facts {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
