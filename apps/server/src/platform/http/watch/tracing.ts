import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { isTracing, openSpan } from '../../kernel/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: { readonly span: Span; readonly within: Context } | null;
  }
}

const FIRST_SERVER_ERROR = 500;

/** Runs `work` as part of the request's trace, where it has one. */
export function withinSpanOf({ span }: Pick<FastifyRequest, 'span'>, work: () => void): void {
  if (span === null || span === undefined) work();
  else context.with(span.within, work);
}

/**
 * One span a request, with the route's pattern and never its path: that may hold an address or a result's id. A trace
 * that the client began goes on here (W3C Trace Context); whether it is recorded is decided here.
 */
export const tracing = plugin(async (app: FastifyInstance) => {
  app.decorateRequest('span', null);
  if (!isTracing()) return;
  app.addHook('onRequest', (request, reply, done) => {
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    const route = request.routeOptions.url ?? 'unknown';
    const facts = { 'http.request.method': request.method, 'http.route': route, 'assay.request_id': request.id };
    request.span = openSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, facts, parent });
    const { span, within } = request.span;
    // Comes after the answer, and also where the client left before it, for which there is no hook.
    reply.raw.once('close', () => {
      describeEnd(span, reply);
      span.end();
    });
    context.with(within, done);
  });
  // The body was read meanwhile, by callbacks of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => withinSpanOf(request, done));
});

function describeEnd(span: Span, { raw, statusCode }: FastifyReply): void {
  if (!raw.writableFinished) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'the client left' });
    return;
  }
  span.setAttribute('http.response.status_code', statusCode);
  if (statusCode >= FIRST_SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * One line an answer, with the route's pattern and never the address asked for: queries hold people's wallet
 * addresses, and the id in a result's path opens that result.
 */
export const requestLog = plugin(async (app: FastifyInstance) => {
  app.addHook('onResponse', async (request, reply) => {
    const facts = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    // The answer ends in a callback of the connection, which belongs to no request.
    withinSpanOf(request, () => request.log.info(facts, 'answered'));
  });
});
