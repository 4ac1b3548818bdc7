import { type Attributes, type Context, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** What a span says of its work. Never an address, an account, a text that a user typed, or a statement's values. */
export type SpanFacts = Attributes;

const tracer = trace.getTracer('assay');
let isOn = false;

/** Called once, before anything is opened, by a process that sends traces somewhere. */
export function switchTracingOn(): void {
  isOn = true;
}

/** False in every process whose settings name no receiver of traces: then spans cost nothing. */
export function isTracing(): boolean {
  return isOn;
}

/** The span that the calling code works in; null outside all. */
export function currentSpan(): Span | null {
  return isOn ? (trace.getActiveSpan() ?? null) : null;
}

/** Runs `work` in a span of its own, inside the current one. A rejection is recorded and passed on. */
export function inSpan<T>(name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  return isOn ? record(name, SpanKind.INTERNAL, facts, work) : work();
}

/** As {@link inSpan} for a call to another system; outside all spans, it is none: polling is no trace. */
export function inCallSpan<T>(name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  return currentSpan() === null ? work() : record(name, SpanKind.CLIENT, facts, work);
}

/** A span that its caller ends, as the work it covers is no single call; with the context in which that work runs. */
export function openSpan(
  name: string,
  { kind, facts, parent }: { readonly kind: SpanKind; readonly facts: SpanFacts; readonly parent: Context },
): { readonly span: Span; readonly within: Context } {
  const span = tracer.startSpan(name, { kind, attributes: facts }, parent);
  return { span, within: trace.setSpan(parent, span) };
}

function record<T>(name: string, kind: SpanKind, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  const { span, within } = openSpan(name, { kind, facts, parent: context.active() });
  return context.with(within, async () => {
    try {
      return await work();
    } catch (error) {
      // The class alone: a message may quote an address.
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
      throw error;
    } finally {
      span.end();
    }
  });
}
